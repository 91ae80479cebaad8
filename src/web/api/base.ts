import { storageKeyAt } from './names.ts';

/** Where the service is, with the base path and a slash at the end. The code of the page is one level below it. */
export const baseUrl = new URL('..', import.meta.url);

/** The path of the service on its host, such as `/` or `/duebook/`. */
export const basePath = baseUrl.pathname;

/** A key of localStorage or sessionStorage that another instance on the same host does not use. */
export function storageKey(name: string): string {
  return storageKeyAt(basePath, name);
}
