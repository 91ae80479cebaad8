// The content lines of iCalendar (RFC 5545): escaped, and folded at 75 octets of UTF-8.

/** The end of a line. */
export const lineEnd = '\r\n';

const octetsMax = 75;
const foldEnd = `${lineEnd} `;

/** A property of a text, with the end of its line. */
export function textLine(name: string, text: string): string {
  return contentLine(`${name}:${escapeText(text)}`);
}

/** A line, folded so that no part of it has more than 75 octets, with its end. No character is split. */
export function contentLine(line: string): string {
  if (Buffer.byteLength(line) <= octetsMax) return line + lineEnd;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > octetsMax) {
      folded += foldEnd;
      // The space.
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded + lineEnd;
}

// Which a text may not contain, besides the tab and line breaks.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** A text as the value of a property. */
function escapeText(text: string): string {
  const allowed = text.toWellFormed().replaceAll(controls, '');
  return allowed.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, '\\n');
}
