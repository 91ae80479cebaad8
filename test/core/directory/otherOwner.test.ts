import { describe, expect, test } from 'bun:test';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../../src/core/backup/backup.ts';
import { restoreBackup } from '../../../src/modules/restores/writes/restore.ts';
import { connectAgain, connectToRead, openDatabase } from '../../../src/core/database/database.ts';
import { lockDirectory } from '../../../src/core/directory/directoryLock.ts';
import { failureFrom } from '../../support/failure.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

// Only root can work in a directory of another user.
describe.skipIf(process.geteuid?.() !== 0)('root in a data directory of another user', () => {
  const wallMilliseconds = 0;
  const directory = temporaryDirectory();
  openDatabase(directory).close(true);
  chownSync(directory, 54_321, 54_321);
  const file = join(temporaryDirectory(), 'backup.db');

  test.each<[string, () => unknown]>([
    ['opens no database', () => openDatabase(directory)],
    ['opens no second connection', () => connectAgain(directory)],
    ['reads nothing', () => connectToRead(directory)],
    ['takes no lock', () => lockDirectory(directory)],
    ['makes no backup', () => makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds })],
    ['restores nothing', () => restoreBackup({ dataDirectory: directory, file, wallMilliseconds })],
  ])('%s', (_, action) => {
    expect(failureFrom(action)).toContain(`${directory} belongs to user 54321: run this as the owner of the directory`);
    expect(readdirSync(directory)).toEqual(['duebook.db']);
  });
});
