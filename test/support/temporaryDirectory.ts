import { afterAll } from 'bun:test';
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The file system in memory on Linux. Containers often have a small one.
const memory = '/dev/shm';
const roomMin = 2 ** 31;

/** Creates a directory that is deleted when the test file ends. */
export function temporaryDirectory(): string {
  return newDirectoryIn(tmpdir());
}

/** Whether {@link directoryInMemory} returns directories in memory. */
export const hasMemory = isWritable(memory);

/**
 * The same in memory, if the system has such a place with room: for measurements that must not depend on the disk, and for
 * databases that only answers are read from. Nothing waits for a disk there.
 */
export function directoryInMemory(): string {
  return newDirectoryIn(hasMemory ? memory : tmpdir());
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= roomMin;
  } catch {
    return false;
  }
}

function newDirectoryIn(parent: string): string {
  const directory = mkdtempSync(join(parent, 'duebook-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
