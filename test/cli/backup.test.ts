import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockBackups } from '../../src/store/directory/directoryLock.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { schemaVersion } from '../../src/store/schema/migrations.ts';
import { createTestClock } from '../support/clock.ts';
import { outcomeOf, startProgram } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

describe('backup and restore', () => {
  test('back up while a server runs, refuse to restore then, and restore after its stop', async () => {
    const dataDirectory = join(temporaryDirectory(), 'data');
    const at = ['--data-dir', dataDirectory];
    const clock = createTestClock('2026-11-21T10:00:00.000Z');
    const server = startProgram(['serve', '--port', '0', ...at], {}, clock);
    await server.listening;
    const path = join(dataDirectory, 'backups/duebook-2026-11-21T10-00-00Z.db');
    expect(await outcomeOf(['backup', ...at], {}, clock)).toEqual({ code: 0, results: [path], notices: [] });
    const second = await outcomeOf(['backup', '--keep', '1', '--json', ...at], {}, clock);
    expect(JSON.parse(second.results[0] ?? '')).toMatchObject({ removed: [path] });
    expect(await outcomeOf(['serve', '--port', '0', ...at])).toMatchObject({ code: 1, results: [] });
    const copy = join(dataDirectory, 'copy.db');
    expect(await outcomeOf(['backup', '--to', copy, ...at])).toMatchObject({ code: 0, results: [copy] });
    expect(await outcomeOf(['restore', copy, ...at])).toMatchObject({ code: 1, results: [] });
    server.requestBackup();
    // A server stops without waiting for a long backup, which has the database open.
    while (!existsSync(path)) await Bun.sleep(1);
    lockBackups(dataDirectory, 10_000).release();
    server.stop();
    expect(await server.ended).toBe(0);
    const restored = await outcomeOf(['restore', copy, ...at], {}, clock);
    expect(restored).toEqual({
      code: 0,
      results: [
        `restored ${copy} to ${join(dataDirectory, 'duebook.db')}`,
        `the replaced database is in ${join(dataDirectory, 'duebook.db.before-restore-2026-11-21T10-00-00Z')}`,
      ],
      notices: [],
    });
    const elsewhere = join(temporaryDirectory(), 'elsewhere');
    const anew = await outcomeOf(['restore', copy, '--json', '--data-dir', elsewhere]);
    expect(JSON.parse(anew.results[0] ?? '')).toEqual({
      database: join(elsewhere, 'duebook.db'),
      schemaVersion,
      replaced: null,
      ended: 0,
      goneUsers: [],
      withoutPassword: [],
    });
  });

  test('exit with 1 without a database or a target directory, and with 2 for --keep with a file', async () => {
    const directory = temporaryDirectory();
    const at = ['--data-dir', directory];
    expect(await outcomeOf(['backup', ...at])).toMatchObject({ code: 1, results: [] });
    await outcomeOf(['keys', 'create', '--owner', 'anna', '--scope', 'read', '--init', ...at]);
    const nowhere = join(directory, 'none/');
    expect(await outcomeOf(['backup', '--to', nowhere, ...at])).toMatchObject({ code: 1, results: [] });
    expect(await outcomeOf(['backup', ...at], { DUEBOOK_BACKUP_DIR: nowhere })).toMatchObject({ code: 1, results: [] });
    const misused = await outcomeOf(['backup', '--to', join(directory, 'file.db'), '--keep', '2', ...at]);
    expect(misused).toMatchObject({ code: 2, results: [] });
    expect((await outcomeOf(['backup', '--keep', 'all', ...at])).code).toBe(2);
  });
});

describe('a backup target that does not exist', () => {
  test.each(['typo-dir', 'typo-dir/deeper', 'backup.db.old'])(
    'is refused unless it ends in .db, .sqlite or .sqlite3: %s',
    async (name) => {
      const directory = temporaryDirectory();
      openDatabase(directory).close(true);
      const before = readdirSync(directory);
      const to = join(directory, name);
      expect(await outcomeOf(['backup', '--to', to, '--data-dir', directory])).toEqual({
        code: 2,
        results: [],
        notices: [
          `duebook: --to is ${to}, which does not exist: name an existing directory, or a file that ends in .db, .sqlite or .sqlite3`,
        ],
      });
      expect(readdirSync(directory)).toEqual(before);
    },
  );

  test('stops a server with scheduled backups before it changes anything', async () => {
    const directory = temporaryDirectory();
    const [dataDirectory, folder, file] = [join(directory, 'data'), join(directory, 'unmounted'), join(directory, 'f')];
    writeFileSync(file, '');
    for (const place of [folder, file]) {
      const words = [
        'serve',
        '--port',
        '0',
        '--data-dir',
        dataDirectory,
        '--backup-every',
        '24h',
        '--backup-dir',
        place,
      ];
      const { code, results, notices } = await outcomeOf(words);
      expect([code, results, notices.length]).toEqual([1, [], 1]);
      expect(notices[0]).toStartWith(`duebook: backups cannot be written to ${place}: `);
      expect(existsSync(dataDirectory)).toBe(false);
    }
  });
});

test('restore reports a first key only if the restored database does not know it', async () => {
  const directories = [0, 1].map(() => join(temporaryDirectory(), 'data'));
  for (const directory of directories) {
    const server = startProgram(['serve', '--port', '0', '--data-dir', directory]);
    await server.listening;
    server.stop();
    await server.ended;
  }
  const [own = '', other = ''] = directories;
  const backups = directories.map((directory) => join(directory, 'copy.db'));
  for (const [place, directory] of directories.entries()) {
    await outcomeOf(['backup', '--to', backups[place] ?? '', '--data-dir', directory]);
  }
  const restoring = (place: number) => outcomeOf(['restore', backups[place] ?? '', '--data-dir', own]);
  expect(await restoring(0)).toMatchObject({ code: 0, notices: [] });
  const { code, notices } = await restoring(1);
  expect([code, notices.length]).toEqual([0, 1]);
  expect(notices[0]).toStartWith(`duebook: the key in ${join(own, 'initial-api-key')} does not work with the restored`);
  const elsewhere = join(other, 'elsewhere');
  expect(await outcomeOf(['restore', backups[0] ?? '', '--data-dir', elsewhere])).toMatchObject({ notices: [] });
});

test('restore says how many keys and users stay invalid, and when it cannot know', async () => {
  const directory = join(temporaryDirectory(), 'data');
  const at = ['--data-dir', directory];
  const copy = join(temporaryDirectory(), 'copy.db');
  await outcomeOf(['keys', 'create', '--owner', 'anna', '--scope', 'read', '--init', ...at]);
  await outcomeOf(['users', 'add', 'ben', '--owner', 'anna', ...at]);
  await outcomeOf(['backup', '--to', copy, ...at]);
  await outcomeOf(['users', 'remove', 'ben', ...at]);
  await outcomeOf(['users', 'add', 'zoe', '--owner', 'anna', ...at]);
  const kept = 'duebook: keys and users of the backup that have ended since stay invalid: 1';
  expect((await outcomeOf(['restore', copy, ...at])).notices).toEqual([
    kept,
    'duebook: users who were added after the backup are gone: zoe; see "duebook users add --help"',
  ]);
  const again = await outcomeOf(['restore', copy, '--json', ...at]);
  expect(again.notices).toEqual([kept]);
  expect(JSON.parse(again.results[0] ?? '')).toMatchObject({ ended: 1, goneUsers: [], withoutPassword: [] });
  expect((await outcomeOf(['users', 'list', '--json', ...at])).results.join()).not.toContain('ben');
  writeFileSync(join(directory, 'duebook.db'), 'no database');
  const { notices } = await outcomeOf(['restore', copy, ...at]);
  expect(notices).toEqual([expect.stringContaining('the replaced database could not be read: keys that were revoked')]);
});
