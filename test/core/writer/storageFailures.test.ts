import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { StorageUnavailable } from '../../../src/core/writer/storageUnavailable.ts';
import { storageCauses } from '../../support/storageCauses.ts';
import { failureOf, openTestStore, storedId } from '../../support/testStore.ts';
import { addKey, revokeKey } from '../../support/operator.ts';

const { directory, database, store, first, create, update, remove, countOf } = openTestStore();
const other = new Database(join(directory, 'duebook.db'), { strict: true });

const wholePage = { limit: 100, offset: 0 };

const causes = storageCauses(database, other);

afterEach(() => {
  for (const { repair } of causes) repair();
});

function counts() {
  return { records: countOf('subscriptions'), entries: countOf('audit_entries') };
}

/** Repeats a write until it fails, since a page that is not full yet takes some more; gives how often it succeeded. */
async function repeatUntilFailure(write: () => Promise<unknown>): Promise<{ succeeded: number; failure: unknown }> {
  for (let succeeded = 0; succeeded < 1000; succeeded += 1) {
    const failure = await failureOf(write());
    if (failure !== undefined) return { succeeded, failure };
  }
  throw new Error('the storage does not fail');
}

describe.each(causes)('§7.1: when $cause', ({ spoil, repair }) => {
  test('creating is unavailable and stores neither record nor entry, until the cause is removed', async () => {
    const before = counts();
    spoil();
    const { succeeded, failure } = await repeatUntilFailure(() => create({ name: 'n'.repeat(120) }));
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect(database.inTransaction).toBe(false);
    expect(counts()).toEqual({ records: before.records + succeeded, entries: before.entries + succeeded });
    repair();
    expect(await create()).toMatchObject({ outcome: 'stored' });
    expect(database.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  test('updating is unavailable and changes neither record nor trail, until the cause is removed', async () => {
    const id = await storedId(create());
    const before = counts();
    let amount = 0;
    spoil();
    const { succeeded, failure } = await repeatUntilFailure(() => update(id, { amount: (amount += 1) }));
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect(counts()).toEqual({ records: before.records, entries: before.entries + succeeded });
    const expected = succeeded === 0 ? 15.99 : amount - 1;
    expect(store.subscriptions.find(first.ownerId, id)?.amountHundredths).toBe(Math.round(expected * 100));
    repair();
    expect(await update(id, { status: 'paused' })).toMatchObject({ outcome: 'stored' });
  });

  test('reading still works', async () => {
    const id = await storedId(create());
    spoil();
    expect(store.subscriptions.find(first.ownerId, id)).toBeDefined();
    expect(store.subscriptions.list(first.ownerId, {}, '-createdAt', wholePage).items.length).toBeGreaterThan(0);
    expect(store.auditTrail.list(first.ownerId, { subscriptionId: id }, wholePage).items).toHaveLength(1);
    expect(store.analytics.summaryFigures(first.ownerId, '2026-06-16', '2026-07-16').counts.active).toBeGreaterThan(0);
    expect(store.apiKeys.findHolder(first.key, () => '2026-06-16T12:00:00.000Z')).toBeDefined();
  });
});

describe.each(causes.filter(({ cause }) => cause !== 'the disk is full'))('§7.1: when $cause', ({ spoil, repair }) => {
  test('deleting is unavailable, and the record stays with its entries until the cause is removed', async () => {
    const id = await storedId(create());
    spoil();
    expect(await failureOf(remove(id))).toBeInstanceOf(StorageUnavailable);
    expect(store.subscriptions.find(first.ownerId, id)).toBeDefined();
    expect(store.auditTrail.list(first.ownerId, { subscriptionId: id }, wholePage).items).toHaveLength(1);
    repair();
    expect(await remove(id)).toEqual({ outcome: 'deleted' });
  });

  test('making and revoking a key is unavailable too', () => {
    const key = { id: 'id', owner: 'third', scope: 'read', name: null, createdAt: '', expiresAt: null } as const;
    spoil();
    expect(() => addKey(store, { ...key, key: first.key })).toThrow(StorageUnavailable);
    expect(() => revokeKey(store, first.apiKeyId, '2026-06-16T12:00:00.000Z')).toThrow(StorageUnavailable);
  });
});

describe('§7.1: a lock that is held shorter than the timeout', () => {
  test('is waited for', async () => {
    const script = `
      const { Database } = await import('bun:sqlite');
      const holder = new Database(${JSON.stringify(join(directory, 'duebook.db'))});
      holder.run('BEGIN IMMEDIATE');
      process.stdout.write('held');
      await Bun.sleep(200);
      holder.run('ROLLBACK');`;
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' });
    await child.stdout.getReader().read();
    expect(await create()).toMatchObject({ outcome: 'stored' });
    await child.exited;
  });
});

describe('anything else that goes wrong in the database', () => {
  test('§7.1: is not taken for a failing storage', async () => {
    const id = await storedId(create());
    const failure = await failureOf(create({}, first, id));
    expect(failure).not.toBeInstanceOf(StorageUnavailable);
    expect(String(failure)).toContain('UNIQUE constraint failed');
  });
});
