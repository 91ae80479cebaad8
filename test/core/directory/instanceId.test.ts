import { describe, expect, test } from 'bun:test';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instanceIdOf } from '../../../src/core/directory/instanceId.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

describe('the instance id of a data directory', () => {
  test('does not depend on the content of the directory or its path', () => {
    const directory = temporaryDirectory();
    const id = instanceIdOf(directory);
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    writeFileSync(join(directory, 'file'), '');
    const moved = join(temporaryDirectory(), 'moved');
    renameSync(directory, moved);
    expect(instanceIdOf(moved)).toBe(id);
  });

  test('is that of no other directory', () => {
    const ids = Array.from({ length: 20 }, () => instanceIdOf(temporaryDirectory()));
    expect(new Set(ids).size).toBe(20);
  });
});
