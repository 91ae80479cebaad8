import { chmodSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { StorageUnavailable } from '../writer/storageUnavailable.ts';
import { TooLarge, readRegularFile } from '../runtime/boundedReading.ts';
import { reasonOf } from '../runtime/systemErrors.ts';
import { DatabaseRefused } from '../directory/databaseFile.ts';
import { writePrivately } from '../directory/durableFiles.ts';
import { sha256 } from '../runtime/host.ts';

/** A key that encrypts secrets, and its id, which follows from the key. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The name of the file with the keys. No backup has it. */
const keyFileName = 'secret.key';

// Room for many keys and for comments.
const bytesMax = 64 * 1024;

/** The length of a key, in bytes. */
export const keyLength = 32;

const header = '# Duebook encrypts the secrets of channels with this key. Keep a copy apart from the backups.';

/** A key of given bytes. */
export function keyOf(bytes: Uint8Array<ArrayBuffer>): SecretKey {
  return { id: sha256(bytes, 'hex').slice(0, 12), bytes };
}

/**
 * The keys of a data directory, the present one first; there is another one only if somebody has put a copy of the file back
 * while the server had a key of its own. None when the file does not exist.
 *
 * @throws {DatabaseRefused} when the file is damaged or not a regular file
 * @throws {StorageUnavailable} when it cannot be read
 */
export function readKeys(dataDirectory: string): readonly SecretKey[] {
  const path = join(dataDirectory, keyFileName);
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined) return [];
  if (!file.isFile()) throw damaged(path, 'is not a regular file');
  const lines = textIn(path).split('\n');
  const keys = lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map((line) => parse(line, path));
  if (keys.length === 0) throw damaged(path, 'has no key');
  // A copy that was put back may be readable by others. The mode of a file with a second name is also that of the other name.
  if ((file.mode & 0o077) !== 0) {
    if (file.nlink > 1) writeKeys(dataDirectory, keys);
    else chmodSync(path, 0o600);
  }
  return keys;
}

function textIn(path: string): string {
  try {
    return readRegularFile(path, bytesMax).toString('utf8');
  } catch (error) {
    if (error instanceof TooLarge) throw damaged(path, 'is damaged', error);
    throw new StorageUnavailable(`cannot read ${path}: ${reasonOf(error, path)}`, { cause: error });
  }
}

/**
 * Writes the keys of a data directory, readable only by its user: atomically, and on the disk when this returns.
 *
 * @throws {StorageUnavailable} when the file cannot be written, such as on a full disk; an earlier file stays as it was
 */
export function writeKeys(dataDirectory: string, keys: readonly SecretKey[]): void {
  const path = join(dataDirectory, keyFileName);
  const lines = keys.map(({ bytes }) => bytes.toBase64());
  try {
    writePrivately(path, `${[header, ...lines].join('\n')}\n`);
  } catch (error) {
    throw new StorageUnavailable(`cannot write ${path}: ${reasonOf(error, path)}`, { cause: error });
  }
}

function parse(line: string, path: string): SecretKey {
  const bytes = /^[A-Za-z0-9+/]{43}=$/.test(line.trim()) ? Uint8Array.fromBase64(line.trim()) : undefined;
  if (bytes === undefined) throw damaged(path, 'is damaged');
  return keyOf(bytes);
}

function damaged(path: string, what: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    `${path} ${what}: replace it with your copy of it, or move it away and enter the secrets of the channels again`,
    { cause },
  );
}
