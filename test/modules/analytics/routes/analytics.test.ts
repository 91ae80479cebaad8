import { beforeEach, describe, expect, test } from 'bun:test';
import { insertRecords, removeRecords, type RecordFields } from '../../../support/records.ts';
import { pathOf } from '../../../support/expectations.ts';
import { duplicatesOf, optimizationsOf, summaryOf } from '../../../support/reports.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-06-16T12:00:00.000Z' });

beforeEach(() => removeRecords(service.database));

function insert(...records: readonly Partial<RecordFields>[]): readonly string[] {
  return insertRecords(service.database, 'first', records);
}

describe('the totals', () => {
  test('§5.4: of a category are there whatever its name', async () => {
    for (const category of ['__proto__', 'constructor', 'toString', '💡', '"']) insert({ category });
    const { byCategory } = await summaryOf(service);
    expect(byCategory.map(({ category }) => category).sort()).toEqual(
      ['__proto__', 'constructor', 'toString', '💡', '"'].sort(),
    );
    for (const { monthlyTotalsByCurrency } of byCategory) expect(monthlyTotalsByCurrency).toEqual({ USD: 15.99 });
  });
});

describe('the duplicates', () => {
  test('§5.5: have their subscriptions whole with include=records, and are else as they were', async () => {
    const ids = insert({ name: 'Netflix' }, { name: 'netflix', status: 'paused' }, { name: 'Other' });
    const plain = await duplicatesOf(service);
    const { json } = await service.call('GET', '/api/v1/analytics/duplicates?include=records');
    const records = await Promise.all(
      ids
        .slice(0, 2)
        .map(async (id) => (await service.call('GET', `/api/v1/subscriptions/${id}?include=details`)).json.data),
    );
    expect(json['duplicates']).toEqual(plain.map((group) => ({ ...group, records })));
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
});

describe('above the average of a currency', () => {
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
});

async function groupNames(): Promise<readonly string[]> {
  return (await duplicatesOf(service)).map(({ normalizedName }) => normalizedName);
}

describe('duplicates', () => {
  test('§5.4: tell of each member also its period and status', async () => {
    const fields = { category: 'TV', currency: 'EUR', amountHundredths: 999 } as const;
    const [one, two] = insert(
      { ...fields, name: 'Netflix', period: 'custom', customDays: 10 },
      { ...fields, name: 'netflix', period: 'yearly', status: 'paused' },
    );
    expect((await duplicatesOf(service))[0]?.subscriptions).toEqual([
      { id: one, name: 'Netflix', category: 'TV', amount: 9.99, currency: 'EUR', period: 'custom', status: 'active' },
      { id: two, name: 'netflix', category: 'TV', amount: 9.99, currency: 'EUR', period: 'yearly', status: 'paused' },
    ]);
  });

  test('follow what is written through the API: a new name, a cancelled one, a deleted one', async () => {
    const [one, two, three] = [await service.create(), await service.create({ name: 'Other' }), await service.create()];
    expect((await duplicatesOf(service)).map(({ subscriptions }) => subscriptions.length)).toEqual([2]);
    await service.call('PATCH', pathOf(two), { json: { name: ' NETFLIX ' } });
    expect((await duplicatesOf(service)).map(({ subscriptions }) => subscriptions.length)).toEqual([3]);
    await service.call('PATCH', pathOf(one), { json: { status: 'cancelled' } });
    await service.call('DELETE', pathOf(three));
    expect(await groupNames()).toEqual([]);
  });
});
