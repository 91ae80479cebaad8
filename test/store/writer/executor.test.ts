import { afterEach, describe, expect, test } from 'bun:test';
import type { SubscriptionView } from '../../../src/domain/subscriptions/fields.ts';
import { viewSubscription } from '../../../src/domain/subscriptions/subscription.ts';
import { failureOf, openTestStore, storedId } from '../../support/testStore.ts';

const { entriesOf, create, update, remove, countOf, store, database, first, second } = openTestStore();

const wholePage = { limit: 100, offset: 0 };

function viewOf(id: string): SubscriptionView {
  const stored = store.subscriptions.find(first.ownerId, id);
  if (stored === undefined) throw new Error(`there is no subscription ${id}`);
  return viewSubscription(stored);
}

function failingTrigger(event: string): void {
  database.run(`CREATE TRIGGER make_it_fail ${event} BEGIN SELECT RAISE(ABORT, 'made to fail'); END`);
}

afterEach(() => {
  database.run('DROP TRIGGER IF EXISTS make_it_fail');
});

describe('a change and its audit entry', () => {
  test('§6.1: creating stores the record and one entry with the state after', async () => {
    const id = await storedId(create());
    const items = entriesOf(first.ownerId, id);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      subscriptionId: id,
      apiKeyId: first.apiKeyId,
      action: 'subscription.create',
      metadata: { after: viewOf(id) },
    });
    expect(Object.keys(items[0]?.metadata ?? {})).toEqual(['after']);
  });

  test('§6.1: updating adds an entry with the state before, the state after and what was asked', async () => {
    const id = await storedId(create());
    const before = viewOf(id);
    await update(id, { amount: 20, name: ' Renamed ' });
    const after = viewOf(id);
    const [newest] = entriesOf(first.ownerId, id);
    expect(after).toMatchObject({ amount: 20, name: 'Renamed' });
    expect(newest?.action).toBe('subscription.update');
    expect(newest?.metadata).toEqual({ before, after, patch: { amount: 20, name: ' Renamed ' } });
  });

  test('§6.1: when the entry cannot be stored, nothing is created', async () => {
    const counts = [countOf('subscriptions'), countOf('audit_entries')];
    failingTrigger('BEFORE INSERT ON audit_entries');
    const id = Bun.randomUUIDv7();
    expect(await failureOf(create({}, first, id))).toMatchObject({ message: 'made to fail' });
    expect(store.subscriptions.find(first.ownerId, id)).toBeUndefined();
    expect([countOf('subscriptions'), countOf('audit_entries')]).toEqual(counts);
  });

  test('§6.1: when the entry cannot be stored, nothing is updated', async () => {
    const id = await storedId(create());
    const before = store.subscriptions.find(first.ownerId, id);
    const entries = countOf('audit_entries');
    failingTrigger('BEFORE INSERT ON audit_entries');
    expect(await failureOf(update(id, { name: 'Changed', status: 'cancelled' }))).toMatchObject({
      message: 'made to fail',
    });
    expect(store.subscriptions.find(first.ownerId, id)).toEqual(before);
    expect(countOf('audit_entries')).toBe(entries);
  });

  test('§6.1: when the record cannot be stored, there is no entry', async () => {
    const id = await storedId(create());
    const entries = countOf('audit_entries');
    failingTrigger('AFTER UPDATE ON subscriptions');
    expect(await failureOf(update(id, { name: 'Changed' }))).toMatchObject({ message: 'made to fail' });
    expect(countOf('audit_entries')).toBe(entries);
  });

  test('§6.1: deleting removes the record and every entry about it, and no other entry', async () => {
    const id = await storedId(create());
    const other = await storedId(create());
    await update(id, { status: 'paused' });
    await update(id, { status: 'active' });
    const entries = countOf('audit_entries');
    expect(await remove(id)).toEqual({ outcome: 'deleted' });
    expect(store.subscriptions.find(first.ownerId, id)).toBeUndefined();
    expect(store.auditTrail.list(first.ownerId, { subscriptionId: id }, wholePage).items).toEqual([]);
    expect(countOf('audit_entries')).toBe(entries - 3);
    expect(store.auditTrail.list(first.ownerId, { subscriptionId: other }, wholePage).items).toHaveLength(1);
  });

  test('§6.1: when the entries cannot be removed, the record stays, with all of them', async () => {
    const id = await storedId(create());
    failingTrigger('BEFORE DELETE ON audit_entries');
    expect(await failureOf(remove(id))).toMatchObject({ message: 'made to fail' });
    expect(store.subscriptions.find(first.ownerId, id)).toBeDefined();
    expect(store.auditTrail.list(first.ownerId, { subscriptionId: id }, wholePage).items).toHaveLength(1);
  });

  test('a write that is refused leaves neither a record nor an entry', async () => {
    const counts = [countOf('subscriptions'), countOf('audit_entries')];
    expect(await create({ period: 'custom' })).toEqual({
      outcome: 'refused',
      fault: { field: 'customDate', reason: 'customDateMissing' },
    });
    expect([countOf('subscriptions'), countOf('audit_entries')]).toEqual(counts);
  });
});

describe('an owner', () => {
  test('updates and deletes nothing of another owner, and leaves no trace in trying', async () => {
    const id = await storedId(create());
    const before = store.subscriptions.find(first.ownerId, id);
    const entries = countOf('audit_entries');
    expect(await update(id, { name: 'Stolen' }, second)).toEqual({ outcome: 'missing' });
    expect(await remove(id, second)).toEqual({ outcome: 'missing' });
    expect(store.subscriptions.find(second.ownerId, id)).toBeUndefined();
    expect(store.subscriptions.find(first.ownerId, id)).toEqual(before);
    expect(countOf('audit_entries')).toBe(entries);
  });

  test('sees no audit entry of another owner', async () => {
    const id = await storedId(create());
    expect(store.auditTrail.list(second.ownerId, { subscriptionId: id }, wholePage)).toEqual({
      items: [],
      hasMore: false,
    });
    expect(store.auditTrail.list(second.ownerId, {}, wholePage).items).toEqual([]);
  });

  test('gets the same answer for a deleted record as for one that never existed', async () => {
    const id = await storedId(create());
    await remove(id);
    expect(await remove(id)).toEqual(await remove(Bun.randomUUIDv7()));
    expect(await update(id, { name: 'x' })).toEqual(await update(Bun.randomUUIDv7(), { name: 'x' }));
  });
});

describe('many writes at once', () => {
  test('each is stored once, with one entry of its own', async () => {
    const [records, entries] = [countOf('subscriptions'), countOf('audit_entries')];
    const ids = await Promise.all(Array.from({ length: 50 }, (_, number) => storedId(create({ name: `n${number}` }))));
    expect(new Set(ids).size).toBe(50);
    expect([countOf('subscriptions'), countOf('audit_entries')]).toEqual([records + 50, entries + 50]);
  });

  test('updates of one record follow one another: each one’s state before is the state after of the last', async () => {
    const id = await storedId(create());
    await Promise.all(Array.from({ length: 20 }, (_, amount) => update(id, { amount })));
    const entries = entriesOf(first.ownerId, id).toReversed();
    expect(entries).toHaveLength(21);
    for (const [position, entry] of entries.entries()) {
      const previous = entries[position - 1];
      if (previous !== undefined) expect(entry.metadata).toMatchObject({ before: previous.metadata.after });
    }
  });
});
