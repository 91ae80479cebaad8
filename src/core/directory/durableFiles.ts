import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

// Some file systems, such as those of network drives, cannot sync a folder.
const cannotSync = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EISDIR']);

/** Waits until the content of a file is on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Waits until the names in a folder are on the disk, where the file system supports that. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && cannotSync.has(String(error.code)))) throw error;
  }
}

const bytesAtOnce = 1024 * 1024;

/** Copies an open file, and closes it, into a new file of mode 0600. It never writes to an existing file or link. */
export function copyInto(path: string, from: number): void {
  try {
    const to = openSync(path, 'wx', 0o600);
    try {
      const buffer = Buffer.alloc(bytesAtOnce);
      for (let bytes = 1; bytes > 0;) {
        bytes = readSync(from, buffer, 0, buffer.length, null);
        for (let written = 0; written < bytes;) written += writeSync(to, buffer, written, bytes - written);
      }
    } finally {
      closeSync(to);
    }
  } finally {
    closeSync(from);
  }
}

/** Gives a finished file its final name, atomically and durably; it replaces a file of that name. */
export function putInPlace(draft: string, path: string): void {
  syncFile(draft);
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/**
 * Writes a text file that only its user can read: atomically, and on the disk when this returns.
 *
 * @throws the error of the system; nothing of the text is left behind then, and an earlier file stays as it was
 */
export function writePrivately(path: string, text: string): void {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    putInPlace(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
