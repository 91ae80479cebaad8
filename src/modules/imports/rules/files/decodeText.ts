import { problem, type Read } from '../values/problems.ts';
import type { EncodingName } from './encodings.ts';
import { guessEncoding } from './guessEncoding.ts';

const sampleBytes = 64 * 1024;
const signatures: readonly (readonly [string, string])[] = [
  ['PK\u0003\u0004', 'a ZIP archive or a workbook (.xlsx, .ods)'],
  ['%PDF', 'a PDF document'],
  ['SQLite format 3', 'an SQLite database'],
  ['\u001f\u008b', 'a gzip archive'],
  ['\u0089PNG', 'a picture'],
  ['\u00d0\u00cf\u0011\u00e0', 'a workbook (.xls)'],
];

/** The text of a file, without a byte order mark. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: EncodingName;
  /** Whether only the look of its bytes speaks for the encoding. */
  readonly isGuessed: boolean;
}

/** Reads the text of a file. A byte order mark wins, then the stated encoding, then UTF-8 and UTF-16, then an older encoding. */
export function decodeText(bytes: Uint8Array, stated?: EncodingName): Read<DecodedText> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const signature = signatures.find(([first]) => start.startsWith(first));
  if (signature !== undefined) return problem('otherKindOfFile', { kind: signature[1] });
  const certain = markedEncodingOf(bytes) ?? stated;
  if (certain !== undefined) return decodedAs(certain, bytes);
  const wide = wideEncodingOf(bytes);
  if (wide !== undefined) return { value: { text: textIn(wide, bytes), encoding: wide, isGuessed: false } };
  const utf8 = decodedAs('utf-8', bytes);
  if ('value' in utf8 || isAlmostUtf8(sampleOf(bytes))) return utf8;
  const encoding = guessEncoding(bytes);
  return { value: { text: textIn(encoding, bytes), encoding, isGuessed: true } };
}

/** The text of bytes in an encoding, or where it has bytes that the encoding does not have. */
function decodedAs(encoding: EncodingName, bytes: Uint8Array): Read<DecodedText> {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { value: { text, encoding, isGuessed: false } };
  } catch {
    const readable = textIn(encoding, bytes).split('\ufffd', 1).join('');
    return problem('undecodable', { encoding, line: readable.split(/\r\n|\r|\n/).length });
  }
}

/** The text of bytes in an encoding, with `\ufffd` for bytes that it does not have. */
function textIn(encoding: EncodingName, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** The encoding that the byte order mark of a file says. */
function markedEncodingOf([first, second, third]: Uint8Array): EncodingName | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** UTF-16 by the zero bytes of its ASCII characters. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 1024);
  const zeros = [0, 0];
  for (const [position, byte] of sample.entries()) {
    if (byte === 0) zeros[position % 2] = (zeros[position % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Whether most characters beyond ASCII are valid UTF-8. Another encoding has valid ones only by chance. */
function isAlmostUtf8(sample: Uint8Array): boolean {
  const beyondAscii = textIn('utf-8', sample).match(/[^\p{ASCII}]/gu) ?? [];
  const broken = beyondAscii.filter((character) => character === '\ufffd').length;
  return beyondAscii.length > 2 * broken;
}

/** The beginning of a file from its first byte beyond ASCII, which decides. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 100);
  return bytes.subarray(first, first + sampleBytes);
}
