import { describe, expect, test } from 'bun:test';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectToRead, openDatabase } from '../../../src/core/database/database.ts';
import { refuseLinkedFolder, refuseLinksIn } from '../../../src/core/directory/links.ts';
import { failureFrom } from '../../support/failure.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

function directoryWithDatabase(): string {
  const directory = temporaryDirectory();
  openDatabase(directory).close(true);
  return directory;
}

describe('the files of a data directory', () => {
  test('are opened when each is a file of its own, or not there', () => {
    refuseLinksIn(temporaryDirectory());
    refuseLinksIn(directoryWithDatabase());
  });

  test('are opened through a link to the whole directory', () => {
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(directoryWithDatabase(), link);
    openDatabase(link).close(true);
    connectToRead(link).close(true);
  });

  test('are refused when another directory has one of them too, with what finds it', () => {
    const directory = directoryWithDatabase();
    const path = join(directory, 'duebook.db');
    linkSync(path, join(temporaryDirectory(), 'other.db'));
    const refusal =
      `DatabaseRefused: ${path} is a file with 2 names (hard links), of which other directories have 1: ` +
      `delete those; "find / -xdev -samefile ${path}" lists them`;
    expect(failureFrom(() => openDatabase(directory))).toBe(refusal);
    expect(failureFrom(() => connectToRead(directory))).toBe(refusal);
  });

  test('are opened when the other name is in the same directory, as a crash during a restore leaves it', () => {
    const directory = directoryWithDatabase();
    const path = join(directory, 'duebook.db');
    linkSync(path, `${path}.before-restore-2026-11-20T10-00-00Z`);
    openDatabase(directory).close(true);
    linkSync(path, join(temporaryDirectory(), 'other.db'));
    expect(failureFrom(() => openDatabase(directory))).toContain(
      '3 names (hard links), of which other directories have 1',
    );
  });

  test.skipIf(process.platform === 'win32')(
    'are refused when one is not a regular file, without waiting for it',
    async () => {
      const directory = temporaryDirectory();
      const path = join(directory, 'duebook.db');
      expect(await Bun.spawn(['mkfifo', path]).exited).toBe(0);
      expect(failureFrom(() => openDatabase(directory))).toContain(`${path} is not a regular file: move it`);
      const other = temporaryDirectory();
      mkdirSync(join(other, 'duebook.lock'));
      expect(failureFrom(() => refuseLinksIn(other))).toContain('duebook.lock is not a regular file');
    },
  );
});

test('a directory of backups that is a link is refused, with what to do', () => {
  const [directory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  const path = join(directory, 'backups');
  refuseLinkedFolder(path);
  refuseLinkedFolder(elsewhere);
  writeFileSync(join(elsewhere, 'x'), '');
  symlinkSync(elsewhere, path);
  expect(failureFrom(() => refuseLinkedFolder(path))).toBe(
    `DatabaseRefused: ${path} is a symbolic link to ${elsewhere}: delete the link, and give the directory behind it with --backup-dir or --to`,
  );
});
