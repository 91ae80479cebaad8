/** What matters of a key that was pressed. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * The name of a pressed key as shortcuts have it: `n`, `?`, or `Ctrl+K`, which is also ⌘K. Undefined with Alt, and for Ctrl
 * with Shift, which browsers use for other things, such as redoing.
 */
export function nameOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string | undefined {
  const hasControl = ctrlKey || metaKey;
  if (altKey || (hasControl && shiftKey)) return undefined;
  return hasControl ? `Ctrl+${key.toUpperCase()}` : key;
}

/** Whether keys are typed without Ctrl: who speaks to the computer, or hits keys by mistake, can turn these off. */
export function isOfLetters(keys: string): boolean {
  return !keys.startsWith('Ctrl+');
}

/** What a key does after another: it completes a shortcut, is the first of two keys, or neither. */
interface Typed {
  readonly complete?: string;
  readonly first?: string;
}

/**
 * What a key does.
 *
 * @param first the key before it, if that was the first of two
 * @param known the shortcuts, such as `n` or, for two keys one after the other, `g o`
 */
export function typedKeys(name: string, first: string | undefined, known: readonly string[]): Typed {
  const keys = first === undefined ? name : `${first} ${name}`;
  if (known.includes(keys)) return { complete: keys };
  return known.some((other) => other.startsWith(`${keys} `)) ? { first: keys } : {};
}

/**
 * The index of the row that a step leads to; -1 when there is none.
 *
 * @param present the index of the row with the focus; undefined when none has it
 * @param last where the focus was last; -1 for nowhere
 */
export function rowAfter(present: number | undefined, last: number, step: 1 | -1, count: number): number {
  // A row that has gone left its place to the next one.
  const from = present ?? (step === 1 ? last - 1 : last);
  return Math.min(Math.max(from + step, 0), count - 1);
}
