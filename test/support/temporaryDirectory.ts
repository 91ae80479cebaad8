import { afterAll } from 'bun:test';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Where Linux has files without a disk.
const memory = '/dev/shm';

/** A new directory that is gone when the test file ends. */
export function temporaryDirectory(): string {
  return newDirectoryIn(tmpdir());
}

/** Whether {@link directoryInMemory} gives directories that are on no disk. */
export const hasMemory = isWritable(memory);

/** The same on no disk, where the system has such a place: for what must not be measured by how fast a disk is. */
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
