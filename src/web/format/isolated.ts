/** A name that keeps its own direction of writing in the middle of a sentence. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
