import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new directory that is gone when the test file ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'duebook-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
