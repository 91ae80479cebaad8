import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PlainMessageKey } from '../messages/translate.ts';

interface Shortcut {
  readonly key: string;
  readonly text: PlainMessageKey;
  readonly action: () => void;
}

/** The shortcuts that work now; of two with the same key, the later one. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** Whether the user has asked for the search. The page with the search field gives it the focus, and sets this to false. */
export const isSearchWanted = signal(false);

/** Lets a key do something as long as a component is there. Keys do nothing while the user types or a dialog is open. */
export function useShortcut(key: string, text: PlainMessageKey, action: () => void): void {
  useEffect(() => {
    const own = { key, text, action };
    shortcuts.value = [...shortcuts.peek(), own];
    return () => {
      shortcuts.value = shortcuts.peek().filter((one) => one !== own);
    };
  }, [key, text, action]);
}

/** Listens to the keyboard. */
export function followKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    const found = shortcuts.peek().findLast(({ key }) => key === event.key);
    if (found === undefined || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    found.action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}
