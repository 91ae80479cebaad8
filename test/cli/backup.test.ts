import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockBackups } from '../../src/core/directory/directoryLock.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { schemaVersion } from '../../src/core/database/migrations.ts';
import { createTestClock } from '../support/clock.ts';
import { createCommands } from '../support/commands.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

describe('backup and restore', () => {
  test('back up while a server runs, refuse to restore then, and restore after its stop', async () => {
    const { dataDir, ask, askJson, serve } = createCommands(createTestClock('2026-11-21T10:00:00.000Z'));
    const server = await serve();
    const path = join(dataDir, 'backups/duebook-2026-11-21T10-00-00Z.db');
    expect(await ask('backup')).toEqual({ code: 0, results: [path], notices: [] });
    expect(await askJson('backup', '--keep', '1')).toMatchObject({ removed: [path] });
    expect(await ask('serve', '--port', '0')).toMatchObject({ code: 1, results: [] });
    const copy = join(dataDir, 'copy.db');
    expect(await ask('backup', '--to', copy)).toMatchObject({ code: 0, results: [copy] });
    expect(await ask('restore', copy)).toMatchObject({ code: 1, results: [] });
    server.requestBackup();
    // A server stops without waiting for a long backup, which has the database open.
    while (!existsSync(path)) await Bun.sleep(1);
    lockBackups(dataDir, 10_000).release();
    expect(await server.stop()).toBe(0);
    const restored = await ask('restore', copy);
    expect(restored).toEqual({
      code: 0,
      results: [
        `restored ${copy} to ${join(dataDir, 'duebook.db')}`,
        `the replaced database is in ${join(dataDir, 'duebook.db.before-restore-2026-11-21T10-00-00Z')}`,
      ],
      notices: [],
    });
    const elsewhere = createCommands();
    expect(await elsewhere.askJson('restore', copy)).toEqual({
      database: join(elsewhere.dataDir, 'duebook.db'),
      schemaVersion,
      replaced: null,
      ended: null,
      stillValid: [expect.stringMatching(/^key dbk_w_/) as string, 'user admin'],
      goneUsers: [],
      withoutPassword: [],
      withoutAdmin: [],
      lowered: [],
      channelsOff: 0,
      channelsUnreadable: 0,
    });
  });

  test('exit with 1 without a database or a target directory, and with 2 for --keep with a file', async () => {
    const { dataDir, ask, createKey } = createCommands();
    expect(await ask('backup')).toMatchObject({ code: 1, results: [] });
    await createKey('anna');
    const nowhere = join(dataDir, 'none/');
    expect(await ask('backup', '--to', nowhere)).toMatchObject({ code: 1, results: [] });
    const byVariable = await outcomeOf(['backup', '--data-dir', dataDir], { DUEBOOK_BACKUP_DIR: nowhere });
    expect(byVariable).toMatchObject({ code: 1, results: [] });
    const misused = await ask('backup', '--to', join(dataDir, 'file.db'), '--keep', '2');
    expect(misused).toMatchObject({ code: 2, results: [] });
    for (const keep of ['all', '0']) expect((await ask('backup', '--keep', keep)).code).toBe(2);
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
    const { dataDir, ask } = createCommands();
    const [folder, file] = [join(directory, 'unmounted'), join(directory, 'f')];
    writeFileSync(file, '');
    for (const place of [folder, file]) {
      const words = ['serve', '--port', '0', '--backup-every', '24h', '--backup-dir', place];
      const { code, results, notices } = await ask(...words);
      expect([code, results, notices.length]).toEqual([1, [], 1]);
      expect(notices[0]).toStartWith(`duebook: backups cannot be written to ${place}: `);
      expect(existsSync(dataDir)).toBe(false);
    }
  });
});

test('restore reports a first key only if the restored database does not know it', async () => {
  const [own, other] = [createCommands(), createCommands()];
  const backups = [join(own.dataDir, 'copy.db'), join(other.dataDir, 'copy.db')] as const;
  for (const [place, { serve, ask }] of [own, other].entries()) {
    await (await serve()).stop();
    await ask('backup', '--to', backups[place] ?? '');
  }
  expect(await own.ask('restore', backups[0])).toMatchObject({ code: 0, notices: [] });
  const { code, notices } = await own.ask('restore', backups[1]);
  expect([code, notices.length]).toEqual([0, 2]);
  expect(notices[1]).toStartWith(
    `duebook: the key in ${join(own.dataDir, 'initial-api-key')} does not work with the restored`,
  );
  const elsewhere = await createCommands().ask('restore', backups[0]);
  expect(elsewhere.notices).toEqual([expect.stringContaining('valid as in the backup') as string]);
});

test('restore says how many keys and users stay invalid, and when it cannot know', async () => {
  const { dataDir, ask, askJson, createKey } = createCommands();
  const copy = join(temporaryDirectory(), 'copy.db');
  await createKey('anna');
  await ask('users', 'add', 'ben', '--owner', 'anna');
  await ask('backup', '--to', copy);
  await ask('users', 'remove', 'ben');
  await ask('users', 'add', 'zoe', '--owner', 'anna', '--scope', 'admin');
  const kept = 'duebook: keys, calendar feeds and users of the backup that have ended since stay invalid: 1';
  expect((await ask('restore', copy)).notices).toEqual([
    kept,
    'duebook: users who were added after the backup are gone: zoe; see "duebook users add --help"',
    'duebook: no user of "anna" has the scope admin any more: add one with "duebook users add NAME --owner anna --scope admin"',
  ]);
  const again = await ask('restore', copy, '--json');
  expect(again.notices).toEqual([kept]);
  expect(JSON.parse(again.results[0] ?? '')).toMatchObject({ ended: 1, goneUsers: [], withoutPassword: [] });
  expect(JSON.stringify(await askJson('users', 'list'))).not.toContain('ben');
  writeFileSync(join(dataDir, 'duebook.db'), 'no database');
  const { notices } = await ask('restore', copy);
  expect(notices).toEqual([
    expect.stringMatching(
      /valid as in the backup, since .*: key dbk_r_\w+…, user ben; what you have revoked/,
    ) as string,
  ]);
});
