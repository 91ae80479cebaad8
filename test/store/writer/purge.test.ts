import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { walBytes } from '../../../src/store/database/database.ts';
import { makeBackup } from '../../../src/store/backup/backup.ts';
import { restoreDatabase } from '../../../src/store/backup/restore.ts';
import { copyDatabase, faultsOf } from '../../../src/store/database/copy.ts';
import { openStore } from '../../../src/store/store.ts';
import { commitGroups } from '../../../src/store/writer/groupCommit.ts';
import { systemRandomness } from '../../../src/runtime/system.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { addKey, creationOf, operatorAt, removeOwner, revokeKey } from '../../support/operator.ts';
import { insertPayments } from '../../support/records.ts';
import { addCode, addUser, peopleAt, signIn } from '../../support/storedPeople.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

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
  return { ...parts, subscriptionId, others: [after, between, before] };
}

/** Purges what is left, and calls an action after each command, after which the database must be sound. */
function purgeAll({ store, database, countOf }: Parts, between: () => void = () => undefined): number {
  const tables = ['audit_entries', 'payments', 'idempotency_keys', 'subscriptions'] as const;
  const rows = () => tables.reduce((sum, table) => sum + countOf(table), 0);
  let commands = 0;
  for (; store.isAnythingRemoved(); commands += 1) {
    const before = rows();
    store.inProcess.commit({ kind: 'purge' });
    expect(before - rows()).toBeLessThanOrEqual(502);
    expect(faultsOf(database)).toEqual([]);
    between();
  }
  return commands;
}

describe('a record that is deleted', () => {
  test.each([
    [100, 100, false],
    [101, 0, true],
    // After a command that deletes 500 of them, as many are left.
    [1000, 0, true],
    [1, 101, true],
  ])('with %d entries and %d payments goes in the same transaction, or is purged later: %p', async (...counts) => {
    const [entries, payments, isLater] = counts;
    const parts = openTestStore();
    const { database, first, create, remove, countOf, store } = parts;
    const subscriptionId = await storedId(create());
    extendTrail(database, { ...first, subscriptionId }, entries - 1, () => ({ patch: { amount: 2 } }));
    if (payments > 0) insertPayments(database, 'first', payments);
    expect(await remove(subscriptionId)).toEqual({ outcome: 'deleted' });
    expect(store.isAnythingRemoved()).toBe(isLater);
    expect([countOf('audit_entries'), countOf('payments')]).toEqual(isLater ? [entries, payments] : [0, 0]);
    expect(store.subscriptions.find(first.ownerId, subscriptionId)).toBeUndefined();
    purgeAll(parts);
    expect([countOf('subscriptions'), countOf('audit_entries'), countOf('payments')]).toEqual([0, 0, 0]);
  });

  test.each([5, 600])('leaves no entry of the corrections of its %d payments', async (payments) => {
    const parts = openTestStore();
    const subscriptionId = await storedId(parts.create());
    insertPayments(parts.database, 'first', payments);
    parts.database.run(`INSERT INTO audit_entries SELECT NULL, 'of ' || payments.id, payments.owner_id, 'payment',
      payments.id, actor_kind, actor_id, request_id, 'payment.update', '{}', created_at
      FROM payments JOIN audit_entries ON entity_id = subscription_id`);
    await parts.remove(subscriptionId);
    purgeAll(parts);
    expect(parts.countOf('audit_entries')).toBe(0);
  });

  test('with a long trail is gone at once, whatever is still stored of it', async () => {
    const parts = await createLongTrail();
    const { subscriptionId, others, entriesOf, database, store, first, remove, countOf } = parts;
    const revertedEntryId = store.auditTrail.list(first.ownerId, { subscriptionId }, { limit: 1, offset: 5 }).items[0];
    const entries = countOf('audit_entries');
    expect(await remove(subscriptionId)).toEqual({ outcome: 'deleted' });
    expect(countOf('audit_entries')).toBe(entries);
    const commitGroup = commitGroups(database);
    const idsOn = (offset: number, limit = 1) =>
      entriesOf(first.ownerId, undefined, { limit, offset }).map((entry) => entry.subscriptionId);

    function isGone() {
      expect(store.subscriptions.find(first.ownerId, subscriptionId)).toBeUndefined();
      expect(entriesOf(first.ownerId, subscriptionId)).toEqual([]);
      expect(idsOn(0, 100)).toEqual(others);
      for (const offset of [0, 1, 2, 3]) expect(idsOn(offset)).toEqual(others.slice(offset, offset + 1));
      for (const id of others) expect(entriesOf(first.ownerId, id)).toHaveLength(1);
      const origin = { actor: { ...first.principal, requestId: 'r' }, at };
      const { id } = JSON.parse(revertedEntryId ?? '') as { id: string };
      expect(
        commitGroup([
          { ...origin, kind: 'subscription.delete', subscriptionId },
          { ...origin, kind: 'audit.revert', auditEntryId: 'e', revertedEntryId: id },
        ]),
      ).toEqual([{ result: { outcome: 'missing' } }, { result: { outcome: 'entryMissing' } }]);
      expect(store.owners.list().map(({ name, subscriptions }) => [name, subscriptions])).toEqual([
        ['first', 3],
        ['second', 0],
      ]);
    }

    isGone();
    expect(purgeAll(parts, isGone)).toBeGreaterThan(4);
    expect([countOf('subscriptions'), countOf('audit_entries')]).toEqual([3, 3]);
    expect(database.query('SELECT name FROM owners').values()).toEqual([['first'], ['second']]);
  });

  test('with many payments is purged with them, and the payments of others stay', async () => {
    const parts = openTestStore();
    const { database, store, first, create, remove, countOf } = parts;
    const removed = await storedId(create());
    insertPayments(database, 'first', 1300);
    const kept = await storedId(create());
    database.query('UPDATE payments SET subscription_id = ? WHERE sequence <= 10').run(kept);
    await remove(removed);
    expect(countOf('payments')).toBe(1300);
    const listed = () => store.payments.list(first.ownerId, {}, { limit: 100, offset: 0 }).items.length;
    const spent = () => store.payments.spent(first.ownerId, { from: '2000-01-01', to: '2999-12-31' });
    const sums = Object.values(spent()).map(({ length }) => length);
    expect([listed(), sums]).toEqual([10, [1, 1]]);
    expect(purgeAll(parts)).toBeGreaterThan(1);
    expect([countOf('payments'), countOf('subscriptions')]).toEqual([10, 1]);
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
    expect([store.isAnythingRemoved(), countOf('audit_entries')]).toEqual([false, before]);
  });

  test('does not prevent a backup while it is purged, and stays deleted in the database that is restored', async () => {
    const { subscriptionId, store, database, first, remove } = await createLongTrail();
    await remove(subscriptionId);
    store.inProcess.commit({ kind: 'purge' });
    const restored = temporaryDirectory();
    copyDatabase(database, join(restored, 'duebook.db'));
    const copy = openStore(restored);
    afterAll(() => copy.close());
    expect(copy.auditTrail.list(first.ownerId, {}, { limit: 100, offset: 0 }).items).toHaveLength(3);
    while (copy.isAnythingRemoved()) copy.inProcess.commit({ kind: 'purge' });
    expect(copy.owners.list()).toMatchObject([{ subscriptions: 3 }, { subscriptions: 0 }]);
  });
});

describe('an owner that is deleted', () => {
  /** Makes `first` have 300 records, one with a long trail, one of which was deleted with a long trail just before. */
  async function createMuch() {
    const parts = await createLongTrail();
    const { first, second, create, database } = parts;
    for (let count = 0; count < 300; count += 1) await storedId(create({ name: `Record ${count}` }));
    const subscriptionId = await storedId(create());
    extendTrail(database, { ...first, subscriptionId }, 1500, () => ({ patch: { amount: 1 } }));
    insertPayments(database, 'first', 20);
    await storedId(create({}, second));
    await parts.removeOnce(parts.others[0] ?? '', 'key');
    await parts.remove(parts.subscriptionId);
    const update = { actor: { ...first.principal, requestId: 'r' }, at, auditEntryId: 'p', patch: { autoRenew: true } };
    parts.store.inProcess.commit({ kind: 'preferences.update', ...update });
    return parts;
  }

  test('is gone at once, its name is free, and its id is not given again', async () => {
    const parts = await createMuch();
    const { store, database, first, second, countOf } = parts;
    expect(removeOwner(store, 'first')).toMatchObject({ name: 'first', keys: 1, subscriptions: 303 });
    expect(countOf('subscriptions')).toBeGreaterThan(100);
    const add = (id: string) => {
      const fields = { scope: 'write', name: null, createdAt: at, expiresAt: null } as const;
      addKey(store, { ...fields, id, key: `dbk_w_${id}`, owner: 'first' });
    };
    add('new');
    purgeAll(parts, () => {
      expect(store.owners.list().map(({ name, keys, subscriptions }) => [name, keys, subscriptions])).toEqual([
        ['first', 1, 0],
        ['second', 1, 1],
      ]);
      expect(store.apiKeys.list().map(({ id }) => id)).toEqual([second.apiKeyId, 'new']);
      expect(store.apiKeys.findHolder(first.key, () => at)).toBeUndefined();
      expect(revokeKey(store, first.apiKeyId, at)).toBe(false);
    });
    const tables = ['subscriptions', 'audit_entries', 'idempotency_keys', 'payments', 'removed_owners'] as const;
    expect(tables.map(countOf)).toEqual([1, 2, 0, 0, 0]);
    removeOwner(store, 'first');
    purgeAll(parts);
    add('newer');
    expect(database.query('SELECT id, name FROM owners ORDER BY id').values()).toEqual([
      [second.ownerId, 'second'],
      [second.ownerId + 2, 'first'],
    ]);
  });

  test.each([0, 1, 5])('stays deleted when a backup after %d commands of its purge is restored', async (commands) => {
    const { store, directory, first, second } = await createMuch();
    removeOwner(store, 'first');
    for (let count = 0; count < commands; count += 1) store.inProcess.commit({ kind: 'purge' });
    const file = join(temporaryDirectory(), 'backup.db');
    const wallMilliseconds = Date.parse(at);
    makeBackup({ dataDirectory: directory, target: { file }, wallMilliseconds });
    store.close();
    for (const dataDirectory of [directory, temporaryDirectory()]) {
      restoreDatabase({ dataDirectory, file, wallMilliseconds });
      const restored = openStore(dataDirectory);
      expect(restored.apiKeys.list()).toMatchObject([{ id: second.apiKeyId }]);
      expect(restored.apiKeys.findHolder(first.key, () => at)).toBeUndefined();
      while (restored.isAnythingRemoved()) restored.inProcess.commit({ kind: 'purge' });
      expect(restored.owners.list()).toMatchObject([{ name: 'second', subscriptions: 1 }]);
      restored.close();
    }
  });

  test('no longer counts when a first key is made', async () => {
    const { store } = await createMuch();
    for (const owner of ['first', 'second']) removeOwner(store, owner);
    const fields = { scope: 'write', name: null, createdAt: at, expiresAt: null, owner: 'default' } as const;
    const creation = { ...creationOf({ ...fields, id: 'new', key: 'dbk_w_new' }), onlyAsFirst: true } as const;
    expect(store.inProcess.commit(creation).outcome).toBe('stored');
  });

  test('ends its users: sessions, codes and passwords are refused, and the names are free before the purge', () => {
    const parts = openTestStore();
    const { database, store } = parts;
    const passwordHash = '$argon2id$';
    const userId = addUser(store, { name: 'anna', owner: 'first', passwordHash });
    const removed = addUser(store, { name: 'ben', owner: 'first' });
    store.inProcess.commit({ ...operatorAt(peopleAt), kind: 'user.delete', userId: removed });
    const removedNames = () => database.query('SELECT name_folded FROM removed_names').values();
    expect(removedNames()).toEqual([['ben']]);
    const password = { method: 'password', userId, passwordHash } as const;
    const session = signIn(store, password);
    const code = addCode(store, userId);
    removeOwner(store, 'first');
    expect(store.sessions.findHolder(session?.token ?? '', () => peopleAt)).toBeUndefined();
    expect([signIn(store, password), signIn(store, { method: 'code', hash: code })]).toEqual([undefined, undefined]);
    expect(store.users.list()).toEqual([]);
    const successor = addUser(store, { name: 'Anna', owner: 'second' });
    purgeAll(parts);
    expect(database.query('SELECT id FROM users').values()).toEqual([[successor]]);
    expect(database.query('SELECT user_id FROM memberships').values()).toEqual([[successor]]);
    expect(database.query("SELECT 1 FROM api_keys WHERE kind = 'session'").values()).toEqual([]);
    expect([removedNames(), database.query('PRAGMA foreign_key_check').all()]).toEqual([[], []]);
  });

  test('is purged from every table that has an owner, also from that of a new entity', () => {
    const parts = openTestStore();
    const { database, store } = parts;
    for (const owner of ['first', 'second']) addUser(store, { name: owner, owner });
    database.run('CREATE TABLE new_entities (name TEXT, owner_id INTEGER NOT NULL REFERENCES owners (id))');
    database.run('INSERT INTO new_entities SELECT name, id FROM owners');
    removeOwner(store, 'first');
    purgeAll(parts);
    expect(database.query('SELECT name FROM new_entities').values()).toEqual([['second']]);
    expect(database.query('SELECT name FROM owners').values()).toEqual([['second']]);
  });
});

test('users stay when their owner is renamed', () => {
  const { store } = openTestStore();
  const userId = addUser(store, { name: 'anna', owner: 'first' });
  const code = addCode(store, userId);
  store.inProcess.commit({ ...operatorAt(peopleAt), kind: 'owner.rename', owner: 'first', newName: 'household' });
  expect(store.users.list()).toMatchObject([{ name: 'anna', owner: 'household' }]);
  expect(signIn(store, { method: 'code', hash: code })).toBeDefined();
});

test('the write-ahead log shrinks to 64 MiB after a large transaction', () => {
  const { database, directory } = openTestStore();
  database.run('CREATE TABLE big (bytes)');
  database.transaction(() => {
    for (let count = 0; count < 9; count += 1) database.run('INSERT INTO big VALUES (zeroblob(10000000))');
  })();
  expect(walBytes(directory)).toBeGreaterThan(80_000_000);
  database.run('PRAGMA wal_checkpoint(PASSIVE)');
  database.run("INSERT INTO big VALUES ('')");
  expect(walBytes(directory)).toBeLessThanOrEqual(67_108_864);
});
