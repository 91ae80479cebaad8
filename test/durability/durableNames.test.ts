import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../src/core/backup/backup.ts';
import { faultsOf } from '../../src/core/database/copy.ts';
import { isKnownKey } from '../../src/modules/keys/store/keys.ts';
import { binary, run, startServer } from '../support/binary.ts';
import { failureFrom } from '../support/failure.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { openTestStore } from '../support/testStore.ts';
import { canPreload, compileShim } from './shims.ts';
import { loseUnsynced, takeForSynced } from './syncedCopies.ts';

const shim = canPreload ? await compileShim('durableNames') : '';
// A file may be lost at the end of an operation, and right after it has got its name.
const moments = ['end', 'rename'] as const;
const wallMilliseconds = Date.parse('2026-11-21T10:00:00Z');

/** A data directory with one subscription of a name, whose database is closed. */
async function directoryWith(name: string): Promise<string> {
  const { directory, store, create } = openTestStore();
  await create({ name });
  store.close();
  return directory;
}

/** A backup of such a directory. */
async function backupOf(name: string): Promise<string> {
  const file = join(temporaryDirectory(), 'backup.db');
  makeBackup({ dataDirectory: await directoryWith(name), target: { file }, wallMilliseconds });
  return file;
}

function namesIn(path: string): string[] {
  const database = new Database(path, { readonly: true });
  const rows = database.query<{ name: string }, []>('SELECT name FROM subscriptions ORDER BY sequence').all();
  const faults = faultsOf(database);
  database.close();
  expect(faults).toEqual([]);
  return rows.map(({ name }) => name);
}

describe.if(canPreload)('a power cut', () => {
  test('after a backup, or when it gets its name, leaves the whole backup', async () => {
    const data = await directoryWith('backed up');
    const [folder, copies] = [temporaryDirectory(), join(temporaryDirectory(), 'copies')];
    const environment = { LD_PRELOAD: shim, SYNCED_COPIES: takeForSynced([data], copies) };
    const words = ['backup', '--data-dir', data, '--to', folder];
    expect(await run(words, { environment })).toMatchObject({ exitCode: 0, stderr: '' });
    for (const moment of moments) {
      loseUnsynced([data, folder], copies, moment);
      const [name = ''] = readdirSync(folder);
      expect([moment, ...namesIn(join(folder, name))]).toEqual([moment, 'backed up']);
    }
  });

  test('after a restore, or when the files get their names, leaves the whole database, and the one before', async () => {
    const [data, backup] = [await directoryWith('before'), await backupOf('restored')];
    const copies = join(temporaryDirectory(), 'copies');
    const environment = { LD_PRELOAD: shim, SYNCED_COPIES: takeForSynced([data], copies) };
    const words = ['restore', backup, '--data-dir', data];
    expect(await run(words, { environment })).toMatchObject({ exitCode: 0 });
    for (const moment of moments) {
      loseUnsynced([data], copies, moment);
      expect([moment, ...namesIn(join(data, 'duebook.db'))]).toEqual([moment, 'restored']);
      const kept = readdirSync(data).find((name) => name.includes('.before-restore-')) ?? '';
      expect([moment, ...namesIn(join(data, kept))]).toEqual([moment, 'before']);
    }
  });

  test('after the first start, or when the file gets its name, leaves the first key, in its file and in the database', async () => {
    const cwd = temporaryDirectory();
    const copies = join(temporaryDirectory(), 'copies');
    const environment = { LD_PRELOAD: shim, SYNCED_COPIES: takeForSynced([], copies) };
    const server = await startServer([], { cwd, environment });
    const key = server.initialKey();
    server.child.kill('SIGKILL');
    await server.child.exited;
    for (const moment of moments) {
      loseUnsynced([server.dataDirectory], copies, moment);
      expect(server.initialKey()).toBe(key);
      expect(isKnownKey(server.dataDirectory, key)).toBe(true);
    }
  });

  test('empties a file that was never synced: the tests above can fail', () => {
    const [directory, copies] = [temporaryDirectory(), join(temporaryDirectory(), 'copies')];
    takeForSynced([directory], copies);
    writeFileSync(join(directory, 'file'), 'not synced');
    loseUnsynced([directory], copies);
    expect(Bun.file(join(directory, 'file')).size).toBe(0);
  });
});

describe.if(canPreload)('a restore', () => {
  test('lets no other program into the earlier database while it swaps the two', async () => {
    const [data, backup] = [await directoryWith('before'), await backupOf('restored')];
    const pause = join(temporaryDirectory(), 'pause');
    mkdirSync(pause);
    const child = Bun.spawn([binary, 'restore', backup, '--data-dir', data], {
      env: { LD_PRELOAD: shim, RENAME_PAUSE: pause },
    });
    try {
      while (!existsSync(join(pause, 'paused'))) await Bun.sleep(5);
      // The new database has no name yet. What is written into the earlier one now would be lost, or lie beside the new one.
      expect(failureFrom(() => namesIn(join(data, 'duebook.db')))).toContain('database is locked');
    } finally {
      writeFileSync(join(pause, 'go'), '');
    }
    expect(await child.exited).toBe(0);
    expect(namesIn(join(data, 'duebook.db'))).toEqual(['restored']);
    expect(readdirSync(data).filter((name) => name.startsWith('duebook.db-'))).toEqual([]);
  }, 30_000);
});
