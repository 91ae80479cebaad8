import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { storedSignal } from '../api/storage.ts';
import type { PlainMessageKey } from '../messages/translate.ts';
import { isOfLetters, nameOfKey, typedKeys } from './keys.ts';

export interface Shortcut {
  /** A key such as `n`, two keys one after the other such as `g o`, or `Ctrl+K`. */
  readonly keys: string;
  readonly text: PlainMessageKey;
  readonly action: () => void;
}

/** The shortcuts that work now; of two with the same keys, the later one. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** Whether the user has asked for the search. The page with the search field gives it the focus, and sets this to false. */
export const isSearchWanted = signal(false);

/** Whether shortcuts without Ctrl work; kept in this browser. */
export const letterKeys = storedSignal<'on' | 'off'>('letter-keys', (stored) => (stored === 'off' ? 'off' : 'on'));

/** Lets keys do something as long as a component is there. Keys do nothing while the user types or a dialog is open. */
export function useShortcuts(make: () => readonly Shortcut[], inputs: readonly unknown[]): void {
  useEffect(() => {
    const own = make();
    shortcuts.value = [...shortcuts.peek(), ...own];
    return () => {
      shortcuts.value = shortcuts.peek().filter((one) => !own.includes(one));
    };
  }, inputs);
}

// A letter that follows later is meant by itself.
const secondKeyMs = 1_500;
/** The keys that do the same again as long as they are held. */
const heldKeys = new Set(['j', 'k']);

export function followKeys(): void {
  let first: { readonly keys: string; readonly atMs: number } | undefined;
  addEventListener('keydown', (event) => {
    const name = nameOfKey(event);
    if (name === undefined || event.defaultPrevented || isModifier(event.key)) return;
    const before = first !== undefined && event.timeStamp - first.atMs < secondKeyMs ? first.keys : undefined;
    first = undefined;
    if ((event.repeat && !heldKeys.has(name)) || !mayActOn(event.target, name)) return;
    const usable = shortcuts.peek().filter(({ keys }) => letterKeys.peek() === 'on' || !isOfLetters(keys));
    const typed = typedKeys(
      name,
      before,
      usable.map(({ keys }) => keys),
    );
    if (typed.first !== undefined) first = { keys: typed.first, atMs: event.timeStamp };
    const found = usable.findLast(({ keys }) => keys === typed.complete);
    if (found === undefined) return;
    event.preventDefault();
    found.action();
  });
}

function isModifier(key: string): boolean {
  return ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock'].includes(key);
}

/** Whether a key may act: nothing is open over the page, and it is not typed into a field. */
function mayActOn(target: EventTarget | null, name: string): boolean {
  if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return false;
  // In a field, Ctrl+Z undoes what was typed.
  return name === 'Ctrl+K' || !isTyping(target);
}

const controlsWithoutText = new Set(['checkbox', 'radio', 'button', 'submit']);

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !controlsWithoutText.has(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(SELECT|TEXTAREA)$/.test(target.tagName));
}

export const isShortcutListOpen = signal(false);

export function openShortcutList(): void {
  isShortcutListOpen.value = true;
}
