import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ClientCommand } from '../../../src/commands/commands.ts';
import { connectToRead, walBytes } from '../../../src/store/sqlite/database.ts';
import { copyDatabase, faultsOf } from '../../../src/store/backup/copy.ts';
import { purgeInBackground } from '../../../src/store/writer/purge.ts';
import { openStore } from '../../../src/store/store.ts';
import { commitGroups } from '../../../src/store/writer/groupCommit.ts';
import { openWriteQueue } from '../../../src/store/writer/queue.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { createTestClock } from '../../support/clock.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { queueOptions } from '../../support/service.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';
import { validDraft } from '../../support/validDraft.ts';
import { addKey, creationOf, removeOwner, revokeKey } from '../../support/operator.ts';

const at = '2026-06-16T12:00:00.000Z';
const longTrail = 2600;

type Parts = ReturnType<typeof openTestStore>;

/** A store in which `first` has a record with a long trail, and others with a short one before, between and after its entries. */
async function createLongTrail() {
  const parts = openTestStore();
  const { database, create, first } = parts;
  const before = await storedId(create({ name: 'Before' }));
  const subscriptionId = await storedId(create());
  const target = { ...first, subscriptionId };
  const extend = () =>
    extendTrail(database, target, longTrail / 2, (place) => ({ patch: { amount: 1 + (place % 2) } }));
  extend();
  const between = await storedId(create({ name: 'Between' }));
  extend();
  const after = await storedId(create({ name: 'After' }));
  const list = (id?: string, page = { limit: 100, offset: 0 }) =>
    Promise.resolve(parts.store.auditTrail.list(first.ownerId, id === undefined ? {} : { subscriptionId: id }, page));
  return { ...parts, subscriptionId, others: [after, between, before], list };
}

const recordIn = (json: string) => (JSON.parse(json) as { subscriptionId: string }).subscriptionId;

/** The store over a directory that has a database. */
function openRestored(directory: string) {
  const store = openStore(directory);
  afterAll(() => store.close());
  return store;
}

/** Calls an action after each purged piece, until nothing is left. */
async function clearAll({ store }: Pick<Parts, 'store'>, between: () => unknown): Promise<void> {
  while (store.inProcess.purgeNext() !== 'done') await between();
}

describe('a record with a long trail that is deleted', () => {
  test('is deleted with its trail at once, and every page of the trail is right while its entries are purged', async () => {
    const { subscriptionId, others, list, ...parts } = await createLongTrail();
    const { database, store, first, remove, countOf } = parts;
    const entry = await list(subscriptionId, { limit: 1, offset: 5 });
    const revertedEntryId = (JSON.parse(entry.items[0] ?? '') as { id: string }).id;
    const entries = countOf('audit_entries');
    expect(await remove(subscriptionId)).toEqual({ outcome: 'deleted' });
    expect(countOf('audit_entries')).toBe(entries);
    const commitGroup = commitGroups(database);
    let pieces = 0;

    async function isGone() {
      pieces += 1;
      expect(store.subscriptions.find(first.ownerId, subscriptionId)).toBeUndefined();
      expect(await list(subscriptionId)).toEqual({ items: [], hasMore: false });
      const whole = await list();
      expect([whole.items.map(recordIn), whole.hasMore]).toEqual([others, false]);
      for (const offset of [0, 1, 2, 3]) {
        const page = await list(undefined, { limit: 1, offset });
        expect(page.items.map(recordIn)).toEqual(others.slice(offset, offset + 1));
        expect(page.hasMore).toBe(offset < 2);
      }
      for (const id of others) expect((await list(id)).items).toHaveLength(1);
      expect(await remove(subscriptionId)).toEqual({ outcome: 'missing' });
      const actor = { ...first.principal, requestId: 'r' };
      const revert = { kind: 'audit.revert', actor, at, auditEntryId: 'e', revertedEntryId } as const;
      expect(commitGroup([revert])).toEqual([{ result: { outcome: 'entryMissing' } }]);
      expect(faultsOf(database)).toEqual([]);
      expect(store.owners.list().map(({ name, subscriptions }) => [name, subscriptions])).toEqual([
        ['first', 3],
        ['second', 0],
      ]);
    }

    await isGone();
    await clearAll(parts, isGone);
    expect(pieces).toBeGreaterThan(4);
    expect([countOf('subscriptions'), countOf('audit_entries')]).toEqual([3, 3]);
    expect(database.query('SELECT name FROM owners').all()).toEqual([{ name: 'first' }, { name: 'second' }]);
  });

  test('lets other requests run between two parts of its trail that are skipped, for any number of lists', async () => {
    const { subscriptionId, others, list, remove } = await createLongTrail();
    await remove(subscriptionId);
    const lists = Array.from({ length: 20 }, () => list());
    const over = new AbortController();
    const all = Promise.all(lists).finally(() => over.abort());
    let turns = 0;
    for (; !over.signal.aborted; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    for (const { items } of await all) expect(items.map(recordIn)).toEqual(others);
    // Each list has two parts after its first.
    expect(turns).toBeGreaterThanOrEqual(2 * lists.length);
  });

  test('by a dry run, or by a refused batch, stays as it is', async () => {
    const { subscriptionId, store, first, database, countOf } = await createLongTrail();
    const actor = { ...first.principal, requestId: 'r' };
    const deletion = { kind: 'subscription.delete', actor, at, subscriptionId } as const;
    const missing = { ...deletion, subscriptionId: systemRandomness.uuid() };
    const before = countOf('audit_entries');
    const outcomes = commitGroups(database)([
      { ...deletion, dryRun: true },
      { kind: 'batch', actor, at, operations: [deletion, missing] },
    ]);
    expect(outcomes).toMatchObject([{ result: { outcome: 'deleted' } }, { result: { outcome: 'batchRefused' } }]);
    expect(store.subscriptions.find(first.ownerId, subscriptionId)).toBeDefined();
    expect(store.inProcess.purgeNext()).toBe('done');
    expect(countOf('audit_entries')).toBe(before);
  });

  test.each(['alone', 'in a batch'])(
    'is purged by the write worker that deletes it %s, or by a later one',
    async (how) => {
      const { subscriptionId, others, directory, database, first, remove, countOf } = await createLongTrail();
      const [earlier = ''] = others;
      extendTrail(database, { ...first, subscriptionId: earlier }, longTrail, () => ({ patch: { amount: 2 } }));
      await remove(earlier);
      const queue = openWriteQueue(queueOptions(directory, []));
      // The worker looks once for what is left of earlier deletions.
      await queue.submit({ kind: 'probe' });
      while (countOf('removed_owners') > 0) await Bun.sleep(1);
      const origin = { actor: { ...first.principal, requestId: 'r' }, at };
      const deletion = { ...origin, kind: 'subscription.delete', subscriptionId } as const;
      await queue.submit(how === 'alone' ? deletion : { ...origin, kind: 'batch', operations: [deletion] });
      expect(countOf('audit_entries')).toBeGreaterThan(longTrail);
      while (countOf('audit_entries') > 2) await Bun.sleep(1);
      await queue.close();
    },
  );

  test('does not prevent a backup, and is purged in the database that is restored from it', async () => {
    const { subscriptionId, others, store, database, first, remove } = await createLongTrail();
    await remove(subscriptionId);
    store.inProcess.purgeNext();
    const restored = temporaryDirectory();
    copyDatabase(database, join(restored, 'duebook.db'));
    const copy = openRestored(restored);
    const page = await copy.auditTrail.list(first.ownerId, {}, { limit: 100, offset: 0 });
    expect(page.items.map(recordIn)).toEqual(others);
    await clearAll({ store: copy }, () => undefined);
    expect(copy.owners.list()).toMatchObject([{ subscriptions: 3 }, { subscriptions: 0 }]);
  });
});

/** Adds an audit entry of another entity than a subscription. */
function addEntryOfKey({ database, first }: Pick<Parts, 'database' | 'first'>): void {
  database.run(
    `INSERT INTO audit_entries
       (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
     VALUES (?, ?, 'key', ?, 'key', ?, 'r', 'key.create', '{}', ?)`,
    [systemRandomness.uuid(), first.ownerId, first.apiKeyId, first.apiKeyId, at],
  );
}

describe('an owner with much that is deleted', () => {
  /** Makes `first` have 300 records, one with a long trail, one of which was deleted with a long trail just before. */
  async function createMuch() {
    const parts = await createLongTrail();
    for (let count = 0; count < 300; count += 1) await storedId(parts.create({ name: `Record ${count}` }));
    const subscriptionId = await storedId(parts.create());
    extendTrail(parts.database, { ...parts.first, subscriptionId }, 1500, () => ({ patch: { amount: 1 } }));
    await storedId(parts.create({}, parts.second));
    await parts.removeOnce(parts.others[0] ?? '', 'key');
    await parts.remove(parts.subscriptionId);
    addEntryOfKey(parts);
    return parts;
  }

  test('is deleted at once, even before the purge, and its name is free', async () => {
    const parts = await createMuch();
    const { store, database, first, second, countOf } = parts;
    expect(removeOwner(store, 'first')).toMatchObject({ name: 'first', keys: 1, subscriptions: 303 });
    expect(countOf('subscriptions')).toBeGreaterThan(100);
    const add = (id: string) => {
      const fields = { scope: 'write', name: null, createdAt: at, expiresAt: null } as const;
      addKey(store, { ...fields, id, key: `dbk_w_${id}`, owner: 'first' });
    };
    add('new');
    await clearAll(parts, () => {
      expect(store.owners.list().map(({ name, keys, subscriptions }) => [name, keys, subscriptions])).toEqual([
        ['first', 1, 0],
        ['second', 1, 1],
      ]);
      expect(store.apiKeys.list().map(({ id }) => id)).toEqual([second.apiKeyId, 'new']);
      expect(store.apiKeys.findHolder(first.key, () => at)).toBeUndefined();
      expect(revokeKey(store, first.apiKeyId, at)).toBe(false);
      expect(faultsOf(database)).toEqual([]);
    });
    expect([countOf('subscriptions'), countOf('audit_entries'), countOf('idempotency_keys')]).toEqual([1, 2, 0]);
    expect(database.query('SELECT * FROM removed_owners').all()).toEqual([]);
    add('newer');
    const owners = database.query<{ id: number; name: string }, []>('SELECT id, name FROM owners ORDER BY id').all();
    expect(owners).toEqual([
      { id: second.ownerId, name: 'second' },
      { id: second.ownerId + 1, name: 'first' },
    ]);
  });

  test('takes no write that was authenticated before its deletion; each is refused', async () => {
    const parts = await createMuch();
    const { database, store, first, second, others, countOf } = parts;
    const commitGroup = commitGroups(database);
    const [id = '', kept = ''] = others.slice(1);
    const actor = { ...first.principal, requestId: 'r' };
    const about = { actor, at };
    const deletion = { ...about, kind: 'subscription.delete', subscriptionId: id } as const;
    const commands = (): ClientCommand[] => [
      { ...about, kind: 'subscription.create', subscriptionId: 's', auditEntryId: 'e', draft: validDraft },
      { ...about, kind: 'subscription.update', subscriptionId: kept, auditEntryId: 'e', patch: { amount: 2 } },
      deletion,
      { ...deletion, dryRun: true },
      { ...deletion, idempotency: { key: 'key', fingerprint: 'f', keptSince: at } },
      { ...about, kind: 'batch', operations: [deletion] },
      { ...about, kind: 'audit.revert', auditEntryId: 'e', revertedEntryId: 'x' },
    ];
    removeOwner(store, 'first');
    const refusesAll = () => {
      const outcomes = commitGroup([...commands()]);
      expect(outcomes).toEqual(commands().map(() => ({ result: { outcome: 'actorEnded', kind: 'key' } })));
      for (const command of commands()) {
        expect(commitGroup([command])).toEqual([{ result: { outcome: 'actorEnded', kind: 'key' } }]);
      }
    };
    refusesAll();
    await clearAll(parts, () => undefined);
    refusesAll();
    expect([countOf('subscriptions'), countOf('audit_entries'), countOf('idempotency_keys')]).toEqual([1, 1, 0]);
    expect(store.apiKeys.findHolder(second.key, () => at)).toBeDefined();
  });

  test('no longer counts when a first key is made', async () => {
    const { store } = await createMuch();
    for (const owner of ['first', 'second']) removeOwner(store, owner);
    const fields = { scope: 'write', name: null, createdAt: at, expiresAt: null, owner: 'default' } as const;
    const creation = { ...creationOf({ ...fields, id: 'new', key: 'dbk_w_new' }), onlyAsFirst: true } as const;
    expect(store.inProcess.commit(creation).outcome).toBe('stored');
  });
});

describe('the purge in the background', () => {
  test('retries later after a failure, logs it, and ends when it is stopped', async () => {
    const { database, subscriptionId, remove, countOf } = await createLongTrail();
    const [clock, log]: [ReturnType<typeof createTestClock>, string[]] = [createTestClock(at), []];
    const after = (milliseconds: number, action: () => void) => void clock.after(milliseconds, action);
    const rows = purgeInBackground({ database, after, log: (line) => log.push(line) });
    rows.begin('all');
    clock.advance(60);
    const entries = countOf('audit_entries');
    await remove(subscriptionId);
    expect(countOf('audit_entries')).toBe(entries);
    database.run(`CREATE TRIGGER stuck BEFORE DELETE ON audit_entries BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
    rows.begin('records');
    rows.begin('records');
    clock.advance(0.05);
    expect(log).toEqual([expect.stringMatching(/^deleted records could not be purged: .*stuck/)]);
    database.run('DROP TRIGGER stuck');
    clock.advance(10);
    expect(countOf('audit_entries')).toBe(entries - 499);
    rows.end();
    clock.advance(60);
    expect(countOf('audit_entries')).toBe(entries - 499);
  });
});

describe('the write-ahead log', () => {
  test('shrinks to 64 MiB after a large transaction, and the purge waits while a reader keeps it long', async () => {
    const { database, directory, store, subscriptionId, remove } = await createLongTrail();
    await remove(subscriptionId);
    const reader = connectToRead(directory);
    reader.run('BEGIN');
    reader.query('SELECT count(*) FROM owners').get();
    database.run('CREATE TABLE big (bytes)');
    const fill = () => {
      for (let count = 0; count < 9; count += 1) database.run('INSERT INTO big VALUES (zeroblob(10000000))');
    };
    database.transaction(fill)();
    expect(walBytes(directory)).toBeGreaterThan(80_000_000);
    expect([store.inProcess.purgeNext(), store.inProcess.purgeNext()]).toEqual(['wait', 'wait']);
    reader.close();
    expect([store.inProcess.purgeNext(), store.inProcess.purgeNext()]).toEqual(['wait', 'next']);
    expect(walBytes(directory)).toBeLessThanOrEqual(67_108_864);
  });
});
