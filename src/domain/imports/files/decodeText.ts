import { analyse } from 'chardet';
import { problem, type Read } from '../values/reading.ts';

const sampleBytes = 64 * 1024;
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
  if (signature !== undefined) {
    return problem(`The file is ${signature[1]}.`, 'Export the records as CSV or JSON, and import that file.');
  }
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

function decodeOlder(bytes: Uint8Array): Read<string> {
  const sample = sampleOf(bytes);
  const [best] = analyse(sample);
  const name = best === undefined || /^(iso-8859|windows-125)/i.test(best.name) ? 'windows-1252' : best.name;
  if (name.toLowerCase() === 'utf-8' || name.toLowerCase() === 'ascii') {
    return problem('The file is almost UTF-8, but has bytes that are not.', 'Save the file as UTF-8.');
  }
  return { value: decoderOf(name).decode(bytes) };
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
    return new TextDecoder('windows-1252');
  }
}
