import { describe, expect, test } from 'bun:test';
import { purgeInBackground } from '../../../src/store/writer/purge.ts';
import { faultsOf } from '../../../src/store/backup/copy.ts';
import { createTestClock } from '../../support/clock.ts';
import { operatorAt, removeOwner } from '../../support/operator.ts';
import { addCode, addUser, peopleAt, signIn } from '../../support/storedPeople.ts';
import { insertPayments } from '../../support/records.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

describe('the rows of an owner', () => {
  test('are purged from every table that has an owner', () => {
    const { database } = openTestStore();
    const tables = database
      .query<{ name: string }, []>(
        "SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = 'owner_id' ORDER BY t.name",
      )
      .all();
    // A new table with an owner belongs into purge.ts, and with rows into the tests above.
    expect(tables.map(({ name }) => name)).toEqual([
      'api_keys',
      'audit_entries',
      'idempotency_keys',
      'memberships',
      'payments',
      'removed_names',
      'removed_owners',
      'sign_in_codes',
      'subscriptions',
    ]);
  });
});

describe('the users of an owner', () => {
  test('end with it: sessions, codes and passwords are refused, and the names are free while rows are purged', async () => {
    const { database, store, create, countOf } = openTestStore();
    for (let count = 0; count < 300; count += 1) await storedId(create());
    const passwordHash = '$argon2id$';
    const userId = addUser(store, { name: 'anna', owner: 'first', passwordHash });
    const removed = addUser(store, { name: 'ben', owner: 'first' });
    store.inProcess.commit({ ...operatorAt(peopleAt), kind: 'user.delete', userId: removed });
    expect(database.query('SELECT name_folded FROM removed_names').values()).toEqual([['ben']]);
    const password = { method: 'password', userId, passwordHash } as const;
    const session = signIn(store, password);
    const code = addCode(store, userId);
    removeOwner(store, 'first');
    expect(countOf('subscriptions')).toBeGreaterThan(0);
    expect(store.sessions.findHolder(session?.token ?? '', () => peopleAt)).toBeUndefined();
    expect([signIn(store, password), signIn(store, { method: 'code', hash: code })]).toEqual([undefined, undefined]);
    expect(store.users.list()).toEqual([]);
    const successor = addUser(store, { name: 'Anna', owner: 'second' });
    while (store.inProcess.purgeNext() !== 'done') expect(faultsOf(database)).toEqual([]);
    expect(database.query('SELECT id FROM users').values()).toEqual([[successor]]);
    expect(database.query('SELECT user_id FROM memberships').values()).toEqual([[successor]]);
    expect(database.query("SELECT 1 FROM api_keys WHERE kind = 'session'").values()).toEqual([]);
    expect(database.query('SELECT name_folded FROM removed_names').values()).toEqual([]);
    expect(database.query('PRAGMA foreign_key_check').all()).toEqual([]);
  });

  test('stay when their owner is renamed', () => {
    const { store } = openTestStore();
    const userId = addUser(store, { name: 'anna', owner: 'first' });
    const code = addCode(store, userId);
    store.inProcess.commit({ ...operatorAt(peopleAt), kind: 'owner.rename', owner: 'first', newName: 'household' });
    expect(store.users.list()).toMatchObject([{ name: 'anna', owner: 'household' }]);
    expect(signIn(store, { method: 'code', hash: code })).toBeDefined();
  });
});

test('an owner whose deletion was interrupted is purged by a running server within a minute, and so is the next one', async () => {
  const { database, store, create, second } = openTestStore();
  for (let count = 0; count < 300; count += 1) await storedId(create());
  for (let count = 0; count < 300; count += 1) await storedId(create({}, second));
  const count = () => database.query<{ left: number }, []>('SELECT count(*) AS left FROM subscriptions').get()?.left;
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const after = (milliseconds: number, action: () => void) => void clock.after(milliseconds, action);
  purgeInBackground({ database, after, log: () => undefined });
  for (const [owner, left] of [
    ['first', 300],
    ['second', 0],
  ] as const) {
    removeOwner(store, owner);
    expect(count()).toBeGreaterThan(left);
    for (let seconds = 0; seconds < 90; seconds += 1) clock.advance(1);
    expect(count()).toBe(left);
  }
});

describe('payments are purged', () => {
  /** A store with a record that has many payments, which it has deleted, and another record. */
  async function deleteRecordWithPayments() {
    const parts = openTestStore();
    const { database, create, remove, countOf } = parts;
    const removed = await storedId(create());
    insertPayments(database, 'first', 1300);
    const kept = await storedId(create());
    database.query('UPDATE payments SET subscription_id = ? WHERE sequence <= 10').run(kept);
    await remove(removed);
    expect(countOf('payments')).toBe(1300);
    return parts;
  }

  test('with their record, in pieces, and a backup in the meantime is sound', async () => {
    const { database, store, countOf } = await deleteRecordWithPayments();
    let pieces = 0;
    for (; store.inProcess.purgeNext() !== 'done'; pieces += 1) expect(faultsOf(database)).toEqual([]);
    expect([pieces > 1, countOf('payments'), countOf('subscriptions')]).toEqual([true, 10, 1]);
    expect(database.query('SELECT name FROM owners').values()).toEqual([['first'], ['second']]);
  });

  test('with their owner, also those of its records that were deleted before', async () => {
    const { database, store, countOf } = await deleteRecordWithPayments();
    removeOwner(store, 'first');
    while (store.inProcess.purgeNext() !== 'done') expect(faultsOf(database)).toEqual([]);
    expect((['payments', 'subscriptions', 'audit_entries'] as const).map(countOf)).toEqual([0, 0, 0]);
    expect(database.query('SELECT name FROM owners').values()).toEqual([['second']]);
  });
});
