import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ now: '2026-01-01T00:00:00.000Z' });
const day = 24 * 3600;
const changes = '/api/v1/analytics/price-changes';

let owners = 0;
function newOwner(): string {
  owners += 1;
  return service.makeKey(`owner ${owners}`, 'write');
}

/** Creates a record and changes it on the following days. */
async function createHistory(key: string, patches: readonly object[], fields = {}) {
  const record = await service.create({ amount: 10, ...fields }, key);
  for (const json of patches) {
    service.clock.advance(day);
    expect((await service.call('PATCH', pathOf(record), { key, json })).status).toBe(200);
  }
  return record;
}

const pricesOf = async (record: { readonly id: string }, key: string) =>
  (await service.call('GET', `${pathOf(record)}/prices`, { key })).json['prices'];

async function changesOf(key: string, query = '') {
  const { json } = await service.call('GET', `${changes}${query}`, { key });
  return { data: json.data as unknown as { name: string; since: string }[], pagination: json['pagination'] };
}

const daysAfter = (instant: string, days: number) => new Date(Date.parse(instant) + days * day * 1000).toISOString();

describe('the prices of a subscription', () => {
  test('§12.1, §12.2: are newest first, with the change against the next older one of the same currency and period', async () => {
    const key = newOwner();
    const record = await createHistory(key, [
      { amount: 12.5 },
      { name: 'Renamed' },
      { amount: 100, period: 'yearly' },
      { amount: 11, period: 'monthly' },
      { period: 'custom', customDate: '91', currency: 'EUR' },
    ]);
    const since = (days: number) => ({ since: daysAfter(record.createdAt, days) });
    expect(await pricesOf(record, key)).toEqual([
      { ...since(5), amount: 11, currency: 'EUR', period: 'custom', customDate: '91' },
      { ...since(4), amount: 11, currency: 'USD', period: 'monthly', changePercent: -12 },
      { ...since(3), amount: 100, currency: 'USD', period: 'yearly' },
      { ...since(1), amount: 12.5, currency: 'USD', period: 'monthly', changePercent: 25 },
      { ...since(0), amount: 10, currency: 'USD', period: 'monthly' },
    ]);
  });

  test('§12.2: have no change in percent after an amount of 0', async () => {
    const key = newOwner();
    const record = await createHistory(key, [{ amount: 5 }], { amount: 0 });
    expect(await pricesOf(record, key)).toMatchObject([{ amount: 5 }, { amount: 0 }]);
    expect(JSON.stringify(await pricesOf(record, key))).not.toContain('changePercent');
    const [change] = (await changesOf(key)).data;
    expect(change).toEqual(expect.objectContaining({ previousAmount: 0, amount: 5 }));
    expect(change).not.toHaveProperty('changePercent');
  });
});

describe('the price changes', () => {
  test('§12.3: are those of the amount in the same currency and period, of all subscriptions that exist', async () => {
    const key = newOwner();
    const first = await createHistory(key, [{ amount: 12 }, { currency: 'EUR' }, { amount: 6 }], { name: 'First' });
    const custom = { name: 'Second', period: 'custom', customDate: '30', amount: 3 };
    const second = await createHistory(key, [{ amount: 4 }, { customDate: '60' }, { name: 'Renamed' }], custom);
    const deleted = await createHistory(key, [{ amount: 1 }]);
    await service.call('DELETE', pathOf(deleted), { key });
    const { data, pagination } = await changesOf(key);
    const ofOne = { subscriptionId: first.id, name: 'First', period: 'monthly' };
    const ofOther = { subscriptionId: second.id, name: 'Renamed', period: 'custom', customDate: '30' };
    const [eur, usd] = [{ currency: 'EUR' }, { currency: 'USD' }];
    expect<unknown[]>(data).toEqual([
      { ...ofOther, ...usd, since: daysAfter(second.createdAt, 1), previousAmount: 3, amount: 4, changePercent: 33.33 },
      { ...ofOne, ...eur, since: daysAfter(first.createdAt, 3), previousAmount: 12, amount: 6, changePercent: -50 },
      { ...ofOne, ...usd, since: daysAfter(first.createdAt, 1), previousAmount: 10, amount: 12, changePercent: 20 },
    ]);
    expect(pagination).toEqual({ limit: 50, offset: 0, hasMore: false });
    expect((await changesOf(newOwner())).data).toEqual([]);
  });

  test('§12.3: are those of the last 365 days unless since says otherwise, a page at a time', async () => {
    const key = newOwner();
    const record = await createHistory(key, [{ amount: 11 }, { amount: 12 }, { amount: 13 }]);
    const third = daysAfter(record.createdAt, 3);
    service.clock.setWall(daysAfter(third, 364));
    const amounts = async (query = '') => (await changesOf(key, query)).data.map((row) => Reflect.get(row, 'amount'));
    expect(await amounts()).toEqual([13, 12]);
    expect(await amounts('?since=2000-01-01T00:00:00Z')).toEqual([13, 12, 11]);
    expect(await amounts(`?since=${third}`)).toEqual([13]);
    const page = await changesOf(key, '?since=2000-01-01T00:00:00Z&limit=1&offset=1');
    expect(page).toMatchObject({ data: [{ amount: 12 }], pagination: { limit: 1, offset: 1, hasMore: true } });
    expect((await changesOf(key, '?since=2000-01-01T00:00:00Z&limit=1&offset=2')).pagination).toMatchObject({
      hasMore: false,
    });
    service.clock.setWall(daysAfter(third, 0));
  });
});

describe('an interval in months', () => {
  test('§12.1: is a member of the prices, and a change of it or of the period is one of the price, until it is reverted', async () => {
    const key = newOwner();
    const record = await service.create({ amount: 30, period: 'custom', customDate: '91' }, key);
    const patchDetails = (json: object) => service.call('PATCH', `${pathOf(record)}/details`, { key, json });
    const intervals = async () => {
      const prices = (await pricesOf(record, key)) as { period: string; everyMonths?: number }[];
      return prices.map(({ period, everyMonths }) => `${period} ${everyMonths ?? '-'}`);
    };
    service.clock.advance(day);
    expect((await patchDetails({ everyMonths: 3 })).status).toBe(200);
    expect((await patchDetails({ notes: 'Other' })).status).toBe(200);
    expect(await intervals()).toEqual(['custom 3', 'custom -']);
    await service.call('PATCH', pathOf(record), { key, json: { period: 'monthly' } });
    expect(await intervals()).toEqual(['monthly -', 'custom 3', 'custom -']);
    const [entry] = (await service.auditTrail('?limit=1', key)).data;
    expect((await service.call('POST', `/api/v1/audit/${entry?.id}/revert`, { key })).status).toBe(200);
    expect(await intervals()).toEqual(['custom 3', 'custom -']);
    const { json } = await service.call('GET', `${pathOf(record)}/details`, { key });
    expect(json.data).toMatchObject({ everyMonths: 3 });
  });
});
