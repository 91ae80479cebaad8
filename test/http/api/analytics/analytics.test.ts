import { beforeEach, describe, expect, test } from 'bun:test';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { duplicatesOf, optimizationsOf, summaryOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-06-16T12:00:00.000Z' });

beforeEach(() => removeRecords(service.database));

function insert(...records: readonly Partial<RecordFields>[]): readonly string[] {
  return insertRecords(service.database, 'first', records);
}

async function totalsOf(...records: readonly Partial<RecordFields>[]) {
  insert(...records);
  const { byCurrency } = await summaryOf(service);
  return byCurrency.map(({ monthlyTotal, yearlyTotal }) => ({ monthlyTotal, yearlyTotal }));
}

describe('the totals', () => {
  test.each<[string, Partial<RecordFields>, number, number]>([
    ['a monthly amount', { amountHundredths: 1599 }, 15.99, 191.88],
    ['a yearly amount', { period: 'yearly', amountHundredths: 12_000 }, 10, 120],
    ['a yearly amount that no month divides', { period: 'yearly', amountHundredths: 10_000 }, 8.33, 100],
    ['a yearly amount of half a hundredth a month', { period: 'yearly', amountHundredths: 6 }, 0.01, 0.06],
    ['a yearly amount of just less', { period: 'yearly', amountHundredths: 5 }, 0, 0.05],
    ['every day', { period: 'custom', customDays: 1, amountHundredths: 100 }, 30.42, 365],
    ['every week', { period: 'custom', customDays: 7, amountHundredths: 1000 }, 43.45, 521.43],
    ['every thirty days', { period: 'custom', customDays: 30, amountHundredths: 1000 }, 10.14, 121.67],
    ['every 365 days, which is a year', { period: 'custom', customDays: 365, amountHundredths: 12_000 }, 10, 120],
    ['every two years', { period: 'custom', customDays: 730, amountHundredths: 1 }, 0, 0.01],
    ['the dearest of all', { amountHundredths: 99_999_999 }, 999_999.99, 11_999_999.88],
    ['nothing', { amountHundredths: 0 }, 0, 0],
  ])('§5.1: of %s', async (_, record, monthlyTotal, yearlyTotal) => {
    expect(await totalsOf(record)).toEqual([{ monthlyTotal, yearlyTotal }]);
  });

  test('§5.1: are rounded once, as a sum: three thirds of a hundredth make one', async () => {
    const third = { period: 'yearly', amountHundredths: 4 } as const;
    expect(await totalsOf(third, third, third)).toEqual([{ monthlyTotal: 0.01, yearlyTotal: 0.12 }]);
  });

  test('§5.1: are exact where floating point drifts: ten tenths are one', async () => {
    const tenth = { amountHundredths: 10 };
    expect(await totalsOf(...Array.from({ length: 10 }, () => tenth))).toEqual([{ monthlyTotal: 1, yearlyTotal: 12 }]);
  });

  test('§5.1: of intervals that have no common measure are exact together', async () => {
    // 365 × (1/7 + 1/11 + 1/13) = 365 × 311 / 1001 = 113.4015984…
    const every = (customDays: number) => ({ period: 'custom', customDays, amountHundredths: 100 }) as const;
    expect(await totalsOf(every(7), every(11), every(13))).toEqual([{ monthlyTotal: 9.45, yearlyTotal: 113.4 }]);
  });

  test('§5.1: count active subscriptions only, never convert, and leave out currencies without any', async () => {
    insert(
      { currency: 'USD', amountHundredths: 1000 },
      { currency: 'JPY', amountHundredths: 2000 },
      { currency: 'EUR', amountHundredths: 3000, status: 'paused' },
      { currency: 'USD', amountHundredths: 4000, status: 'cancelled' },
    );
    const { counts, byCurrency } = await summaryOf(service);
    expect(counts).toEqual({ total: 4, active: 2, paused: 1, cancelled: 1 });
    expect(byCurrency).toEqual([
      { currency: 'JPY', activeSubscriptions: 1, monthlyTotal: 20, yearlyTotal: 240 },
      { currency: 'USD', activeSubscriptions: 1, monthlyTotal: 10, yearlyTotal: 120 },
    ]);
  });

  test('§5.4: of a category are kept apart by currency', async () => {
    insert(
      { category: 'Music', currency: 'USD', amountHundredths: 1000 },
      { category: 'Music', currency: 'USD', period: 'yearly', amountHundredths: 1200 },
      { category: 'Music', currency: 'EUR', amountHundredths: 500 },
      { category: 'music', currency: 'EUR', amountHundredths: 700 },
      { category: 'Gone', status: 'cancelled' },
    );
    expect((await summaryOf(service)).byCategory).toEqual([
      { category: 'Music', activeSubscriptions: 3, monthlyTotalsByCurrency: { EUR: 5, USD: 11 } },
      { category: 'music', activeSubscriptions: 1, monthlyTotalsByCurrency: { EUR: 7 } },
    ]);
  });

  test('§5.4: of a category are there whatever its name', async () => {
    for (const category of ['__proto__', 'constructor', 'toString', '💡', '"']) insert({ category });
    const { byCategory } = await summaryOf(service);
    expect(byCategory.map(({ category }) => category).sort()).toEqual(
      ['__proto__', 'constructor', 'toString', '💡', '"'].sort(),
    );
    for (const { monthlyTotalsByCurrency } of byCategory) expect(monthlyTotalsByCurrency).toEqual({ USD: 15.99 });
  });
});

describe('the reports of an owner', () => {
  test('of an owner without records are empty', async () => {
    const key = service.makeKey('nothing', 'read');
    expect(await summaryOf(service, key)).toEqual({
      asOf: '2026-06-16T12:00:00.000Z',
      horizonDays: 30,
      counts: { total: 0, active: 0, paused: 0, cancelled: 0 },
      byCurrency: [],
      byCategory: [],
      upcomingRenewals: [],
    });
    expect(await duplicatesOf(service, key)).toEqual([]);
    expect(await optimizationsOf(service, key)).toEqual({ monthlyToAnnual: [], aboveAverageInCurrency: [] });
  });

  test('have nothing of another owner in them', async () => {
    insert({ name: 'Mine', amountHundredths: 100 }, { name: 'Mine too', amountHundredths: 100 });
    insertRecords(service.database, 'second', [{ name: 'Mine' }, { name: 'Dear', amountHundredths: 99_999_999 }]);
    expect((await summaryOf(service)).counts.total).toBe(2);
    expect((await summaryOf(service)).byCurrency[0]?.monthlyTotal).toBe(2);
    expect((await summaryOf(service)).upcomingRenewals).toHaveLength(2);
    expect(await duplicatesOf(service)).toEqual([]);
    expect((await optimizationsOf(service)).monthlyToAnnual).toHaveLength(2);
    expect((await optimizationsOf(service)).aboveAverageInCurrency).toEqual([]);
  });

  test('§5.7: cover every record, however many there are', async () => {
    const many = 12_000;
    const currencies = ['USD', 'EUR', 'JPY'] as const;
    const records = Array.from({ length: many }, (_, number) => ({
      name: `Service ${number % (many / 2)}`,
      category: `Category ${number % 500}`,
      currency: currencies[number % 3] ?? 'USD',
      amountHundredths: number === 0 ? 99_999_999 : 1000,
    }));
    insert(...records);
    const { counts, byCurrency, byCategory, upcomingRenewals } = await summaryOf(service);
    expect(counts).toEqual({ total: many, active: many, paused: 0, cancelled: 0 });
    expect(byCurrency.map(({ activeSubscriptions }) => activeSubscriptions)).toEqual([many / 3, many / 3, many / 3]);
    expect(byCurrency.map(({ monthlyTotal }) => monthlyTotal)).toEqual([1_039_989.99, 40_000, 40_000]);
    expect(byCategory).toHaveLength(500);
    expect(upcomingRenewals).toHaveLength(many);
    expect(await duplicatesOf(service)).toHaveLength(many / 2);
    const { monthlyToAnnual, aboveAverageInCurrency } = await optimizationsOf(service);
    expect(monthlyToAnnual).toHaveLength(many);
    expect(aboveAverageInCurrency.map(({ monthlyEquivalent }) => monthlyEquivalent)).toEqual([999_999.99]);
  });
});

describe('the horizon', () => {
  test.each([1, 30, 365])('of %p days is applied and is in the answer', async (horizonDays) => {
    const summary = await summaryOf(service, service.keys.read, `?horizonDays=${horizonDays}`);
    expect(summary.horizonDays).toBe(horizonDays);
  });
});
