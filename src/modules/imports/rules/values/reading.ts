const quotedMax = 40;

/** A value of a file for a message: in quotes, and shortened. */
export function quoted(value: unknown): string {
  return JSON.stringify(shownValue(value));
}

/** The beginning of a value of a file, as text. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '');
  return shortened(text);
}

/** The beginning of a text that is long for a message. */
export function shortened(text: string): string {
  return text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text;
}

// They hide or reorder the text around them, or act on a terminal.
const activeCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** The beginning of a text of a file, in a form that can be shown anywhere. */
export function shownText(text: string, lengthMax: number): string {
  const start = text
    .slice(0, 2 * lengthMax)
    .toWellFormed()
    .replaceAll(activeCharacters, ' ');
  return Array.from(start).slice(0, lengthMax).join('').trim();
}

/** The text of a value of a file without the white space around it; '' for a value that has none, such as a list. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Whether a file says nothing here: no value, null, a blank text, or a dash. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && /^[\s–—-]*$/.test(value));
}

/** Whether a text has a sign for a number that is no digit, such as `²` or `½`: Unicode folds some of them to digits. */
export function hasOddNumbers(text: string): boolean {
  return /\p{No}/u.test(text);
}

/** A text for comparing words: without case, dots, repeated white space and dashes between its words. */
export function wordsOf(value: unknown): string {
  const text = plainText(value).slice(0, 100).normalize('NFKC').toLowerCase();
  return text
    .replaceAll(/[.,]/g, '')
    .replaceAll(/[\s_/-]+/g, ' ')
    .trim();
}

/** The entry for a word; umlauts may be written as two letters. */
export function entryOf<Value>(words: ReadonlyMap<string, Value>, word: string): Value | undefined {
  return words.get(word) ?? words.get(word.replaceAll('ae', 'ä').replaceAll('oe', 'ö').replaceAll('ue', 'ü'));
}

/** A sentence with its values, by their names; those that somebody wrote stand in quotes. */
export function filled(
  sentence: string,
  values: Readonly<Record<string, string>>,
  written: ReadonlySet<string>,
): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return written.has(name) ? JSON.stringify(value) : value;
  });
}
