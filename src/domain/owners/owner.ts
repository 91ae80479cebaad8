/** The first name that equals a name when case is ignored; undefined when there is none. */
export function sameButForCase(name: string, others: readonly string[]): string | undefined {
  const folded = (text: string) => text.normalize('NFKC').toLowerCase();
  return others.find((other) => folded(other) === folded(name));
}
