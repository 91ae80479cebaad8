import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** More than the longest key, password or other secret, in bytes. */
export const secretBytesMax = 4096;

// Windows has no such flag, and no named pipes in its file systems.
const openFlags = constants.O_RDONLY | ((constants as Partial<typeof constants>).O_NONBLOCK ?? 0);

/**
 * Opens a regular file to read, and never waits: opening a named pipe would otherwise wait for a program that writes to it.
 *
 * @returns its descriptor
 * @throws the error of the system, or one that says what it is instead
 */
export function openRegularFile(path: string): number {
  const file = openSync(path, openFlags);
  const stats = fstatSync(file);
  if (stats.isFile()) return file;
  closeSync(file);
  throw new Error(`it is ${kindOf(stats)}, not a file`);
}

/**
 * The content of a regular file of a bounded size. Reading a device such as `/dev/zero` would never end.
 *
 * @param bytesMax a larger file is refused before it is read
 * @throws the error of the system, or one that says in words why the file is not read
 */
export function readRegularFile(path: string, bytesMax: number): Buffer {
  const file = openRegularFile(path);
  try {
    if (fstatSync(file).size > bytesMax) throw new TooLarge(bytesMax);
    return readUntil(file, bytesMax);
  } finally {
    closeSync(file);
  }
}

/**
 * The content of a stream that ends within a number of bytes.
 *
 * @throws {TooLarge} when it does not; the stream is closed then
 */
export async function readStream(stream: AsyncIterable<unknown>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    total += bytes.length;
    if (total > bytesMax) throw new TooLarge(bytesMax);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Why a file or a stream is not read: it is larger than what is wanted. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  constructor(bytesMax: number) {
    super(`it is larger than ${shownBytes(bytesMax)}`);
  }
}

const [kib, mib] = [1024, 1024 ** 2];
const chunkBytes = 64 * kib;

/** A number of bytes in words, such as `25 MiB`. */
export function shownBytes(bytes: number): string {
  return bytes >= mib ? `${bytes / mib} MiB` : `${bytes / kib} KiB`;
}

/** Reads to the end: the size of a file may grow meanwhile, and those of the system, such as in `/proc`, say that it is 0. */
function readUntil(file: number, bytesMax: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.alloc(chunkBytes);
    const bytes = readSync(file, chunk, 0, chunk.length, null);
    if (bytes === 0) return Buffer.concat(chunks);
    total += bytes;
    if (total > bytesMax) throw new TooLarge(bytesMax);
    chunks.push(chunk.subarray(0, bytes));
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
