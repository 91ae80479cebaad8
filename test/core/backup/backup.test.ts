import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupFailed, makeBackup, type BackupTarget } from '../../../src/core/backup/backup.ts';
import { faultsOf } from '../../../src/core/database/copy.ts';
import { lockBackups } from '../../../src/core/directory/directoryLock.ts';
import { failureFrom } from '../../support/failure.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

const at = Date.parse('2026-11-21T10:00:00.987Z');
const { directory: dataDirectory, create, database, countOf } = openTestStore();
for (const name of ['one', 'two', 'three']) await create({ name });

function backUp(
  target: Partial<Extract<BackupTarget, { folder: string }>> & { folder: string },
  wallMilliseconds = at,
) {
  return makeBackup({
    dataDirectory,
    target: { createsFolder: false, keepMax: undefined, ...target },
    wallMilliseconds,
  });
}

function subscriptionsIn(path: string): unknown {
  const backup = new Database(path, { readonly: true });
  const rows = backup.query('SELECT * FROM subscriptions').all();
  expect(faultsOf(backup)).toEqual([]);
  backup.close();
  return rows;
}

describe('a backup', () => {
  test('is one file, named after its time, with all that is in the open database', () => {
    const folder = temporaryDirectory();
    const made = backUp({ folder });
    expect(made).toEqual({
      path: join(folder, 'duebook-2026-11-21T10-00-00Z.db'),
      bytes: statSync(made.path).size,
      removed: [],
    });
    expect(readdirSync(folder)).toEqual(['duebook-2026-11-21T10-00-00Z.db']);
    expect(subscriptionsIn(made.path)).toEqual(database.query('SELECT * FROM subscriptions').all());
    expect(readdirSync(folder)).toEqual(['duebook-2026-11-21T10-00-00Z.db']);
  });

  test('is for its owner alone even under a careless umask, and so is the folder that is made for it', () => {
    const folder = join(temporaryDirectory(), 'backups');
    const umask = process.umask(0);
    const { path } = backUp({ folder, createsFolder: true });
    process.umask(umask);
    expect([path, folder].map((name) => (statSync(name).mode & 0o777).toString(8))).toEqual(['600', '700']);
  });

  test('never takes the place of another, even within one second', () => {
    const folder = temporaryDirectory();
    const paths = [backUp({ folder }).path, backUp({ folder }).path, backUp({ folder }, at + 1000).path];
    expect(new Set(paths).size).toBe(3);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test('goes into a file that does not exist yet, and into no other', () => {
    const folder = temporaryDirectory();
    const file = join(folder, 'mine.db');
    const request = { dataDirectory, target: { file }, wallMilliseconds: at };
    expect(makeBackup(request)).toMatchObject({ path: file, removed: [] });
    const before = readFileSync(file);
    expect(failureFrom(() => makeBackup(request))).toContain('a file of that name already exists');
    expect(readFileSync(file).equals(before)).toBe(true);
    const nowhere = { ...request, target: { file: join(folder, 'none/mine.db') } };
    expect(failureFrom(() => makeBackup(nowhere))).toContain(`there is no directory ${join(folder, 'none')}`);
  });
});

describe('keeping some backups', () => {
  const day = 86_400_000;

  test('removes the oldest in excess of the number, and only backups', () => {
    const folder = temporaryDirectory();
    const others = [
      'duebook.db',
      'notes.txt',
      'duebook-2020-01-01.db',
      'duebook-2020-13-01T00-00-00Z.db',
      'xduebook-2020-01-01T00-00-00Z.db',
    ];
    for (const name of others) writeFileSync(join(folder, name), '');
    const paths = [0, 1, 1, 2].map((days) => backUp({ folder }, at + days * day).path);
    const made = backUp({ folder, keepMax: 3 }, at + 3 * day);
    expect(made.removed).toEqual(paths.slice(0, 2));
    const kept = [...paths.slice(2), made.path].map((path) => path.slice(folder.length + 1));
    expect(readdirSync(folder).sort()).toEqual([...others, ...kept].sort());
  });

  test('never removes the one just made, even when the clock was set back', () => {
    const folder = temporaryDirectory();
    const later = backUp({ folder }, at + day).path;
    const made = backUp({ folder, keepMax: 1 });
    expect(made.removed).toEqual([later]);
    expect(readdirSync(folder)).toEqual(['duebook-2026-11-21T10-00-00Z.db']);
  });
});

describe('a backup that fails', () => {
  const failing: [
    name: string,
    spoil: (folder: string) => Partial<Extract<BackupTarget, { folder: string }>>,
    reason: string,
  ][] = [
    [
      'because its folder is not there',
      (folder) => ({ folder: join(folder, 'unmounted') }),
      'there is no such file or directory',
    ],
    [
      'because its folder is a file',
      (folder) => ({ folder: join(folder, 'duebook-2026-11-20T10-00-00Z.db') }),
      'part of the path is a file',
    ],
  ];
  test.each(failing)('%s leaves the earlier ones alone', (_, spoil, reason) => {
    const folder = temporaryDirectory();
    backUp({ folder }, at - 86_400_000);
    expect(failureFrom(() => backUp({ folder, keepMax: 1, ...spoil(folder) }))).toContain(reason);
    expect(readdirSync(folder)).toEqual(['duebook-2026-11-20T10-00-00Z.db']);
  });

  test('because a record lacks its audit trail leaves no file and removes none', async () => {
    const folder = temporaryDirectory();
    const spoilt = openTestStore();
    await spoilt.create();
    const request = (wallMilliseconds: number) =>
      makeBackup({
        dataDirectory: spoilt.directory,
        target: { folder, createsFolder: false, keepMax: 1 },
        wallMilliseconds,
      });
    request(at);
    spoilt.database.run('DELETE FROM audit_entries');
    expect(failureFrom(() => request(at + 1000))).toMatch(
      /^BackupFailed: .* failed: the copy is damaged: subscription \S+ has no audit entry$/,
    );
    expect(readdirSync(folder)).toEqual(['duebook-2026-11-21T10-00-00Z.db']);
  });

  test('because another is being made says so', () => {
    const directory = temporaryDirectory();
    const hold = lockBackups(directory, 0);
    expect(failureFrom(() => lockBackups(directory, 0))).toContain('another backup');
    hold.release();
    expect(() =>
      makeBackup({ dataDirectory: directory, target: { file: join(directory, 'x') }, wallMilliseconds: at }),
    ).toThrow(BackupFailed);
  });
});

test('what a killed backup has left is removed by the next, and nothing else is', () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'duebook-2026-11-20T10-00-00Z.db.partial'), 'half');
  writeFileSync(join(folder, 'duebook-2026-11-20T10-00-00Z.db.partial-journal'), 'half');
  writeFileSync(join(folder, 'duebook-2026-11-21T10-00-00Z.db.partial-journal'), 'half');
  writeFileSync(join(folder, 'theirs.partial'), 'half');
  mkdirSync(join(folder, 'nested'));
  backUp({ folder });
  expect(readdirSync(folder).sort()).toEqual(['duebook-2026-11-21T10-00-00Z.db', 'nested', 'theirs.partial']);
  expect(countOf('subscriptions')).toBe(3);
});
