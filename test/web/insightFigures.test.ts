import { describe, expect, test } from 'bun:test';
import {
  barsOf,
  byCurrency,
  categorySpent,
  compared,
  currenciesOf,
  directionsOf,
  monthlySpent,
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
  const byMonth = [
    { month: '2025-12', totalsByCurrency: { EUR: 20 } },
    { month: '2026-02', totalsByCurrency: { EUR: 5, USD: 3 } },
  ];

  test('has a bar for each month, also for those without a payment', () => {
    expect(monthlySpent({ from: '2025-12-01', to: '2026-03-02', byMonth }, 'EUR')).toEqual([
      { name: '2025-12', amount: 20, share: 1 },
      { name: '2026-01', amount: 0, share: 0 },
      { name: '2026-02', amount: 5, share: 0.25 },
      { name: '2026-03', amount: 0, share: 0 },
    ]);
  });

  test('shows the categories of one currency, the largest first', () => {
    const byCategory = [
      { category: 'Home', totalsByCurrency: { EUR: 1 } },
      { category: 'Work', totalsByCurrency: { USD: 9 } },
      { category: 'Music', totalsByCurrency: { EUR: 4 } },
    ];
    expect(categorySpent(byCategory, 'EUR')).toEqual([
      { name: 'Music', amount: 4, share: 1 },
      { name: 'Home', amount: 1, share: 0.25 },
    ]);
  });

  test('names the currency of the most categories first, whatever its amounts', () => {
    const byCategory = [
      { totalsByCurrency: { JPY: 9000, EUR: 1 } },
      { totalsByCurrency: { EUR: 2 } },
      { totalsByCurrency: { CHF: 1 } },
    ];
    const totalsByCurrency = { JPY: 9000, EUR: 3, CHF: 1 };
    expect(currenciesOf({ totalsByCurrency, byCategory })).toEqual(['EUR', 'CHF', 'JPY']);
  });

  test('of nothing has empty bars', () => {
    expect(barsOf([{ name: 'January', amount: 0 }])).toEqual([{ name: 'January', amount: 0, share: 0 }]);
    expect(barsOf([])).toEqual([]);
  });
});

test('the currency with the most items comes first', () => {
  const items = ['CHF', 'EUR', 'EUR'].map((currency) => ({ currency }));
  expect(byCurrency(items).map(([currency, of]) => [currency, of.length])).toEqual([
    ['EUR', 2],
    ['CHF', 1],
  ]);
});

test('prices that rose and fell are counted', () => {
  const changes = [
    { previousAmount: 1, amount: 2 },
    { previousAmount: 2, amount: 3 },
    { previousAmount: 3, amount: 1 },
  ];
  expect(directionsOf(changes)).toEqual({ rose: 2, fell: 1 });
});
