import { describe, expect, test } from 'bun:test';
import { heaviestOf, monthBars, mostUnusual, risesOf, slicesOf } from '../../../src/web/pages/overview/figures.ts';

function summary(totals: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const byCategory = Object.entries(totals).map(([category, monthlyTotalsByCurrency]) => ({
    category,
    activeSubscriptions: 1,
    monthlyTotalsByCurrency,
  }));
  return { byCategory };
}

function month(name: string, totals: Readonly<Record<string, number>>) {
  return {
    month: name,
    payments: 1,
    totalsByCurrency: { EUR: Object.values(totals).reduce((sum, one) => sum + one, 0) },
    byCategory: Object.entries(totals).map(([category, EUR]) => ({ category, totalsByCurrency: { EUR } })),
  };
}

describe('the categories of the charts', () => {
  test('are those with costs in the currency, the most expensive first', () => {
    const slices = slicesOf(summary({ News: { EUR: 1 }, Home: { EUR: 5, USD: 2 }, Music: { USD: 9 } }), 'EUR');
    expect(slices).toEqual([
      { category: 'Home', amount: 5 },
      { category: 'News', amount: 1 },
    ]);
  });

  test('are five at most, the fifth being all the rest', () => {
    const six = summary({
      A: { EUR: 6 },
      B: { EUR: 5 },
      C: { EUR: 4 },
      D: { EUR: 3 },
      E: { EUR: 0.1 },
      F: { EUR: 0.2 },
    });
    expect(slicesOf(six, 'EUR').at(-1)).toEqual({ category: null, amount: 0.3 });
    const five = { byCategory: six.byCategory.slice(0, 5) };
    expect(slicesOf(five, 'EUR').at(-1)).toEqual({ category: 'E', amount: 0.1 });
  });

  test('cut each month, and what belongs to none is in the last', () => {
    const slices = [
      { category: 'Home', amount: 1 },
      { category: null, amount: 1 },
    ];
    const forecast = { months: [month('2026-11', { Home: 3, News: 0.1, Food: 0.2 }), month('2026-12', {})] };
    const bars = monthBars(forecast, 'EUR', slices);
    expect(bars.map(({ amounts }) => amounts)).toEqual([
      [3, 0.3],
      [0, 0],
    ]);
    expect(monthBars(forecast, 'USD', slices).map(({ total }) => total)).toEqual([0, 0]);
  });

  test('have a heaviest month, the earliest of several', () => {
    const bars = [1, 3, 3].map((total, index) => ({ month: `2026-0${index + 1}`, amounts: [total], total }));
    expect(heaviestOf(bars)?.month).toBe('2026-02');
    expect(heaviestOf([{ month: '2026-01', amounts: [0], total: 0 }])).toBeUndefined();
    expect(heaviestOf([])).toBeUndefined();
  });
});

describe('what is worth a look', () => {
  test('is the subscription that is furthest above the average, from twice on', () => {
    const above = (name: string, monthlyEquivalent: number) => ({
      id: name,
      name,
      currency: 'EUR' as const,
      monthlyEquivalent,
      currencyMonthlyAverage: 10,
    });
    expect(mostUnusual([above('a', 20), above('b', 31)])).toMatchObject({ subscription: { name: 'b' }, times: 3.1 });
    expect(mostUnusual([above('a', 19.99)])).toBeUndefined();
    expect(mostUnusual([])).toBeUndefined();
  });

  test('is what all rises cost more a month, rounded once', () => {
    const change = (previousAmount: number, amount: number, cycle: object) => ({
      previousAmount,
      amount,
      currency: 'EUR' as const,
      period: 'custom' as const,
      ...cycle,
    });
    const changes = [
      change(15.99, 17.99, { period: 'monthly' }),
      change(60, 60.3, { period: 'yearly' }),
      change(9, 9.1, { everyMonths: 3, customDate: '90' }),
      change(1, 2, { customDate: '365' }),
      change(9, 1, { period: 'monthly' }),
    ];
    expect(risesOf(changes)).toEqual({ count: 4, sums: [{ currency: 'EUR', amount: 2.14 }] });
    expect(risesOf([])).toEqual({ count: 0, sums: [] });
  });
});
