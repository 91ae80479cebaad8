import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sealedWith } from '../../../src/domain/channels/channel.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { makeBackup } from '../../../src/store/backup/backup.ts';
import { promoteDatabase } from '../../../src/store/backup/promote.ts';
import { restoreDatabase } from '../../../src/store/backup/restore.ts';
import { DatabaseRefused } from '../../../src/store/directory/databaseFile.ts';
import { lockDirectory } from '../../../src/store/directory/directoryLock.ts';
import {
  isBehind,
  noteGeneration,
  ageIn,
  refuseUnpromoted,
  servedGeneration,
} from '../../../src/store/directory/generation.ts';
import { keyOf, writeKeys } from '../../../src/store/secrets/keyFile.ts';
import { openStore } from '../../../src/store/store.ts';
import { damage } from '../../support/damage.ts';
import { addKey } from '../../support/operator.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore } from '../../support/testStore.ts';

const wallMilliseconds = Date.parse('2026-11-21T10:00:00Z');
const instant = '2026-11-21T10:00:00.000Z';

/** A data directory as Litestream restores it on another machine: only the database, with Litestream's table. */
async function restoredCopy(): Promise<string> {
  const { directory, store, create } = openTestStore();
  await create({ name: 'replicated' });
  const to = temporaryDirectory();
  makeBackup({ dataDirectory: directory, target: { file: join(to, 'duebook.db') }, wallMilliseconds });
  store.close();
  const database = new Database(join(to, 'duebook.db'));
  database.run('CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)');
  database.close();
  return to;
}

const newId = () => systemRandomness.uuid();

function storeWithKey() {
  const directory = temporaryDirectory();
  const store = openStore(directory);
  const keyId = newId();
  const rest = { scope: 'admin', name: null, createdAt: instant, expiresAt: null } as const;
  addKey(store, { id: keyId, key: newId(), owner: 'home', ...rest });
  return { directory, store, keyId };
}

const promoteIn = (dataDirectory: string, at = wallMilliseconds) =>
  promoteDatabase({ dataDirectory, wallMilliseconds: at });
const ageOf = (dataDirectory: string) => ageIn(join(dataDirectory, 'duebook.db'));

describe('the start of a server', () => {
  test('is refused on the replica of another server until it is promoted', async () => {
    const directory = await restoredCopy();
    expect(() => refuseUnpromoted(directory)).toThrow('a copy of another one: make sure that the other server');
    // A second attempt is refused, too.
    expect(() => refuseUnpromoted(directory)).toThrow(`run "duebook promote --data-dir ${directory}"`);
    promoteIn(directory);
    expect(refuseUnpromoted(directory)).toBe(instant);
  });

  test('is refused after a promotion that was refused, which leaves a lock file', async () => {
    const directory = await restoredCopy();
    damage(directory, 'subscriptions');
    expect(() => promoteIn(directory)).toThrow('restore it again');
    expect(() => refuseUnpromoted(directory)).toThrow('a copy of another one');
  });

  test('is refused with a generation file that was changed or cannot be read', async () => {
    const directory = await restoredCopy();
    const path = join(directory, 'duebook.generation');
    for (const text of ['', 'second', '2026-99-99T10:00:00.000Z']) {
      writeFileSync(path, text);
      expect(() => refuseUnpromoted(directory)).toThrow('is not the database that a server has last used');
      expect(promoteIn(directory).generation).toStartWith('2026-11-21T10:00:00.0');
      expect(refuseUnpromoted(directory)).toStartWith('2026-11-21T10:00:00.0');
    }
    rmSync(path);
    mkdirSync(path);
    expect(() => refuseUnpromoted(directory)).toThrow(
      new DatabaseRefused(`cannot read ${path}: it is a directory, not a file`),
    );
    expect(() => promoteIn(directory)).toThrow(`cannot read ${path}`);
  });

  test('is refused while Litestream follows into the database', async () => {
    const directory = await restoredCopy();
    promoteIn(directory);
    writeFileSync(join(directory, 'duebook.db-txid'), '0000000000000004\n');
    expect(() => refuseUnpromoted(directory)).toThrow('follows the database of another server');
    // A command that opens the database would write into it, too.
    expect(() => openStore(directory)).toThrow('follows the database of another server');
  });

  test('is refused when a promoted database was put back without a promotion', async () => {
    const [first, second] = [await restoredCopy(), await restoredCopy()];
    promoteIn(first);
    promoteIn(second, wallMilliseconds + 60_000);
    renameSync(join(second, 'duebook.db'), join(first, 'duebook.db'));
    expect(() => refuseUnpromoted(first)).toThrow('is not the database that a server has last used');
  });

  test('is not refused after an update from a version without generations, also with Litestream', async () => {
    const directory = await restoredCopy();
    lockDirectory(directory).release();
    mkdirSync(join(directory, '.duebook.db-litestream'));
    expect(refuseUnpromoted(directory)).toBeNull();
    noteGeneration(directory, null);
    expect(servedGeneration(directory)).toBeNull();
    expect(refuseUnpromoted(directory)).toBeNull();
  });

  test('is not refused on a new database in the place of one that was promoted and deleted', async () => {
    const directory = await restoredCopy();
    promoteIn(directory);
    rmSync(join(directory, 'duebook.db'));
    noteGeneration(directory, refuseUnpromoted(directory) ?? null);
    openStore(directory).close();
    expect(refuseUnpromoted(directory)).toBeNull();
  });

  test('is not refused after the restore of a backup', async () => {
    const { directory, store, create } = openTestStore();
    await create({ name: 'in the backup' });
    const file = join(temporaryDirectory(), 'backup.db');
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    store.close();
    restoreDatabase({ dataDirectory: directory, file, wallMilliseconds });
    expect(refuseUnpromoted(directory)).toBe(instant);
  });
});

describe('a promotion', () => {
  test('keeps records, raises revisions, and is a later generation than all before, also when a clock was ahead', async () => {
    const directory = await restoredCopy();
    promoteIn(directory, Date.parse('2099-01-01T00:00:00Z'));
    expect(promoteIn(directory).generation).toBe('2099-01-01T00:00:00.001Z');
    expect(ageOf(directory).generation).toBe('2099-01-01T00:00:00.001Z');
    const database = new Database(join(directory, 'duebook.db'), { readonly: true });
    expect(database.query('SELECT name FROM subscriptions WHERE revision > 1000000').values()).toEqual([
      ['replicated'],
    ]);
    // The reminders that are due now are judged by the true clock.
    expect(database.query('SELECT 1 FROM restores WHERE restored_at = ?').values(instant)).toHaveLength(1);
    database.close();
  });

  test('ends what Litestream has kept beside the database', async () => {
    const directory = await restoredCopy();
    writeFileSync(join(directory, 'duebook.db-txid'), '0000000000000004\n');
    mkdirSync(join(directory, '.duebook.db-litestream/ltx'), { recursive: true });
    promoteIn(directory);
    expect(existsSync(join(directory, 'duebook.db-txid'))).toBe(false);
    expect(existsSync(join(directory, '.duebook.db-litestream'))).toBe(false);
  });

  test('names the channels that cannot send, because secret.key is missing or is another one', async () => {
    const { directory, store, keyId } = storeWithKey();
    const actor = { kind: 'key', id: keyId, ownerId: 1, scope: 'admin', requestId: newId() } as const;
    const key = keyOf(systemRandomness.bytes(32));
    for (const [name, secrets] of Object.entries({ phone: { token: sealedWith(key.id, 'text') }, mail: {} })) {
      const draft = { name, type: 'telegram', enabled: true, language: 'en' } as const;
      const rest = { at: instant, auditEntryId: newId(), channelId: newId(), draft, settings: {}, origin: null };
      store.inProcess.commit({ kind: 'channel.create', actor, ...rest, secrets });
    }
    store.close();
    const needed = [{ owner: 'home', name: 'phone' }];
    expect(promoteIn(directory).channelsWithoutSecret).toEqual(needed);
    writeKeys(directory, [keyOf(systemRandomness.bytes(32))]);
    expect(promoteIn(directory).channelsWithoutSecret).toEqual(needed);
    writeKeys(directory, [key]);
    expect(promoteIn(directory).channelsWithoutSecret).toEqual([]);
  });

  test('is refused while a server runs, and for a damaged replica, which stays as it is', async () => {
    const directory = await restoredCopy();
    const hold = lockDirectory(directory);
    expect(() => promoteIn(directory)).toThrow('another duebook is running');
    hold.release();
    const path = join(directory, 'duebook.db');
    damage(directory, 'subscriptions');
    const before = readFileSync(path);
    expect(() => promoteIn(directory)).toThrow();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('is refused for a replica that is cut off, which has to be restored again', async () => {
    const directory = await restoredCopy();
    const path = join(directory, 'duebook.db');
    for (const bytes of [Math.floor(statSync(path).size / 4096 / 2) * 4096, 5000]) {
      truncateSync(path, bytes);
      expect(() => promoteIn(directory)).toThrow('restore it again');
      expect(statSync(path).size).toBe(bytes);
    }
  });

  test('is refused while another program, such as a Litestream that replicates it, has the database open', async () => {
    const directory = await restoredCopy();
    const other = new Database(join(directory, 'duebook.db'));
    other.run('PRAGMA journal_mode = WAL');
    other.query('SELECT * FROM _litestream_seq').all();
    expect(() => promoteIn(directory)).toThrow('duebook.db open: stop it first');
    expect(ageOf(directory).generation).toBeNull();
    other.close();
    expect(promoteIn(directory).generation).toBe(instant);
  });
});

test('the machine that was replaced finds out by the replica, and so does one whose disk was set back', async () => {
  const [old, promoted] = [await restoredCopy(), await restoredCopy()];
  expect(isBehind(ageOf(old), ageOf(old))).toBe(false);
  promoteIn(promoted);
  expect(isBehind(ageOf(old), ageOf(promoted))).toBe(true);
  expect(isBehind(ageOf(promoted), ageOf(old))).toBe(false);
  const own = { generation: instant, lastChange: 4 };
  expect(isBehind(own, { generation: instant, lastChange: 5 })).toBe(true);
  expect(isBehind(own, { generation: instant, lastChange: 3 })).toBe(false);
});
