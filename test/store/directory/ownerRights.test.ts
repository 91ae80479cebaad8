import { describe, expect, test } from 'bun:test';
import { chownSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../../src/store/backup/backup.ts';
import { openDatabase } from '../../../src/store/sqlite/database.ts';
import { lockBackups, lockDirectory } from '../../../src/store/directory/directoryLock.ts';
import { giveToOwnerOf } from '../../../src/store/directory/ownerRights.ts';
import { keepBeside, restoreDatabase } from '../../../src/store/backup/restore.ts';
import { placeFixture } from '../../support/fixtures.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

// Only root can give files away, and only for root there is something to give.
const describeAsRoot = describe.skipIf(process.geteuid?.() !== 0);
const [somebody, somegroup] = [54_321, 54_322];
const wallMilliseconds = Date.parse('2026-11-21T10:00:00Z');

function directoryOfSomebody(): string {
  const directory = temporaryDirectory();
  chownSync(directory, somebody, somegroup);
  return directory;
}

/** What is in a directory, also deeper, and belongs to another user or group. */
function strangersIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const { uid, gid } = statSync(join(directory, name));
    return uid !== somebody || gid !== somegroup;
  });
}

describeAsRoot('what root makes in the data directory of somebody else belongs to that one', () => {
  test('the database, while it is open too, and the locks', () => {
    const directory = directoryOfSomebody();
    const holds = [lockDirectory(directory), lockBackups(directory, 0)];
    const database = openDatabase(directory);
    expect(readdirSync(directory).sort()).toEqual([
      'duebook-backup.lock',
      'duebook.db',
      'duebook.db-shm',
      'duebook.db-wal',
      'duebook.lock',
    ]);
    expect(strangersIn(directory)).toEqual([]);
    database.close(true);
    for (const hold of holds) hold.release();
    expect(strangersIn(directory)).toEqual([]);
  });

  test('the backups that are in it', () => {
    const directory = directoryOfSomebody();
    openDatabase(directory).close(true);
    const folder = join(directory, 'backups');
    const target = { folder, createsFolder: true, keepMax: undefined };
    makeBackup({ dataDirectory: directory, target, wallMilliseconds });
    expect(readdirSync(folder)).toHaveLength(1);
    expect(strangersIn(directory)).toEqual([]);
  });

  test('an upgraded database and its copy', () => {
    const directory = directoryOfSomebody();
    placeFixture(1, directory);
    openDatabase(directory).close(true);
    expect(readdirSync(directory)).toContain('duebook.db.before-upgrade-1');
    expect(strangersIn(directory)).toEqual([]);
  });

  test('a restored database, and what was there before', () => {
    const directory = directoryOfSomebody();
    const elsewhere = temporaryDirectory();
    placeFixture(1, elsewhere);
    openDatabase(directory).close(true);
    restoreDatabase({ dataDirectory: directory, file: join(elsewhere, 'duebook.db'), wallMilliseconds });
    keepBeside(join(directory, 'duebook.db'), join(directory, 'kept.db'), undefined, () => {
      throw new Error('EPERM: operation not permitted, link');
    });
    expect(readdirSync(directory)).toHaveLength(4);
    expect(strangersIn(directory)).toEqual([]);
  });
});

describeAsRoot('what root has elsewhere stays its own', () => {
  test('a backup that is made there', () => {
    const directory = directoryOfSomebody();
    openDatabase(directory).close(true);
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    expect(statSync(file).uid).toBe(0);
  });

  test('though a link in the directory leads there', () => {
    const directory = directoryOfSomebody();
    const precious = join(temporaryDirectory(), 'precious');
    writeFileSync(precious, '');
    symlinkSync(precious, join(directory, 'soft'));
    linkSync(precious, join(directory, 'hard'));
    for (const name of ['soft', 'hard']) giveToOwnerOf(directory, join(directory, name));
    expect(statSync(precious).uid).toBe(0);
  });

  test('and so does what a third one has made', () => {
    const directory = directoryOfSomebody();
    const path = join(directory, 'theirs');
    mkdirSync(path);
    chownSync(path, 1, 1);
    giveToOwnerOf(directory, path);
    expect(statSync(path).uid).toBe(1);
  });
});
