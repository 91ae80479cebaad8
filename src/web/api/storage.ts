import { signal, type Signal } from '@preact/signals';
import { storageKeyAt, tokenName } from './earlyAnswers.ts';

/** Where the service is, with the base path and a slash at the end. The code of the page is one level below it. */
export const baseUrl = new URL('..', import.meta.url);

/** The path of the service on its host, such as `/` or `/duebook/`. */
export const basePath = baseUrl.pathname;

/** A key of localStorage or sessionStorage that another instance on the same host does not use. */
export function storageKey(name: string): string {
  return storageKeyAt(basePath, name);
}

let isWritable = true;

/**
 * A signal that is kept in localStorage and follows other tabs. Where the browser allows no storage, it lasts as long as
 * the page.
 *
 * @param name its name in localStorage, which the base path completes
 * @param read turns what is stored, null when there is nothing, into a value
 */
export function storedSignal<Value extends string | null>(
  name: string,
  read: (stored: string | null) => Value,
): Signal<Value> {
  const kept = ownSignal(name, read);
  onStoredElsewhere(name, (stored) => (kept.value = read(stored)));
  return kept;
}

/** The same, but what other tabs store does not change it. */
function ownSignal<Value extends string | null>(name: string, read: (stored: string | null) => Value): Signal<Value> {
  const key = storageKey(name);
  const kept = signal(read(storedValue(name) ?? null));
  kept.subscribe((value) => {
    if (value !== storedValue(name))
      attempt(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)));
  });
  return kept;
}

/** What is stored now, by this tab or another; null for nothing, undefined where the browser allows no storage. */
export function storedValue(name: string): string | null | undefined {
  return isWritable ? attempt(() => localStorage.getItem(storageKey(name))) : undefined;
}

/** Calls a function when another tab has changed what is stored, with what it stored. */
export function onStoredElsewhere(name: string, listener: (stored: string | null) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey(name) || key === null) listener(key === null ? null : newValue);
  });
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    isWritable = false;
    return undefined;
  }
}

/**
 * The token of the session that this tab shows; null when nobody is signed in. Another one that another tab has stored takes
 * its place only when it is of the same user: `session.ts` sees to that.
 */
export const token = ownSignal(tokenName, (stored) => stored);

/** Whether the service refused the token since the last sign-in. The page stays, and offers to sign in again. */
export const isSessionEnded = signal(false);
