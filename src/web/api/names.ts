/** The header that has the token of the session. */
export const sessionHeader = 'x-duebook-session';

/** The name of the token in localStorage, which {@link storageKeyAt} completes. */
export const tokenName = 'session';

/** A key of localStorage or sessionStorage that an instance at another base path of the same host does not use. */
export function storageKeyAt(basePath: string, name: string): string {
  return `duebook:${basePath}:${name}`;
}
