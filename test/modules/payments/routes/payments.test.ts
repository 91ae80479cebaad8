import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { expectRefusal, pathOf } from '../../../support/expectations.ts';
import { paymentsOf, renew, renewed } from '../../../support/payments.ts';
import { startService } from '../../../support/service.ts';

// 16 June 2026, noon.
const service = await startService();
const spentOf = async (query = '', key = service.keys.write) =>
  (await service.call('GET', `/api/v1/analytics/spent${query}`, { key })).json['spent'];
const streaming = await service.create({ category: 'Streaming', lastPaymentDate: '2025-11-30', amount: 0.1 });
const rent = await service.create({ category: 'Home', lastPaymentDate: '2025-12-01', amount: 900, currency: 'EUR' });
// [subscription, due date, day of payment, amount]
const made = [
  [streaming, '2025-12-30', '2025-12-30', 0.1],
  [streaming, '2026-01-30', '2026-01-30', 0.2],
  [rent, '2026-01-01', '2026-01-03', 900],
  [rent, '2026-02-01', '2026-02-01', 900.05],
  [rent, '2026-03-01', '2026-02-27', 7],
  [streaming, '2026-02-28', '2026-02-28', 15.5],
  [streaming, '2026-03-30', '2026-02-28', 0],
] as const;
for (const [record, dueOn, paidOn, amount] of made) {
  const isAhead = record === streaming && dueOn === '2026-03-30';
  // The day of a payment in advance is not sent, so the clock must not be later: its day is set in the database.
  await renewed(service, record, { dueOn, amount, ...(!isAhead && { paidOn }) });
}
service.database.run(`UPDATE payments SET paid_on = '2026-02-28' WHERE due_on = '2026-03-30'`);
const newestFirst = [6, 5, 4, 3, 1, 2, 0];
const shown = (order: readonly number[]) =>
  order.map((index) => {
    const [{ id, currency }, dueOn, paidOn, amount] = made[index] ?? [streaming, '', '', 0];
    return { subscriptionId: id, dueOn, paidOn, amount, currency, source: 'manual', subscriptionName: 'Netflix' };
  });

describe('§10.5: the list of payments', () => {
  test.each([
    ['', newestFirst],
    ['?from=2026-01-30', [6, 5, 4, 3, 1]],
    ['?to=2026-01-30', [1, 2, 0]],
    ['?from=2026-02-28&to=2026-02-28', [6, 5]],
    ['?from=2026-03-01', []],
    [`?subscriptionId=${rent.id}`, [4, 3, 2]],
    [`?subscriptionId=${rent.id.toUpperCase()}&from=2026-01-04&to=2026-02-26`, [3]],
    ['?subscriptionId=01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77', []],
  ])('%s: by the day of payment, newest first', async (query, order) => {
    const { data } = await paymentsOf(service, query);
    expect(data.map(({ id: _id, ...rest }) => rest)).toEqual(shown(order) as never);
  });

  test('§4.2: of another owner is empty, also for the id of a subscription of the first', async () => {
    for (const query of ['', `?subscriptionId=${rent.id}`]) {
      expect((await paymentsOf(service, query, service.keys.otherWrite)).data).toEqual([]);
    }
  });
});

describe('§10.6: what was spent', () => {
  test('this year so far is the default', async () => {
    expect(await spentOf()).toEqual({
      from: '2026-01-01',
      to: '2026-06-16',
      totalsByCurrency: { EUR: 1807.05, USD: 15.7 },
      byCategory: [
        { category: 'Home', totalsByCurrency: { EUR: 1807.05 } },
        { category: 'Streaming', totalsByCurrency: { USD: 15.7 } },
      ],
      byMonth: [
        { month: '2026-01', totalsByCurrency: { EUR: 900, USD: 0.2 } },
        { month: '2026-02', totalsByCurrency: { EUR: 907.05, USD: 15.5 } },
      ],
      bySubscription: [
        { subscriptionId: rent.id, name: rent.name, payments: 3, totalsByCurrency: { EUR: 1807.05 } },
        { subscriptionId: streaming.id, name: streaming.name, payments: 3, totalsByCurrency: { USD: 15.7 } },
      ],
    });
  });

  test.each([
    ['?to=2025-12-31', { from: '2025-01-01', to: '2025-12-31', totalsByCurrency: { USD: 0.1 } }],
    ['?from=2025-12-30&to=2026-01-30', { totalsByCurrency: { EUR: 900, USD: 0.3 } }],
    ['?from=2026-03-01', { from: '2026-03-01', to: '2026-06-16', totalsByCurrency: {}, byCategory: [], byMonth: [] }],
    [
      `?subscriptionId=${streaming.id.toUpperCase()}`,
      {
        totalsByCurrency: { USD: 15.7 },
        byCategory: [{ category: 'Streaming' }],
        byMonth: [{ month: '2026-01' }, { month: '2026-02' }],
        bySubscription: [{ subscriptionId: streaming.id, payments: 3, totalsByCurrency: { USD: 15.7 } }],
      },
    ],
    ['?subscriptionId=01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77', { totalsByCurrency: {}, bySubscription: [] }],
  ])('%s', async (query, expected) => {
    expect(await spentOf(query)).toMatchObject(expected);
  });

  test('each month has its categories when they are asked for', async () => {
    const spent = await spentOf('?include=categories');
    expect(spent).toHaveProperty('byMonth', [
      {
        month: '2026-01',
        totalsByCurrency: { EUR: 900, USD: 0.2 },
        byCategory: [
          { category: 'Home', totalsByCurrency: { EUR: 900 } },
          { category: 'Streaming', totalsByCurrency: { USD: 0.2 } },
        ],
      },
      expect.objectContaining({ month: '2026-02' }),
    ]);
  });

  test('goes by the present category, and of another owner is nothing', async () => {
    await service.call('PATCH', pathOf(rent), { json: { category: 'Housing' } });
    expect(await spentOf('?from=2026-01-03&to=2026-01-03')).toMatchObject({ byCategory: [{ category: 'Housing' }] });
    expect(await spentOf('', service.keys.otherWrite)).toMatchObject({ totalsByCurrency: {} });
  });

  test('has the 100 subscriptions with the highest total of one currency, and no other owner sees them', async () => {
    const key = service.makeKey('many', 'write');
    const operations = [];
    for (let amount = 1; amount <= 102; amount += 1) {
      const currency = amount % 2 === 0 ? 'EUR' : 'USD';
      const { id } = await service.create(
        { lastPaymentDate: '2026-05-10', amount, currency, name: `Of ${amount}` },
        key,
      );
      operations.push({ action: 'renew', id });
    }
    for (const some of [operations.slice(0, 100), operations.slice(100)])
      await service.call('POST', '/api/v1/subscriptions/batch', { key, json: { operations: some } });
    const { bySubscription } = (await spentOf('', key)) as {
      readonly bySubscription: readonly { readonly name: string }[];
    };
    expect(bySubscription.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, at) => `Of ${102 - at}`));
    expect(await spentOf('', service.keys.otherWrite)).toMatchObject({ bySubscription: [] });
  });

  test('orders subscriptions with the same highest total by name', async () => {
    const key = service.makeKey('equal', 'write');
    for (const [name, currency] of [
      ['c', 'USD'],
      ['b', 'EUR'],
      ['a', 'USD'],
    ] as const)
      await renew(service, await service.create({ lastPaymentDate: '2026-05-10', name, currency }, key), { key });
    expect(await spentOf('', key)).toMatchObject({ bySubscription: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  });

  test('of one subscription is the sum of its payments in each currency that it had', async () => {
    const record = await service.create({ lastPaymentDate: '2026-01-10', amount: 4 });
    await renewed(service, record);
    await service.call('PATCH', pathOf(record), { json: { currency: 'EUR', amount: 7 } });
    await renewed(service, record);
    await renewed(service, record, { amount: 0.05 });
    const { data } = await paymentsOf(service, `?subscriptionId=${record.id}`);
    const sumOf = (currency: string) =>
      data
        .filter((one) => one.currency === currency)
        .reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 100)), 0n);
    const totalsByCurrency = { EUR: Number(sumOf('EUR')) / 100, USD: Number(sumOf('USD')) / 100 };
    expect(totalsByCurrency).toEqual({ EUR: 7.05, USD: 4 });
    expect(await spentOf(`?subscriptionId=${record.id}`)).toMatchObject({
      totalsByCurrency,
      bySubscription: [{ subscriptionId: record.id, name: record.name, payments: 3, totalsByCurrency }],
    });
  });

  test('is exact for any amounts', async () => {
    const key = service.makeKey('exact', 'write');
    const record = await service.create({ lastPaymentDate: '2000-01-01', period: 'custom', customDate: '1' }, key);
    const amounts = fc.sample(fc.integer({ min: 0, max: 99_999_999 }), { numRuns: 60, seed: 7 });
    let { nextPaymentDate: dueOn } = record;
    for (const amount of amounts) {
      const call = { key, json: { dueOn, amount: amount / 100 } };
      dueOn = (await service.call('POST', `${pathOf(record)}/renew`, call)).json.data.nextPaymentDate;
    }
    const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
    const spent = await spentOf('?from=2000-01-01', key);
    expect(spent).toMatchObject({ totalsByCurrency: { USD: Number(sum) / 100 } });
    const { data } = await paymentsOf(service, '?limit=100', key);
    expect(data.map(({ amount }) => amount).toReversed()).toEqual(amounts.map((amount) => amount / 100));
  });
});

test.each([
  ['/api/v1/payments?from=2026-02-02&to=2026-02-01', 'invalid_query', 'from', 'not after 2026-02-01'],
  ['/api/v1/analytics/spent?from=2026-06-17', 'invalid_query', 'from', 'not after 2026-06-16'],
  ['/api/v1/payments?from=2026-02-30', 'invalid_query', 'from', 'Send a real calendar day'],
  ['/api/v1/payments?since=2026-02-01', 'invalid_query', 'since', 'Rename "since" to "from"'],
  ['/api/v1/analytics/spent?until=2026-02-01', 'invalid_query', 'until', 'Rename "until" to "to"'],
  ['/api/v1/payments?limit=101', 'invalid_pagination', 'limit', 'Send a whole number from 1 to 100.'],
  ['/api/v1/payments?subscriptionId=5', 'invalid_query', 'subscriptionId', 'Take the id from the list'],
])('§1.5: %s is refused', async (path, code, field, fix) => {
  const suggestedFix = expect.stringContaining(fix) as string;
  expectRefusal(await service.call('GET', path), 400, { code, field, suggestedFix });
});

describe('§10.5: payments go with their subscription', () => {
  test.each([1, 150])('%d of them are gone from lists and sums as soon as it is deleted', async (count) => {
    const key = service.makeKey(`deleting ${count}`, 'write');
    const record = await service.create({ lastPaymentDate: '2025-12-01', period: 'custom', customDate: '1' }, key);
    const kept = await service.create({ lastPaymentDate: '2026-05-01', amount: 2 }, key);
    const operations = Array.from({ length: count }, () => ({ action: 'renew', id: record.id }));
    for (const some of [operations.slice(0, 100), operations.slice(100)].filter(({ length }) => length > 0)) {
      const answer = await service.call('POST', '/api/v1/subscriptions/batch', { key, json: { operations: some } });
      expect(answer.status).toBe(200);
    }
    await service.call('POST', `${pathOf(kept)}/renew`, { key });
    await service.call('DELETE', pathOf(record), { key });
    expect((await paymentsOf(service, '', key)).data).toMatchObject([{ subscriptionId: kept.id, amount: 2 }]);
    expect(await spentOf('', key)).toMatchObject({ totalsByCurrency: { USD: 2 } });
  });
});
