import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { contractCurrencies as currencies } from '../../../../src/core/billing/currencies.ts';
import { statuses } from '../../../../src/modules/subscriptions/rules/limits.ts';
import { anyDay, fixedPeriods } from '../../../support/arbitraries.ts';
import { dayNumberOf, parseDay } from '../../../support/calendar.ts';
import { expectedGroups, groupsOf, inOrder, sumOf, written, yearly } from '../../../support/exactFigures.ts';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { duplicatesOf, optimizationsOf, summaryOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const today = '2026-06-16';
const service = await startService({ now: `${today}T12:00:00.000Z` });

type Record = RecordFields & { readonly id: string };

const anyRecord: fc.Arbitrary<RecordFields> = fc.record({
  name: fc.constantFrom('Netflix', 'netflix', ' NETFLIX', 'Spotify', 'spotify ', 'AWS'),
  category: fc.constantFrom('Streaming', 'Music', 'Work', 'work'),
  amountHundredths: fc.oneof(fc.nat(5), fc.nat(3000), fc.nat(99_999_999)),
  currency: fc.constantFrom(...currencies.slice(0, 4)),
  period: fc.constantFrom(...fixedPeriods),
  customDays: fc.constant(null),
  nextPaymentDate: anyDay('2026-06-10', '2026-07-25'),
  status: fc.constantFrom(...statuses, 'active', 'active'),
  createdAt: fc.constant('2026-06-16T12:00:00.000Z'),
});

const usual: RecordFields = {
  name: 'Every so often',
  category: 'Work',
  amountHundredths: 0,
  currency: 'USD',
  period: 'custom',
  customDays: 1,
  nextPaymentDate: '2027-01-01',
  status: 'active',
  createdAt: '2026-06-16T12:00:00.000Z',
};

function expectedSummary(records: readonly Record[]) {
  const active = records.filter(({ status }) => status === 'active');
  const countOf = (status: string) => records.filter((record) => record.status === status).length;
  const daysUntil = (day: string) => dayNumberOf(parseDay(day)) - dayNumberOf(parseDay(today));
  return {
    counts: {
      total: records.length,
      active: countOf('active'),
      paused: countOf('paused'),
      cancelled: countOf('cancelled'),
    },
    ...expectedGroups(active, true),
    renewals: active
      .map(({ id, nextPaymentDate }) => ({ id, daysUntilRenewal: daysUntil(nextPaymentDate) }))
      .filter(({ daysUntilRenewal }) => daysUntilRenewal >= 0 && daysUntilRenewal <= 30)
      .sort((a, b) => inOrder(a.id, b.id)),
  };
}

function expectedAboveAverage(records: readonly Record[]) {
  const active = records.filter(({ status }) => status === 'active');
  return groupsOf(active, ({ currency }) => currency)
    .flatMap(([, group]) => {
      const [sum, over] = sumOf(group);
      const count = BigInt(group.length);
      const dear = group.filter((record) => {
        const [cost, per] = yearly(record);
        return cost * over * count > 2n * sum * per;
      });
      const currencyMonthlyAverage = written([sum, over * count], 12n);
      return dear.map((record) => ({
        id: record.id,
        monthlyEquivalent: written(yearly(record), 12n),
        currencyMonthlyAverage,
      }));
    })
    .sort((a, b) => inOrder(a.id, b.id));
}

function expectedDuplicates(records: readonly Record[]) {
  const kept = records.filter(({ status }) => status !== 'cancelled');
  return groupsOf(kept, ({ name }) => name.trim().toLowerCase())
    .filter(([, group]) => group.length > 1)
    .map(([normalizedName, group]) => ({ normalizedName, size: group.length }))
    .sort((a, b) => b.size - a.size || inOrder(a.normalizedName, b.normalizedName));
}

function insert(drawn: readonly RecordFields[]): readonly Record[] {
  removeRecords(service.database);
  const ids = insertRecords(service.database, 'first', drawn);
  return drawn.map((record, position) => ({ ...record, id: ids[position] ?? '' }));
}

const anyRecords = fc.array(
  fc
    .tuple(anyRecord, fc.option(fc.integer({ min: 1, max: 800 })), fc.option(fc.integer({ min: 2, max: 60 })))
    .map(([record, customDays, everyMonths]) =>
      customDays === null ? record : { ...record, period: 'custom' as const, customDays, everyMonths },
    ),
  { maxLength: 40 },
);

test('§5.1–§5.6, §11.3: the reports on any records are those of plain exact arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecords, async (drawn) => {
      const records = insert(drawn);
      const { counts, byCurrency, byCategory, upcomingRenewals } = await summaryOf(
        service,
        undefined,
        '?include=yearly',
      );
      const renewals = upcomingRenewals.map(({ id, daysUntilRenewal }) => ({ id, daysUntilRenewal }));
      renewals.sort((a, b) => inOrder(a.id, b.id));
      expect({ counts, byCurrency, byCategory, renewals }).toEqual(expectedSummary(records));
      const { aboveAverageInCurrency, monthlyToAnnual } = await optimizationsOf(service);
      const dear = aboveAverageInCurrency.map(({ id, monthlyEquivalent, currencyMonthlyAverage }) => ({
        id,
        monthlyEquivalent,
        currencyMonthlyAverage,
      }));
      expect(dear.sort((a, b) => inOrder(a.id, b.id))).toEqual(expectedAboveAverage(records));
      const yearlyCosts = Map.groupBy(monthlyToAnnual, (row) => row.currency)
        .values()
        .map((rows) => rows.map((row) => row.yearlyAtCurrentRate));
      for (const report of [aboveAverageInCurrency.map((row) => row.monthlyEquivalent), ...yearlyCosts]) {
        expect(report).toEqual(report.toSorted((a, b) => b - a));
      }
      const groups = (await duplicatesOf(service)).map((group) => ({
        normalizedName: group.normalizedName,
        size: group.subscriptions.length,
      }));
      expect(groups).toEqual(expectedDuplicates(records));
    }),
    { numRuns: 100 },
  );
});

test('§5.7: thousands of intervals without a common measure are summed exactly', async () => {
  const drawn = Array.from({ length: 3000 }, (_, number) => ({
    ...usual,
    customDays: number + 1,
    amountHundredths: (number * 7919) % 100_000,
  }));
  const records = insert(drawn);
  const { byCurrency, byCategory } = await summaryOf(service, undefined, '?include=yearly');
  const expected = expectedSummary(records);
  expect({ byCurrency, byCategory }).toEqual({
    byCurrency: expected.byCurrency,
    byCategory: expected.byCategory,
  });
});
