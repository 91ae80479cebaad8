import { describe, expect, test } from 'bun:test';
import {
  barsOf,
  compared,
  compareYears,
  daysOfSpan,
  monthsOf,
  risesFirst,
  spansOf,
  twelveMonthsBefore,
  twelveMonthsTo,
  vendorBars,
} from '../../src/web/pages/insights/figures.ts';

describe('duplicates side by side', () => {
  const monthly = (amount: number, currency: string) => ({ amount, currency, period: 'monthly' as const });

  test('are compared by what they cost a month, whatever their interval', () => {
    const yearly = { amount: 120.24, currency: 'EUR', period: 'yearly' as const };
    const [one, other] = compared([monthly(15.99, 'EUR'), yearly]);
    expect(one).toMatchObject({ monthly: 15.99, more: 5.97 });
    expect(other).toMatchObject({ monthly: 10.02, more: 0 });
  });

  test('of different currencies are not compared', () => {
    const members = compared([monthly(15.99, 'EUR'), monthly(1, 'USD')]);
    expect(members.map(({ more }) => more)).toEqual([undefined, undefined]);
  });

  test('that cost the same have no cheapest one', () => {
    const members = compared([monthly(5, 'EUR'), monthly(5, 'EUR')]);
    expect(members.map(({ more }) => more)).toEqual([undefined, undefined]);
  });
});

describe('what was spent', () => {
  const month = (name: string, totalsByCurrency: Readonly<Record<string, number>>) => ({
    month: name,
    totalsByCurrency,
    byCategory: [],
  });

  test('has all months since the first payment, also those without one', () => {
    const byMonth = [month('2025-12', { EUR: 20 }), month('2026-02', { EUR: 5, USD: 3 })];
    expect(monthsOf({ to: '2026-03-02', byMonth })).toEqual([
      month('2025-12', { EUR: 20 }),
      month('2026-01', {}),
      month('2026-02', { EUR: 5, USD: 3 }),
      month('2026-03', {}),
    ]);
  });

  test('is compared with the year before only if both have payments in twelve months, each currency by itself', () => {
    const year = (months: number, totals: Readonly<Record<string, number>>) =>
      ({
        totalsByCurrency: totals,
        byMonth: Array.from({ length: months }, (_, at) => month(String(at), { EUR: 1, ...(at > 0 && { USD: 1 }) })),
      }) as never;
    const [now, before] = [year(12, { EUR: 120.1, USD: 5 }), year(12, { EUR: 100, USD: 5 })];
    expect(compareYears(now, before, 'EUR')).toEqual({ difference: 20.1, changePercent: 20.1 });
    expect(compareYears(now, before, 'USD')).toBeUndefined();
    expect(compareYears(now, year(11, { EUR: 100 }), 'EUR')).toBeUndefined();
    expect(compareYears(year(11, { EUR: 100 }), before, 'EUR')).toBeUndefined();
  });

  test('of nothing has empty bars', () => {
    expect(barsOf([{ name: 'January', amount: 0 }])).toEqual([{ name: 'January', amount: 0, share: 0 }]);
    expect(barsOf([])).toEqual([]);
  });
});

test('prices that rose come first', () => {
  const changes = [
    { previousAmount: 3, amount: 1 },
    { previousAmount: 1, amount: 2 },
    { previousAmount: 2, amount: 3 },
  ];
  expect(risesFirst(changes).map(({ amount }) => amount)).toEqual([2, 3, 1]);
});

const other = { from: '', to: '' };

describe('a span of the totals', () => {
  test('is this year or one of the four before it, the last twelve months, everything, or chosen days', () => {
    expect(spansOf('2026-11-23')).toEqual(['twelve', '2026', '2025', '2024', '2023', '2022', 'all', 'other']);
  });

  test.each([
    ['2025', { from: '2025-01-01', to: '2025-12-31' }],
    ['twelve', { from: '2025-11-24', to: '2026-11-23' }],
    ['all', { from: '0001-01-01', to: '2026-11-24' }],
    ['other', { from: '0001-01-01', to: '2026-11-24' }],
  ] as const)('has its days: %s', (span, days) => {
    expect(daysOfSpan(span, '2026-11-23', other)).toEqual(days);
  });

  test('of chosen days may be given in either order', () => {
    const chosen = { from: '2026-05-01', to: '2026-03-01' };
    expect(daysOfSpan('other', '2026-11-23', chosen)).toEqual({ from: '2026-03-01', to: '2026-05-01' });
  });

  test.each([
    ['2026-11-23', '2025-11-24', '2024-11-24', '2025-11-23'],
    ['2024-02-29', '2023-03-01', '2022-03-01', '2023-02-28'],
    ['2025-02-28', '2024-02-29', '2023-03-01', '2024-02-28'],
  ])('of twelve months up to %s follows the twelve before it without a gap', (today, from, fromBefore, toBefore) => {
    expect(twelveMonthsTo(today)).toEqual({ from, to: today });
    expect(twelveMonthsBefore(today)).toEqual({ from: fromBefore, to: toBefore });
  });
});

test('the vendors of one currency have bars to scale, the highest first', () => {
  const vendors = [
    { subscriptionId: 'a', name: 'Power', totalsByCurrency: { EUR: 10, USD: 90 } },
    { subscriptionId: 'b', name: 'Rent', totalsByCurrency: { EUR: 40 } },
    { subscriptionId: 'c', name: 'Cloud', totalsByCurrency: { USD: 5 } },
  ];
  expect(vendorBars(vendors, 'EUR')).toEqual([
    { subscriptionId: 'b', name: 'Rent', amount: 40, share: 1 },
    { subscriptionId: 'a', name: 'Power', amount: 10, share: 0.25 },
  ]);
});
