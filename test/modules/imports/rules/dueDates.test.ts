import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { ImportField, ImportOptions, ImportRow } from '../../../../src/modules/imports/rules/importTypes.ts';
import { readImport } from '../../../../src/modules/imports/rules/readImport.ts';
import { createDetailed } from '../../../../src/modules/subscriptions/rules/details.ts';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';
import type { SubscriptionDraft } from '../../../../src/modules/subscriptions/model.ts';
import { anyDay } from '../../../support/arbitraries.ts';

const options: ImportOptions = { format: 'csv', currencies, today: '2026-11-23' };

/** The row of a table with one record. Name, amount and currency have fixed values if they are not given. */
function rowOf(cells: Partial<Record<ImportField, string>>): ImportRow {
  const all = { name: 'A', amount: '1', currency: 'EUR', ...cells };
  const reading = readImport(Buffer.from(`${Object.keys(all).join()}\n${Object.values(all).join()}\n`), options);
  const row = 'rows' in reading ? reading.rows[0] : undefined;
  if (row === undefined) throw new Error('the table was not read');
  return row;
}

/** The record that is created out of a row. */
function created({ draft, details = {}, faults }: ImportRow) {
  expect(faults).toEqual([]);
  const sent = Object.assign({} as SubscriptionDraft, draft);
  const birth = { id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77', at: '2026-11-23T00:00:00.000Z' };
  const decision = createDetailed(sent, details, birth);
  if ('fault' in decision) throw new Error(decision.fault.reason);
  return decision.value.subscription;
}

const anyInterval = fc.oneof(
  fc.constantFrom('monthly', 'yearly', 'quarterly', 'halbjährlich', 'weekly', 'daily', 'alle 14 Tage', 'every 2 years'),
  fc
    .tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom('days', 'weeks', 'months'))
    .map((one) => `every ${one.join(' ')}`),
  fc.integer({ min: 1, max: 15 }).map((count) => `every ${count} years`),
);
const anyNext = anyDay('2020-01-01', '2040-12-31');

describe('what was imported is due on the same day as in the other tracker', () => {
  test('for any interval and any next payment, whatever the start is', () => {
    fc.assert(
      fc.property(anyInterval, anyNext, fc.option(anyDay('2000-01-01', '2040-12-31')), (period, next, start) => {
        const row = rowOf({ period, nextPaymentDate: next, ...(start !== null && { startDate: start }) });
        expect(created(row).nextPaymentDate).toBe(next);
      }),
      { numRuns: 250 },
    );
  });

  test.each([
    ['2026-11-22', '2026-12-22'],
    ['2026-11-23', '2026-12-23'],
    ['2026-11-24', '2026-11-24'],
  ])('a monthly one that the file only says to start on %s, read on 23 November, is due on %s', (startDate, due) => {
    expect(created(rowOf({ period: 'monthly', startDate })).nextPaymentDate).toBe(due);
  });

  test('also when the last payment of the file does not fit, which a note says', () => {
    fc.assert(
      fc.property(anyInterval, anyNext, anyNext, (period, next, last) => {
        const row = rowOf({ period, nextPaymentDate: next, lastPaymentDate: last });
        const { lastPaymentDate, nextPaymentDate } = created(row);
        expect(nextPaymentDate).toBe(next);
        expect(row.notes.some((note) => note.code === 'lastPaymentReplaced')).toBe(lastPaymentDate !== last);
      }),
      { numRuns: 250 },
    );
  });

  test('a start alone leads to the payments that follow from it', () => {
    fc.assert(
      fc.property(
        anyDay('2015-01-01', '2026-11-23'),
        fc.constantFrom('monthly', 'yearly', 'quarterly'),
        (start, period) => {
          const { lastPaymentDate, nextPaymentDate } = created(rowOf({ period, startDate: start }));
          expect(lastPaymentDate <= '2026-11-23' && nextPaymentDate > '2026-11-23').toBe(true);
        },
      ),
    );
  });
});

describe('the day of the month is kept', () => {
  const cells = (one: Partial<Record<ImportField, string>>) => ({ period: 'monthly', ...one });
  test.each([
    ['by the start', cells({ nextPaymentDate: '2026-11-30', startDate: '2026-01-31' }), '2026-10-31', null],
    ['by the next payment', cells({ nextPaymentDate: '2026-12-31' }), '2026-11-30', 31],
    [
      'by the last payment',
      cells({ nextPaymentDate: '2026-11-30', lastPaymentDate: '2026-10-31' }),
      '2026-10-31',
      null,
    ],
    [
      'by the day itself beside both payments',
      cells({ nextPaymentDate: '2026-12-31', lastPaymentDate: '2026-11-30', anchorDay: '31' }),
      '2026-11-30',
      31,
    ],
    ['by the day itself', cells({ lastPaymentDate: '2026-11-30', anchorDay: '31' }), '2026-11-30', 31],
    ['of a start on a day that most months lack', cells({ startDate: '2026-01-31' }), '2026-10-31', null],
    [
      'after a short month',
      { period: 'quarterly', nextPaymentDate: '2026-11-30', startDate: '2026-05-31' },
      '2026-08-31',
      null,
    ],
    ['of a leap day', { period: 'yearly', nextPaymentDate: '2027-02-28', startDate: '2024-02-29' }, '2026-02-28', 29],
    [
      'unless the next payment is on another one',
      cells({ nextPaymentDate: '2026-12-01', startDate: '2026-01-31' }),
      '2026-11-01',
      null,
    ],
    ['and a last payment overdue stays overdue', cells({ lastPaymentDate: '2026-08-31' }), '2026-08-31', null],
    [
      'and a next payment in the past stays',
      cells({ nextPaymentDate: '2026-09-30', startDate: '2026-03-31' }),
      '2026-08-31',
      null,
    ],
  ])('%s', (_, given, lastPaymentDate, anchorDay) => {
    const row = rowOf(given);
    expect(row.draft['lastPaymentDate']).toBe(lastPaymentDate);
    expect(row.details?.['anchorDay'] ?? null).toBe(anchorDay);
    expect(row.notes.filter((note) => note.code !== 'categoryMissing')).toEqual([]);
  });
});
