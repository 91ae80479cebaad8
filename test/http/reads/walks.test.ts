import { describe, expect, test } from 'bun:test';
import { feedRecord, feedSettingsOf } from '../../../src/domain/feeds/feedFields.ts';
import { isLong, type Read } from '../../../src/http/reads/reads.ts';
import { countRowsOf } from '../../../src/http/reads/walks.ts';
import { createTestClock } from '../../support/clock.ts';
import { extendTrail } from '../../support/longTrails.ts';
import { manyRecords } from '../../support/manyRecords.ts';
import { insertPayments, insertRecords } from '../../support/records.ts';
import { openTestStore, storedId } from '../../support/testStore.ts';

const now = '2026-06-16T12:00:00.000Z';
const [asOf, today] = [now, '2026-06-16'];
const { database, store, first, second } = openTestStore();
insertRecords(database, 'first', manyRecords(1000));
const rowsOf = countRowsOf(store.rowCounts, createTestClock(now));
const isLongFor = (read: Read, ownerId = first.ownerId) => isLong(read, rowsOf(ownerId));

const page = { limit: 50, offset: 3950 };
const behind = { limit: 50, offset: 3951 };
const since = '2026-01-01T00:00:00.000Z';

describe('a page that an index gives', () => {
  test.each<[string, Read]>([
    ['subscriptions by name', { kind: 'list', filters: {}, sort: 'name', page }],
    ['subscriptions by due date', { kind: 'list', filters: { expiringBefore: today }, sort: 'nextPaymentDate', page }],
    ['the audit trail', { kind: 'audit', filters: {}, withActors: false, page }],
    ['the audit trail since an instant', { kind: 'audit', filters: { since }, withActors: false, page }],
    ['the audit trail of a subscription', { kind: 'audit', filters: { subscriptionId: 'x' }, withActors: false, page }],
    ['the activity', { kind: 'activity', filters: {}, page }],
    ['the activity of a type', { kind: 'activity', filters: { entityType: 'subscription' }, page }],
    ['the payments made', { kind: 'paymentsMade', filters: {}, page }],
    ['the keys', { kind: 'keys', page }],
    ['the feeds', { kind: 'feeds', page }],
    ['the users', { kind: 'users', page }],
  ])('is read on the event loop up to row 4,000, and in the read worker behind it: %s', (_, read) => {
    expect([isLongFor(read), isLongFor({ ...read, page: behind } as Read)]).toEqual([false, true]);
  });
});

test('a calendar of a few subscriptions that are due each day is long, and one of as many that are due each month is not', () => {
  const parts = openTestStore();
  const days = { daysAhead: 1100, daysBack: 0 };
  const feed = feedRecord('id', feedSettingsOf({ name: 'Bills', ...days }), now);
  const due = { period: 'custom', customDays: 1 } as const;
  insertRecords(
    parts.database,
    'first',
    Array.from({ length: 10 }, () => due),
  );
  insertRecords(
    parts.database,
    'second',
    Array.from({ length: 10 }, () => ({ ...due, customDays: 90 })),
  );
  const count = countRowsOf(parts.store.rowCounts, createTestClock(now));
  const isLongOf = ({ ownerId }: { readonly ownerId: number }) =>
    isLong({ kind: 'calendar', feed, today, publicUrl: null }, count(ownerId));
  expect([isLongOf(parts.first), isLongOf(parts.second)]).toEqual([true, false]);
});

test('a page of the trail walks past the entries of a subscription that was deleted and is not purged yet', async () => {
  const parts = openTestStore();
  const { first: owner, second: other } = parts;
  const subscriptionId = await storedId(parts.create());
  extendTrail(parts.database, { ...owner, subscriptionId }, 4000, () => ({ patch: { amount: 2 } }));
  const count = countRowsOf(parts.store.rowCounts, createTestClock(now));
  const reads: readonly Read[] = [
    { kind: 'audit', filters: {}, withActors: false, page: { limit: 50, offset: 0 } },
    { kind: 'activity', filters: {}, page: { limit: 50, offset: 0 } },
  ];
  const areLongFor = (ownerId: number) => reads.map((read) => isLong(read, count(ownerId)));
  expect(areLongFor(owner.ownerId)).toEqual([false, false]);
  await parts.remove(subscriptionId);
  expect([areLongFor(owner.ownerId), areLongFor(other.ownerId)]).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('a page walks past the payments of such a subscription, and past the entries of their corrections', async () => {
  const parts = openTestStore();
  const { first: owner, second: other } = parts;
  const subscriptionId = await storedId(parts.create());
  insertPayments(parts.database, 'first', 4000);
  parts.database.run(`INSERT INTO audit_entries
      (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
    SELECT printf('0197a1d2-0000-7000-8000-%012d', sequence), owner_id, 'payment', id, 'key', '', '', 'payment.update', '{}', ''
    FROM payments`);
  const count = countRowsOf(parts.store.rowCounts, createTestClock(now));
  const firstPage = { limit: 50, offset: 0 };
  const reads: readonly Read[] = [
    { kind: 'activity', filters: {}, page: firstPage },
    { kind: 'activity', filters: { entityType: 'payment' }, page: firstPage },
    { kind: 'paymentsMade', filters: {}, page: firstPage },
    { kind: 'activity', filters: { entityType: 'subscription' }, page: firstPage },
    { kind: 'audit', filters: {}, withActors: false, page: firstPage },
  ];
  const areLongFor = (ownerId: number) => reads.map((read) => isLong(read, count(ownerId)));
  expect(areLongFor(owner.ownerId)).toEqual([false, false, false, false, false]);
  await parts.remove(subscriptionId);
  expect(parts.store.activity.list(owner.ownerId, { entityType: 'payment' }, firstPage).items).toEqual([]);
  expect([areLongFor(owner.ownerId), areLongFor(other.ownerId)]).toEqual([
    [true, true, true, false, false],
    [false, false, false, false, false],
  ]);
});

test('the sums of what was spent read each payment once: more than 4,000 make them long', () => {
  const parts = openTestStore();
  insertRecords(parts.database, 'first', [{}]);
  insertPayments(parts.database, 'first', 4001);
  const isLongNow = () => {
    const rows = countRowsOf(parts.store.rowCounts, createTestClock(now))(parts.first.ownerId);
    return isLong({ kind: 'spent', from: since.slice(0, 10), to: today }, rows);
  };
  const areMore = isLongNow();
  parts.database.run('DELETE FROM payments WHERE sequence = 1');
  expect([areMore, isLongNow()]).toEqual([true, false]);
});

describe('a read that looks at each row', () => {
  const feed = feedRecord('id', feedSettingsOf({ name: 'Bills', daysAhead: 30, daysBack: 0 }), now);
  const filtered: Read = { kind: 'list', filters: { q: 'é' }, sort: 'name', page: { limit: 50, offset: 0 } };

  test('only compares them in a list, which 1,000 subscriptions do not make long', () => {
    expect(isLongFor(filtered)).toBe(false);
  });

  test.each<[string, Read]>([
    ['a search in the details', { ...filtered, include: { detailsOn: today } }],
    ['duplicates', { kind: 'duplicates' }],
    ['optimizations', { kind: 'optimizations', currencies: ['EUR'] }],
    ['a forecast', { kind: 'forecast', asOf, today, months: 1 }],
    ['the deadlines', { kind: 'deadlines', today, days: 1 }],
    ['a calendar', { kind: 'calendar', feed, today, publicUrl: null }],
    ['the payments to come', { kind: 'paymentsToCome', today, from: today, to: today, page }],
  ])('computes with them, which is long for 1,000 subscriptions and not for a few: %s', (_, read) => {
    expect([isLongFor(read), isLongFor(read, second.ownerId)]).toEqual([true, false]);
  });

  test('computes with the renewals of a summary only: many of them make it long', () => {
    const summary = (horizonDays: number): Read => ({ kind: 'summary', asOf, today, horizonDays });
    expect([isLongFor(summary(1)), isLongFor(summary(30)), isLongFor(summary(365))]).toEqual([false, false, true]);
    expect(isLongFor(summary(365), second.ownerId)).toBe(false);
  });
});

test('the rows of an owner are counted again ten seconds later, and not before', () => {
  const clock = createTestClock(now);
  const counted = countRowsOf(store.rowCounts, clock)(second.ownerId);
  const countAfter = (seconds: number) => {
    insertRecords(database, 'second', [{}]);
    clock.advance(seconds);
    return counted.subscriptions();
  };
  expect([countAfter(0), countAfter(9), countAfter(1), countAfter(9), countAfter(1)]).toEqual([1, 1, 3, 3, 5]);
});

test('the renewals of each span of days are counted again ten seconds later, and not before', () => {
  const clock = createTestClock(now);
  const counted = countRowsOf(store.rowCounts, clock)(first.ownerId);
  const countAfter = (seconds: number, from = '0001-01-01') => {
    insertRecords(database, 'first', [{}]);
    clock.advance(seconds);
    return counted.renewals(from, '9999-12-31');
  };
  const none = counted.renewals('0001-01-01', '9999-12-31');
  expect([countAfter(9), countAfter(1), countAfter(0), countAfter(0, '0001-01-02')]).toEqual(
    [0, 2, 2, 4].map((added) => none + added),
  );
});

test('an owner is counted up to a bound, so that counting does not take longer for a large one', () => {
  insertRecords(database, 'first', manyRecords(4000));
  expect(countRowsOf(store.rowCounts, createTestClock(now))(first.ownerId).subscriptions()).toBe(4001);
});
