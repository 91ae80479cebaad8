// Characters that a terminal acts on, or that hide or reorder the text around them: the controls of C0 and C1, DEL, the
// separators of lines and paragraphs, and the controls of the writing direction.
const active = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const activeBesidesLines = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Escapes characters that could begin a new line, control the terminal or reorder the text, as JSON does: `\u009b`. */
export function printable(text: string): string {
  return text.replaceAll(active, escaped);
}

/** {@link printable} for a text of several lines: line feeds and tabs stay. In JSON, the escapes mean the same. */
export function printableLines(text: string): string {
  return text.replaceAll(activeBesidesLines, escaped);
}

function escaped(character: string): string {
  // JSON has short escapes for some, such as \n, and leaves others as they are.
  const json = JSON.stringify(character).slice(1, -1);
  return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json;
}
