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

async function aboveAverage() {
  return (await optimizationsOf(service)).aboveAverageInCurrency;
}

describe('monthly subscriptions', () => {
  test('§5.1: come to twelve times their amount a year', async () => {
    const [id] = insert({ name: 'Notion', amountHundredths: 1999, currency: 'EUR' });
    expect((await optimizationsOf(service)).monthlyToAnnual).toEqual([
      { id: id ?? '', name: 'Notion', currency: 'EUR', monthlyAmount: 19.99, yearlyAtCurrentRate: 239.88 },
    ]);
  });

  test('are listed while they are active, and none of another period', async () => {
    insert(
      { name: 'listed' },
      { name: 'paused', status: 'paused' },
      { name: 'cancelled', status: 'cancelled' },
      { name: 'yearly', period: 'yearly' },
      { name: 'custom', period: 'custom', customDays: 30 },
    );
    expect((await optimizationsOf(service)).monthlyToAnnual.map(({ name }) => name)).toEqual(['listed']);
  });

  test('§5.3: come with the highest yearly cost first', async () => {
    insert(...[5, 300, 20, 0, 1000].map((amountHundredths) => ({ name: String(amountHundredths), amountHundredths })));
    const { monthlyToAnnual } = await optimizationsOf(service);
    expect(monthlyToAnnual.map(({ yearlyAtCurrentRate }) => yearlyAtCurrentRate)).toEqual([120, 36, 2.4, 0.6, 0]);
  });
});

describe('above the average of a currency', () => {
  test('§5.6: exactly twice the mean is not above average', async () => {
    insert({ amountHundredths: 4000 }, { amountHundredths: 1000 }, { amountHundredths: 1000 });
    expect(await aboveAverage()).toEqual([]);
  });

  test('§5.6: a hundredth more than twice the mean is', async () => {
    const [id] = insert({ amountHundredths: 4001 }, { amountHundredths: 1000 }, { amountHundredths: 1000 });
    expect(await aboveAverage()).toEqual([
      { id: id ?? '', name: 'Netflix', currency: 'USD', monthlyEquivalent: 40.01, currencyMonthlyAverage: 20 },
    ]);
  });

  test('§5.6: exactly twice the mean is not above average, however large the amounts are', async () => {
    const others = [{ amountHundredths: 24_999_999 }, { amountHundredths: 24_999_999 }];
    insert({ amountHundredths: 99_999_996 }, ...others);
    expect(await aboveAverage()).toEqual([]);
    removeRecords(service.database);
    insert({ amountHundredths: 99_999_997 }, ...others);
    expect(await aboveAverage()).toHaveLength(1);
  });

  test('§5.6: exactly twice the mean is not above average with intervals that no fraction ends', async () => {
    // Each costs 1/7 a day, but the first, which costs 4/7: the mean is 2/7.
    const weekly = { period: 'custom', customDays: 7 } as const;
    insert(
      { ...weekly, amountHundredths: 400 },
      { ...weekly, amountHundredths: 100 },
      { ...weekly, customDays: 21, amountHundredths: 300 },
    );
    expect(await aboveAverage()).toEqual([]);
  });

  test('§5.6: all periods are compared by what they come to', async () => {
    insert(
      { name: 'yearly', period: 'yearly', amountHundredths: 120_000 },
      { name: 'monthly', amountHundredths: 1000 },
      { name: 'custom', period: 'custom', customDays: 365, amountHundredths: 12_000 },
    );
    expect(await aboveAverage()).toMatchObject([
      { name: 'yearly', monthlyEquivalent: 100, currencyMonthlyAverage: 40 },
    ]);
  });

  test('§5.6: only active subscriptions make the mean, and only they are listed', async () => {
    insert(
      { name: 'dear', amountHundredths: 5000 },
      { amountHundredths: 1000 },
      { amountHundredths: 1000 },
      { name: 'paused', amountHundredths: 90_000, status: 'paused' },
      { name: 'cancelled', amountHundredths: 90_000, status: 'cancelled' },
    );
    expect((await aboveAverage()).map(({ name }) => name)).toEqual(['dear']);
  });

  test('§5.6: each currency has its own mean', async () => {
    const three = [5000, 1000, 1000];
    insert(
      ...three.map((amountHundredths) => ({
        amountHundredths,
        currency: 'USD' as const,
        name: `USD ${amountHundredths}`,
      })),
      ...three.map((amount) => ({ amountHundredths: amount * 100, currency: 'JPY' as const, name: `JPY ${amount}` })),
    );
    expect((await aboveAverage()).map(({ name, currencyMonthlyAverage }) => [name, currencyMonthlyAverage])).toEqual([
      ['JPY 5000', 2333.33],
      ['USD 5000', 23.33],
    ]);
  });

  test('§5.3: come with the dearest first', async () => {
    insert(
      ...[9000, 12_000, 10_000].map((amountHundredths) => ({ amountHundredths, name: String(amountHundredths) })),
      ...Array.from({ length: 20 }, () => ({ amountHundredths: 100 })),
    );
    expect((await aboveAverage()).map(({ name }) => name)).toEqual(['12000', '10000', '9000']);
  });
});

describe('the orders of the summary', () => {
  test('§5.3: currencies come with the highest monthly total first, equal ones by their codes', async () => {
    insert(
      { currency: 'USD', amountHundredths: 1000 },
      { currency: 'AUD', period: 'yearly', amountHundredths: 12_000 },
      { currency: 'CHF', period: 'custom', customDays: 365, amountHundredths: 12_000 },
      { currency: 'EUR', amountHundredths: 1001 },
      { currency: 'JPY', amountHundredths: 999 },
    );
    const { byCurrency } = await summaryOf(service);
    expect(byCurrency.map(({ currency }) => currency)).toEqual(['EUR', 'AUD', 'CHF', 'USD', 'JPY']);
  });

  test('§5.3: categories come with the most subscriptions first, equal ones by their names', async () => {
    const sizes = { b: 2, a: 1, c: 3, d: 2, B: 1 };
    for (const [category, size] of Object.entries(sizes)) {
      insert(...Array.from({ length: size }, () => ({ category, amountHundredths: 10_000 / size })));
    }
    insert({ category: 'a', status: 'paused' }, { category: 'a', status: 'cancelled' });
    const { byCategory } = await summaryOf(service);
    expect(byCategory.map(({ category }) => category)).toEqual(['c', 'b', 'd', 'B', 'a']);
  });
});
