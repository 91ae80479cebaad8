import { inOneLine } from '../../../../core/text/text.ts';

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
  let [folded, start, octets] = ['', 0, 0];
  for (let at = 0; at < line.length;) {
    const code = line.codePointAt(at) ?? 0;
    const size = octetsOf(code);
    if (octets + size > octetsMax) {
      folded += line.slice(start, at) + foldEnd;
      start = at;
      // The space.
      octets = 1;
    }
    octets += size;
    at += code > lastOfOneUnit ? 2 : 1;
  }
  return folded + line.slice(start) + lineEnd;
}

// The last code points of one, two and three octets in UTF-8; beyond the last one, a character has two units in a string.
const [lastOfOne, lastOfTwo, lastOfOneUnit] = [0x7f, 0x7ff, 0xffff];

/** The number of octets of a character in UTF-8. */
function octetsOf(code: number): number {
  if (code <= lastOfOne) return 1;
  if (code <= lastOfTwo) return 2;
  return code <= lastOfOneUnit ? 3 : 4;
}

/** A text as the value of a property. Controls are not allowed there, and some programs take U+2028 and U+0085 for the end of a line. */
function escapeText(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(inOneLine);
  return lines
    .join('\n')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');
}
