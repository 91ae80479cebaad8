import { describe, expect, test } from 'bun:test';
import { heaviestOf, monthBars, slicesOf, visibleBars } from '../../../src/web/pages/overview/chartFigures.ts';
import { risesOf } from '../../../src/web/pages/overview/figures.ts';
import { reasonOf } from '../../../src/web/pages/overview/heavyMonth.ts';
import { recordOf } from '../subscriptions/records.ts';

const amountsOf = (amounts: Readonly<Record<string, number>>) =>
  Object.entries(amounts).map(([category, amount]) => ({ category, amount }));

function month(name: string, totals: Readonly<Record<string, number>>) {
  return {
    month: name,
    payments: 1,
    totalsByCurrency: { EUR: Object.values(totals).reduce((sum, one) => sum + one, 0) },
    byCategory: Object.entries(totals).map(([category, EUR]) => ({ category, totalsByCurrency: { EUR } })),
  };
}

describe('the categories of the charts', () => {
  const named = (slices: ReturnType<typeof slicesOf>) => slices.map(({ category, amount }) => [category, amount]);

  test('are those with costs in the currency, the most expensive first', () => {
    const slices = slicesOf(amountsOf({ News: 1, Home: 5, Music: 0 }));
    expect(named(slices)).toEqual([
      ['Home', 5],
      ['News', 1],
    ]);
  });

  test('are six at most, the sixth being all the rest, which is grey', () => {
    const seven = amountsOf({ A: 7, B: 6, C: 5, D: 4, E: 3, F: 0.1, G: 0.2 });
    expect(slicesOf(seven).at(-1)).toEqual({ category: null, amount: 0.3, colour: null });
    expect(named(slicesOf(seven.slice(0, 6))).at(-1)).toEqual(['F', 0.1]);
  });

  test('cut each month, and what belongs to none is in the last', () => {
    const slices = [
      { category: 'Home', amount: 1, colour: 1 },
      { category: null, amount: 1, colour: null },
    ];
    const forecast = [month('2026-11', { Home: 3, News: 0.1, Food: 0.2 }), month('2026-12', {})];
    const bars = monthBars(forecast, 'EUR', slices);
    expect(bars.map(({ amounts }) => amounts)).toEqual([
      [3, 0.3],
      [0, 0],
    ]);
    expect(monthBars(forecast, 'USD', slices).map(({ total }) => total)).toEqual([0, 0]);
  });

  test('that are hidden count for nothing, and the others stay', () => {
    const bars = [{ month: '2026-11', amounts: [812.5, 0.1, 0.2], total: 812.8 }];
    expect(visibleBars(bars, [true, false, false])).toEqual([{ month: '2026-11', amounts: [0, 0.1, 0.2], total: 0.3 }]);
  });

  test('have a heaviest month, the earliest of several', () => {
    const bars = [1, 3, 3].map((total, index) => ({ month: `2026-0${index + 1}`, amounts: [total], total }));
    expect(heaviestOf(bars)?.month).toBe('2026-02');
    expect(heaviestOf([{ month: '2026-01', amounts: [0], total: 0 }])).toBeUndefined();
    expect(heaviestOf([])).toBeUndefined();
  });
});

describe('the colour of a category', () => {
  const names = ['Housing', 'Streaming', 'Music', 'Insurance', 'Sport', 'Phone', 'News', 'Work'];
  const coloursIn = (amounts: readonly number[]) => {
    const totals = Object.fromEntries(names.map((name, index) => [name, amounts[index] ?? 0]));
    return new Map(slicesOf(amountsOf(totals)).map(({ category, colour }) => [category, colour]));
  };

  test('stays when the amounts change, and with them the order', () => {
    const before = coloursIn([8, 7, 6, 5, 4, 3, 2, 1]);
    const after = coloursIn([1, 2, 3, 4, 5, 6, 7, 8]);
    const inBoth = names.filter((name) => before.has(name) && after.has(name));
    expect(inBoth.length).toBeGreaterThan(1);
    expect(inBoth.map((name) => before.get(name))).toEqual(inBoth.map((name) => after.get(name)));
  });

  test('is in no chart that of another category, however many there are', () => {
    const many = Array.from({ length: 200 }, (_, index) => `Category ${index}`);
    for (let start = 0; start < many.length; start += 5) {
      const totals = Object.fromEntries(many.map((name, index) => [name, index >= start && index < start + 5 ? 9 : 1]));
      const shown = slicesOf(amountsOf(totals)).slice(0, 5);
      expect(new Set(shown.map(({ colour }) => colour)).size).toBe(5);
    }
  });
});

describe('the reason of the heaviest month', () => {
  const yearly = (name: string, lastPaymentDate: string, amount: number) =>
    recordOf({ name, amount, period: 'yearly', lastPaymentDate });
  const rent = recordOf({ name: 'Rent', amount: 800, period: 'monthly', lastPaymentDate: '2026-11-01' });
  const bars = (january: number) =>
    ['2026-12', '2027-01', '2027-02'].map((name) => {
      const total = name === '2027-01' ? january : 800;
      return { month: name, amounts: [total], total };
    });
  const reasonIn = (january: number, all: Parameters<typeof reasonOf>[0]) => {
    const [, heaviest] = bars(january);
    if (heaviest === undefined) throw new Error('no month');
    return reasonOf(all, { bars: bars(january), heaviest, currency: 'EUR' });
  };

  test('is what comes in then and not every month, the most expensive first', () => {
    const all = [
      rent,
      yearly('Car insurance', '2026-01-31', 480),
      yearly('Household insurance', '2026-01-15', 612),
      yearly('In May', '2026-05-15', 900),
    ];
    expect(reasonIn(1892, all)).toEqual({ names: ['Household insurance', 'Car insurance'], others: 0 });
  });

  test('counts those beyond the third, and leaves out what is too little, ended, or of another currency', () => {
    const all = [
      rent,
      ...['A', 'B', 'C', 'D', 'E'].map((name, index) => yearly(name, '2026-01-15', 300 - index)),
      yearly('Little', '2026-01-15', 12),
      { ...yearly('Paused', '2026-01-15', 700), status: 'paused' as const },
      { ...yearly('Dollars', '2026-01-15', 700), currency: 'USD' as const },
    ];
    expect(reasonIn(2302, all)).toEqual({ names: ['A', 'B', 'C'], others: 2 });
  });

  test('is not given when all months cost about the same', () => {
    expect(reasonIn(812, [rent, yearly('Small', '2026-01-15', 12)])).toBeUndefined();
    expect(reasonIn(1600, [rent])).toBeUndefined();
  });
});

describe('what is worth a look', () => {
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
