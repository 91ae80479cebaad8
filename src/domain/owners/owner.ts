/** The first of some names that differs from a name in case alone, or not at all; undefined when there is none. */
export function sameButForCase(name: string, others: readonly string[]): string | undefined {
  const folded = (text: string) => text.normalize('NFKC').toLowerCase();
  return others.find((other) => folded(other) === folded(name));
}
