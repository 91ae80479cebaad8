import { analyse } from 'chardet';
import { problem, type Read } from '../values/problems.ts';

const sampleBytes = 64 * 1024;
const westernEncoding = 'windows-1252';
const westernNames = /^(?:iso-8859-15?|windows-1252)$/i;
const clearly = 15;
const signatures: readonly (readonly [string, string])[] = [
  ['PK\u0003\u0004', 'a ZIP archive or a workbook (.xlsx, .ods)'],
  ['%PDF', 'a PDF document'],
  ['SQLite format 3', 'an SQLite database'],
  ['\u001f\u008b', 'a gzip archive'],
  ['\u0089PNG', 'a picture'],
  ['\u00d0\u00cf\u0011\u00e0', 'a workbook (.xls)'],
];

/** The text of a file: UTF-8, UTF-16, or an older encoding that its bytes look like. Without a byte order mark. */
export function decodeText(bytes: Uint8Array): Read<string> {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const signature = signatures.find(([first]) => start.startsWith(first));
  if (signature !== undefined) return problem('otherKindOfFile', { kind: signature[1] });
  const wide = wideEncodingOf(bytes);
  if (wide !== undefined) return { value: new TextDecoder(wide).decode(bytes) };
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return decodeOlder(bytes);
  }
}

/** UTF-16 by its byte order mark, or by the zero bytes of its ASCII characters. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 1024);
  const zeros = [0, 0];
  for (const [position, byte] of sample.entries()) {
    if (byte === 0) zeros[position % 2] = (zeros[position % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (even + odd < sample.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Western European unless another encoding is clearly more likely: few letters beyond ASCII are little evidence. */
function decodeOlder(bytes: Uint8Array): Read<string> {
  const sample = sampleOf(bytes);
  if (isAlmostUtf8(sample)) return problem('brokenUtf8');
  const guesses = analyse(sample);
  const [best] = guesses;
  const western = guesses.find(({ name }) => westernNames.test(name));
  const isWestern = best === undefined || (western?.confidence ?? 0) + clearly >= best.confidence;
  const name = isWestern ? westernEncoding : best.name;
  return { value: decoderOf(name).decode(bytes) };
}

/** Whether most characters beyond ASCII are valid UTF-8. Another encoding has valid ones only by chance. */
function isAlmostUtf8(sample: Uint8Array): boolean {
  const beyondAscii = new TextDecoder('utf-8').decode(sample).match(/[^\p{ASCII}]/gu) ?? [];
  const broken = beyondAscii.filter((character) => character === '\ufffd').length;
  return beyondAscii.length > 2 * broken;
}

/** The beginning of a file from its first byte beyond ASCII, which decides. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 100);
  return bytes.subarray(first, first + sampleBytes);
}

function decoderOf(name: string): TextDecoder {
  try {
    return new TextDecoder(name as 'utf-8');
  } catch {
    return new TextDecoder(westernEncoding);
  }
}
