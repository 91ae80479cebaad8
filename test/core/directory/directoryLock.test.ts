import { describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockBackups, lockDirectory } from '../../../src/core/directory/directoryLock.ts';
import { holdInAnotherProcess } from '../../support/directoryHolder.ts';
import { failureFrom } from '../../support/failure.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

describe('a data directory that is held', () => {
  test('is held once at a time, in one process too, until it is released', () => {
    const directory = temporaryDirectory();
    const hold = lockDirectory(directory);
    expect(failureFrom(() => lockDirectory(directory))).toContain(
      `another duebook is running on the data directory ${directory}`,
    );
    hold.release();
    lockDirectory(directory).release();
  });

  test('is free again as soon as its holder is killed', async () => {
    const directory = temporaryDirectory();
    const holder = await holdInAnotherProcess(directory);
    expect(failureFrom(() => lockDirectory(directory))).toContain('another duebook');
    await holder.kill();
    lockDirectory(directory).release();
  });

  test('is not held against backups, nor another directory', () => {
    const directory = temporaryDirectory();
    const holds = [lockDirectory(directory), lockBackups(directory, 0), lockDirectory(temporaryDirectory())];
    for (const hold of holds) hold.release();
  });

  test('has an empty file for it, for its owner alone, and nothing else', () => {
    const directory = temporaryDirectory();
    const umask = process.umask(0);
    const hold = lockDirectory(directory);
    process.umask(umask);
    expect(readdirSync(directory)).toEqual(['duebook.lock']);
    const { size, mode } = statSync(join(directory, 'duebook.lock'));
    expect([size, (mode & 0o777).toString(8)]).toEqual([0, '600']);
    hold.release();
  });

  test('that does not exist cannot be held', () => {
    expect(failureFrom(() => lockDirectory(join(temporaryDirectory(), 'none')))).toContain('cannot use the database');
  });
});
