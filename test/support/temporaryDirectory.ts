import { afterAll } from 'bun:test';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The file system in memory on Linux.
const memory = '/dev/shm';

/** Creates a directory that is deleted when the test file ends. */
export function temporaryDirectory(): string {
  return newDirectoryIn(tmpdir());
}

/** Whether {@link directoryInMemory} returns directories in memory. */
export const hasMemory = isWritable(memory);

/** The same in memory, if the system has such a place: for measurements that must not depend on the disk. */
export function directoryInMemory(): string {
  return newDirectoryIn(hasMemory ? memory : tmpdir());
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function newDirectoryIn(parent: string): string {
  const directory = mkdtempSync(join(parent, 'duebook-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
