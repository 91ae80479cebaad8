import { beforeEach, describe, expect, test } from 'bun:test';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { optimizationsOf, summaryOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

beforeEach(() => removeRecords(service.database));

function insert(...records: readonly Partial<RecordFields>[]): readonly string[] {
  return insertRecords(service.database, 'first', records);
}

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

  test('§5.6: yearly subscriptions make the mean with what they cost a month', async () => {
    const yearly = { period: 'yearly', amountHundredths: 1200 } as const;
    insert(yearly, yearly, yearly, { name: 'dear', amountHundredths: 500 });
    expect(await aboveAverage()).toMatchObject([{ name: 'dear', monthlyEquivalent: 5, currencyMonthlyAverage: 2 }]);
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
