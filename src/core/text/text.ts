// Control characters of C0 and DEL. They are refused in names because a terminal, a log or a calendar would act on them.
// eslint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f]/;

/** Whether the text is well-formed Unicode (no lone surrogate) and free of control characters (U+0000–U+001F, U+007F). */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

// Characters that a terminal acts on, or that hide or reorder the text around them: the controls of C0 and C1, DEL, the
// separators of lines and paragraphs, and the controls of the writing direction.
const activeCharacter = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Whether a well-formed text can be a name in a list or a log: whatever shows it shows its characters, and no others. */
export function isCleanName(text: string): boolean {
  return text.isWellFormed() && !activeCharacter.test(text);
}

// All but tab, line feed and carriage return.
// eslint-disable-next-line no-control-regex
const controlCharacterBesidesLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Like {@link isCleanText}, but the text may have several lines and tabs. */
export function isCleanMultilineText(text: string): boolean {
  return text.isWellFormed() && !controlCharacterBesidesLines.test(text);
}

/** A well-formed text with a space in place of line breaks and control characters, such as for a header. */
export function inOneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** The length a reader would count: Unicode code points, not UTF-16 units. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

// Most names. Their case is folded by one mapping, in a tenth of the time.
// eslint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/**
 * The text without its case, for comparing and searching; never for display. Approximates Unicode full case folding
 * (CaseFolding.txt, status C and F) with the mappings of the language: lower, upper, lower. The round trip joins
 * characters that one mapping alone keeps apart (`ẞ`, `ß` and `SS`; `K` and the Kelvin sign). The final sigma is joined
 * with the ordinary one, because its choice depends on the next character; the dotless i stays apart from the dotted
 * one, with which it only shares an upper case. Canonically equal texts become equal (Unicode NFC).
 */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^ı]+/gu, (run) => run.toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** The form (Unicode NFC) in which canonically equal texts are equal; for comparing, never for storing. */
export function composed(text: string): string {
  return ascii.test(text) ? text : text.normalize('NFC');
}

/** Joins canonically equal texts under one key. Of the texts of a key, the least one is shown. */
export function joinEqualTexts() {
  const shown = new Map<string, string>();
  return {
    keyOf(text: string): string {
      const key = composed(text);
      const least = shown.get(key);
      if (least === undefined || text < least) shown.set(key, text);
      return key;
    },
    shownOf: (key: string): string => shown.get(key) ?? key,
  };
}

/**
 * The form under which two names count as the same: Unicode NFKC, case folded, trimmed, each run of white space one space.
 */
export function normaliseName(name: string): string {
  return foldCase(ascii.test(name) ? name : name.normalize('NFKC'))
    .trim()
    .replaceAll(/\s+/gu, ' ');
}

/** Compares two texts by their UTF-16 units: negative, zero or positive. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
