import { describe, expect, test } from 'bun:test';
import { occurrence } from '../../../src/domain/billing/occurrences.ts';
import { feedSettingsOf } from '../../../src/domain/feeds/feedFields.ts';
import { findIn, isLong, type Read } from '../../../src/http/reads/reads.ts';
import { countRowsOf } from '../../../src/http/reads/walks.ts';
import { createTestClock } from '../../support/clock.ts';
import { manyRecords } from '../../support/manyRecords.ts';
import { insertPayments, insertRecords, type RecordFields } from '../../support/records.ts';
import { openTestStore } from '../../support/testStore.ts';

const today = '2026-06-16';
const asOf = `${today}T12:00:00.000Z`;
const household = 100;
const everybody = 100_000;
// The machine may stall now and then: the quickest of some rounds counts.
const rounds = 20;
const roundsOfLong = 3;

/** Active records of every period; one in seven is overdue. */
function records(count: number): readonly RecordFields[] {
  return manyRecords(count).map((record, place) => {
    const lastPaymentDate = `2026-0${place % 7 === 0 ? 4 : 6}-${10 + (place % 7)}`;
    const facts = { ...record, everyMonths: null, anchorDay: place % 3 === 0 ? 31 : null, lastPaymentDate };
    return { ...facts, status: 'active', nextPaymentDate: occurrence(facts, 1) ?? '' };
  });
}

const { database, store, first, second } = openTestStore();
insertRecords(database, 'first', records(household));
insertRecords(database, 'second', records(everybody));
const find = findIn(store);

/** The milliseconds of the quickest of some rounds. */
function quickest(ownerId: number, read: Read, count: number): number {
  const times = Array.from({ length: count }, () => {
    const began = performance.now();
    void find(ownerId, read);
    return performance.now() - began;
  });
  return Math.min(...times);
}

const payments: Read = {
  kind: 'paymentsToCome',
  today,
  from: today,
  to: '2026-07-16',
  page: { limit: 100, offset: 0 },
};
const forecast: Read = { kind: 'forecast', asOf, today, months: 36 };

describe('the time of', () => {
  test.each<[string, Read]>([
    ['a forecast of 36 months', forecast],
    ['the payments of 30 days', payments],
    ['the payments of 1,100 days', { ...payments, to: '2029-06-20' }],
  ])('%s of a household is below 5 ms', (_, read) => {
    expect(quickest(first.ownerId, read, rounds)).toBeLessThan(5);
  });

  test.each<[string, Read]>([
    ['a forecast of 36 months', forecast],
    ['the payments of a day', { ...payments, to: today }],
  ])('%s of 100,000 subscriptions is below 2 s', (_, read) => {
    expect(quickest(second.ownerId, read, roundsOfLong)).toBeLessThan(2000);
  });
});

describe('a calendar of 400 days', () => {
  const settings = { ...feedSettingsOf({ name: 'Bills', alarmDaysBefore: 1 }), id: 'f', createdAt: asOf };
  const calendar: Read = { kind: 'calendar', feed: settings, today, publicUrl: 'https://home.example' };

  test('of 2,000 monthly subscriptions takes at most 100 ms', () => {
    const many = openTestStore();
    const monthly = { period: 'monthly', customDays: null, everyMonths: null, lastPaymentDate: '2026-06-10' } as const;
    const two = manyRecords(2000).map((record) => ({ ...record, ...monthly, status: 'active' as const }));
    insertRecords(many.database, 'first', two);
    const render = findIn(many.store);
    const times = Array.from({ length: rounds }, () => {
      const began = performance.now();
      const { membersJson } = render(many.first.ownerId, calendar);
      Buffer.byteLength(membersJson);
      return performance.now() - began;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });

  test('holds the event loop for a few milliseconds at most, whatever its events are', () => {
    const record = { name: '🏠,'.repeat(60), category: '🎬;'.repeat(40), status: 'active' } as const;
    const daily = { ...record, period: 'custom', customDays: 1 } as const;
    const measured = (paid: number, stored: readonly Partial<RecordFields>[], read: Read = calendar) => {
      const own = openTestStore();
      insertRecords(own.database, 'first', stored);
      insertPayments(own.database, 'first', paid);
      const { ownerId } = own.first;
      const render = findIn(own.store);
      const times = Array.from({ length: rounds }, () => {
        const began = performance.now();
        void render(ownerId, read);
        return performance.now() - began;
      });
      const rows = countRowsOf(own.store.rowCounts, createTestClock(asOf))(ownerId);
      return { isLong: isLong(read, rows), milliseconds: Math.min(...times) };
    };
    const many = (count: number) => Array.from({ length: count }, () => record);
    // With a payment of another amount on each day.
    const back: Read = { ...calendar, feed: { ...settings, daysBack: 400 } };
    const most = [measured(190, [record], back), measured(0, [daily, daily]), measured(0, many(39))];
    expect(most.map((one) => one.isLong)).toEqual([false, false, false]);
    expect(Math.max(...most.map(({ milliseconds }) => milliseconds))).toBeLessThan(8);
    const more = [measured(200, [record]), measured(0, [daily, daily, daily]), measured(0, many(41))];
    expect(more.map((one) => one.isLong)).toEqual([true, true, true]);
  });

  test('of any number of subscriptions has about 8 MiB at most', () => {
    const { membersJson } = find(second.ownerId, calendar);
    const mebibytes = Buffer.byteLength(membersJson) / 1024 / 1024;
    expect([mebibytes > 4, mebibytes < 9]).toEqual([true, true]);
  });
});
