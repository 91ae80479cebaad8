/** Characters that a terminal acts on, or that hide or reorder the text around them, by their names. */
export const activeCharacters = [
  ['the C1 control that begins an escape sequence', '\u009b'],
  ['the C1 control that begins a command of the system', '\u009d'],
  ['the next line', '\u0085'],
  ['the line separator', '\u2028'],
  ['the paragraph separator', '\u2029'],
  ['the override to right-to-left', '\u202e'],
  ['the isolate of right-to-left', '\u2067'],
  ['the end of an isolate', '\u2069'],
  ['the mark of right-to-left', '\u200f'],
  ['the mark of Arabic letters', '\u061c'],
] as const;

/** How each of them is shown. */
export function escapeOf(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
