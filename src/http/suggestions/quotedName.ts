const shownMax = 80;

/** A name that a client sent, as a message shows it: in quotes, and no more of it than a reader needs. */
export function quotedName(name: string): string {
  return JSON.stringify(name.length > shownMax ? `${name.slice(0, shownMax)}…` : name);
}
