import { databaseOn } from '../../../../src/core/database/db.ts';
import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { isCustom, periods } from '../../../../src/core/billing/periodTable.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';
import type { Currency } from '../../../../src/modules/subscriptions/model.ts';
import { statuses } from '../../../../src/modules/subscriptions/rules/limits.ts';
import { readDueFigures } from '../../../../src/modules/analytics/store/dueFigures.ts';
import { anyDay, anyPriceSteps } from '../../../support/arbitraries.ts';
import { costOn, dueDaysUntil, scheduled } from '../../../support/dueDays.ts';
import { insertRecords, removeRecords } from '../../../support/records.ts';
import { openTestStore } from '../../../support/testStore.ts';

const today = '2026-06-16';
/** Days with the one before and the last of the seven that begin with it. */
const anyWeek = fc.constantFrom(
  ['2026-06-15', today, '2026-06-22'],
  ['2026-06-29', '2026-06-30', '2026-07-06'],
  ['2026-06-30', '2026-07-01', '2026-07-07'],
  ['2026-05-30', '2026-05-31', '2026-06-06'],
  ['2026-06-24', '2026-06-25', '2026-07-01'],
);
const { database } = openTestStore();
const read = readDueFigures(databaseOn(database));

const anyRecord = fc
  .record({
    currency: fc.constantFrom(...currencies.slice(0, 3)),
    amountHundredths: fc.oneof(fc.nat(3000), fc.constant(99_999_999)),
    lastPaymentDate: fc.oneof(anyDay('2026-05-01', '2026-06-30'), anyDay('2024-01-01', '2026-06-30')),
    period: fc.constantFrom(...periods),
    customDays: fc.integer({ min: 1, max: 40 }),
    anchorDay: fc.option(fc.integer({ min: 1, max: 31 })),
    endsOn: fc.option(anyDay('2026-05-01', '2026-07-31')),
    priceSteps: fc.option(anyPriceSteps, { freq: 2 }),
    status: fc.constantFrom(...statuses, 'active', 'active'),
  })
  .map((record) => ({ ...record, customDays: isCustom(record.period) ? record.customDays : null }));

function figuresOf(name: string, day: string) {
  return read(day, { isPerOwner: true }).find(({ owner }) => owner === name);
}

test('what is due in the seven days from today, and what is overdue, follow from the due dates', () => {
  fc.assert(
    fc.property(anyWeek, fc.array(anyRecord, { maxLength: 12 }), ([yesterday = '', day = '', lastDay = ''], drawn) => {
      removeRecords(database);
      const records = drawn.map(scheduled);
      insertRecords(database, 'first', records);
      const active = records.filter(({ status }) => status === 'active');
      const sums = new Map<Currency, number>();
      for (const record of active) {
        const costs = dueDaysUntil(record, lastDay)
          .filter((dueOn) => dueOn >= day)
          .map((dueOn) => costOn(record, dueOn));
        sums.set(
          record.currency,
          costs.reduce((sum, cost) => sum + cost, sums.get(record.currency) ?? 0),
        );
      }
      const overdue = active.filter((record) => dueDaysUntil(record, yesterday).length > 0).length;
      expect(figuresOf('first', day)).toEqual({ owner: 'first', overdue, dueHundredths: sums });
      expect(figuresOf('second', day)).toEqual({ owner: 'second', overdue: 0, dueHundredths: new Map() });
    }),
    { numRuns: 200 },
  );
});

test('all owners together are one figure', () => {
  removeRecords(database);
  const due = { amountHundredths: 100, lastPaymentDate: '2026-05-16', nextPaymentDate: today };
  insertRecords(database, 'first', [due, { ...due, currency: 'EUR' }]);
  insertRecords(database, 'second', [due]);
  expect(read(today, { isPerOwner: true }).map(({ owner }) => owner)).toEqual(['first', 'second']);
  const dueHundredths = new Map([
    ['USD', 200],
    ['EUR', 100],
  ]);
  expect(read(today, { isPerOwner: false })).toEqual([{ owner: '', overdue: 0, dueHundredths }]);
});
