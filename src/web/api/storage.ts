import { signal, type Signal } from '@preact/signals';
import { storageKey } from './base.ts';

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
  const key = storageKey(name);
  const kept = signal(read(attempt(() => localStorage.getItem(key)) ?? null));
  kept.subscribe((value) => {
    attempt(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)));
  });
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) kept.value = read(event.key === null ? null : event.newValue);
  });
  return kept;
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
