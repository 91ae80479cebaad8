import { describe, expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { forecastOf, optimizationsOf, paymentsOf, summaryOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-06-16T09:00:00.000Z' });

await service.create({ name: 'Netflix', amount: 15, lastPaymentDate: '2026-05-20' });
await service.create({ name: 'netflix', amount: 9.99, lastPaymentDate: '2026-06-30' });
await service.create({
  name: 'Spotify',
  amount: 120,
  period: 'yearly',
  lastPaymentDate: '2025-06-25',
});
await service.create({ name: 'Figma', amount: 45, status: 'cancelled', lastPaymentDate: '2026-06-01' });
await service.create({
  name: 'Rakuten',
  amount: 1000,
  currency: 'JPY',
  lastPaymentDate: '2026-05-18',
});
await service.create({ name: 'Notion', amount: 8, status: 'paused', lastPaymentDate: '2026-05-19' });
const amazon = await service.create({ name: 'AWS', amount: 200, lastPaymentDate: '2026-08-01' });

describe('seven subscriptions, worked out by hand', () => {
  test('§5.1: cost 234.99 dollars and 1000 yen a month', async () => {
    const { counts, byCurrency, byCategory, asOf, horizonDays } = await summaryOf(service);
    expect({ asOf, horizonDays }).toEqual({ asOf: '2026-06-16T09:00:00.000Z', horizonDays: 30 });
    expect(counts).toEqual({ total: 7, active: 5, paused: 1, cancelled: 1 });
    expect(byCurrency).toEqual([
      { currency: 'JPY', activeSubscriptions: 1, monthlyTotal: 1000, yearlyTotal: 12_000 },
      { currency: 'USD', activeSubscriptions: 4, monthlyTotal: 234.99, yearlyTotal: 2819.88 },
    ]);
    expect(byCategory).toEqual([
      { category: 'Streaming', activeSubscriptions: 5, monthlyTotalsByCurrency: { JPY: 1000, USD: 234.99 } },
    ]);
  });

  test('§5.3: come, the monthly ones, to these sums a year, the dearest of each currency first', async () => {
    const { monthlyToAnnual } = await optimizationsOf(service);
    expect(monthlyToAnnual.map(({ name, yearlyAtCurrentRate }) => [name, yearlyAtCurrentRate])).toEqual([
      ['AWS', 2400],
      ['Netflix', 180],
      ['netflix', 119.88],
      ['Rakuten', 12_000],
    ]);
  });

  test('§5.6: are above average in one case', async () => {
    const { aboveAverageInCurrency } = await optimizationsOf(service);
    expect(aboveAverageInCurrency).toEqual([
      { id: amazon.id, name: 'AWS', currency: 'USD', monthlyEquivalent: 200, currencyMonthlyAverage: 58.75 },
    ]);
  });

  test('§5.9: cost this in each of the next twelve months', async () => {
    const { overdue, months } = await forecastOf(service);
    expect(overdue).toEqual({ payments: 0, totalsByCurrency: {} });
    expect<unknown[]>(
      months.map(({ month, payments, totalsByCurrency }) => [month, payments, totalsByCurrency]),
    ).toEqual([
      // Rakuten on the 18th, Netflix on the 20th, Spotify's year on the 25th; netflix was paid for this month.
      ['2026-06', 3, { JPY: 1000, USD: 135 }],
      // Rakuten, Netflix, and netflix on the 30th: 15 + 9.99.
      ['2026-07', 3, { JPY: 1000, USD: 24.99 }],
      // The same; AWS was paid for this month.
      ['2026-08', 3, { JPY: 1000, USD: 24.99 }],
      // From here, AWS on the 1st, too: 15 + 9.99 + 200.
      // netflix on the 28th in February, because there is no 30th; Spotify's next year begins in June.
      ...words('2026-09 2026-10 2026-11 2026-12 2027-01 2027-02 2027-03 2027-04 2027-05').map(
        (month) => [month, 4, { JPY: 1000, USD: 224.99 }] as const,
      ),
    ]);
    for (const { totalsByCurrency, byCategory } of months) {
      expect(byCategory).toEqual([{ category: 'Streaming', totalsByCurrency }]);
    }
  });

  test('§5.8: are paid on these days', async () => {
    const { payments, overdue, totalsByCurrency } = await paymentsOf(service, '?from=2027-02-01&to=2027-03-31');
    expect(overdue).toEqual([]);
    expect(payments.map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2027-02-01 AWS',
      '2027-02-18 Rakuten',
      '2027-02-20 Netflix',
      '2027-02-28 netflix',
      '2027-03-01 AWS',
      '2027-03-18 Rakuten',
      '2027-03-20 Netflix',
      '2027-03-30 netflix',
    ]);
    expect(totalsByCurrency).toEqual({ JPY: 2000, USD: 449.98 });
  });
});
