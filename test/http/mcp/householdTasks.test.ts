import { describe, expect, test } from 'bun:test';
import { connectMcp } from '../../support/mcpClient.ts';
import { startService } from '../../support/service.ts';

const lastYear = '2025-12-01T12:00:00.000Z';
const today = '2026-11-22T12:00:00.000Z';
const callsMax = 2;

const service = await startService({ now: today });
let owners = 0;

type Row = Readonly<Record<string, unknown>>;
type Result = Awaited<ReturnType<Awaited<ReturnType<typeof connectMcp>>['call']>>;

/** What a model sees of the first record of a list: in the text, or in the structured content. */
const sights: readonly (readonly [string, (result: Result) => Row])[] = [
  ['the text', ({ text }) => firstRowOf(text)],
  ['the structured content', ({ structured }) => (structured['data'] as readonly Row[])[0] ?? {}],
];

/** The first record of a table, by the names of its columns; a table of one record shares no values. */
function firstRowOf(text: string): Row {
  const [heading = '', columns = '', first = ''] = text.split('\n');
  expect(heading).toBe('data (1):');
  const cells = first.split('|');
  return Object.fromEntries(columns.split('|').map((name, position) => [name, cells[position]]));
}

/** A new household with three subscriptions, and a client of it that makes few calls. */
async function newHousehold() {
  service.clock.setWall(lastYear);
  const key = service.makeKey(`household ${(owners += 1)}`, 'write');
  service.clock.setWall(today);
  const create = (fields: object) => service.create({ currency: 'EUR', ...fields }, key);
  const netflix = await create({ name: 'Netflix', lastPaymentDate: '2026-10-20' });
  await create({ name: 'Netflix DVD', lastPaymentDate: '2026-01-10', status: 'cancelled' });
  const insurance = await create({ name: 'Car insurance', amount: 90, category: 'Car', lastPaymentDate: '2026-08-31' });
  const client = await connectMcp(service.origin, key);
  let calls = 0;
  return {
    key,
    netflix,
    insurance,
    /** A call that succeeds. */
    call: async (tool: string, given: Row): Promise<Result> => {
      calls += 1;
      expect(calls).toBeLessThanOrEqual(callsMax);
      const result = await client.call(tool, given);
      expect(result).toMatchObject({ isError: false });
      return result;
    },
    /** The body of an answer over HTTP. */
    read: async (path: string) => (await service.call('GET', `/api/v1${path}`, { key })).json,
    /** A write over HTTP, of somebody else in the household. */
    write: async (method: string, path: string, json: object) => {
      expect((await service.call(method, `/api/v1${path}`, { key, json })).status).toBe(200);
    },
  };
}

type Household = Awaited<ReturnType<typeof newHousehold>>;

/** All that the household has recorded, without the instants of writes. */
async function recordsOf({ read, netflix }: Household) {
  const { updatedAt: _updated, ...record } = (await read(`/subscriptions/${netflix.id}`)).data;
  const details = (await read(`/subscriptions/${netflix.id}/details`)).data;
  return { record, details, payments: (await read('/payments')).data, prices: await pricesOf(netflix.id, read) };
}

async function pricesOf(id: string, read: Household['read']) {
  return (await read(`/subscriptions/${id}/prices`))['prices'];
}

describe.each(sights)('in at most two calls, by %s of a result alone', (_name, seen) => {
  test('“mark Netflix as paid” records the payment that was due', async () => {
    const { call, read, netflix } = await newHousehold();
    const { id, nextPaymentDate } = seen(await call('listSubscriptions', { q: 'netflix', status: 'active' }));
    await call('renewSubscription', { id, dueOn: nextPaymentDate });
    expect((await read(`/subscriptions/${netflix.id}`)).data).toMatchObject({
      lastPaymentDate: '2026-11-20',
      nextPaymentDate: '2026-12-20',
      amount: 15.99,
    });
    expect((await read('/payments')).data).toEqual([
      expect.objectContaining({ subscriptionId: netflix.id, dueOn: '2026-11-20', amount: 15.99, source: 'manual' }),
    ] as never);
  });

  const changes: readonly (readonly [string, string, string, object])[] = [
    ['a renewal', 'POST', '/renew', { dueOn: '2026-11-20' }],
    ['a change of details', 'PATCH', '/details', { notes: 'Shared', tags: ['video'], anchorDay: 31 }],
    ['a change of price', 'PATCH', '', { amount: 17.99 }],
  ];
  test.each(changes)('“undo that” takes back %s', async (_change, method, path, json) => {
    const household = await newHousehold();
    const before = await recordsOf(household);
    await household.write(method, `/subscriptions/${household.netflix.id}${path}`, json);
    expect(await recordsOf(household)).not.toEqual(before);
    const { id } = seen(await household.call('listAuditLog', { limit: 1 }));
    await household.call('revertAuditEntry', { id });
    expect(await recordsOf(household)).toEqual(before);
  });

  test('“the insurance is quarterly” makes it due every three calendar months, in dates and in sums', async () => {
    const { call, read, insurance } = await newHousehold();
    const { id } = seen(await call('listSubscriptions', { q: 'insurance' }));
    const patch = { period: 'custom', customDate: '91' };
    await call('batchSubscriptions', { operations: [{ action: 'update', id, patch, details: { everyMonths: 3 } }] });
    const { payments } = (await read('/analytics/payments?to=2027-12-31')) as unknown as { payments: readonly Row[] };
    const due = payments.filter(({ subscriptionId }) => subscriptionId === insurance.id).map(({ date }) => date);
    expect(due).toEqual(['2026-11-30', '2027-02-28', '2027-05-31', '2027-08-31', '2027-11-30']);
    const { summary } = (await read('/analytics/summary')) as unknown as { summary: { byCategory: readonly Row[] } };
    expect(summary.byCategory).toContainEqual({
      category: 'Car',
      activeSubscriptions: 1,
      monthlyTotalsByCurrency: { EUR: 30 },
    });
  });

  test('“what got more expensive this year” lists each rise that still stands, and none of last year', async () => {
    const { call, write, netflix, insurance } = await newHousehold();
    service.clock.setWall(lastYear);
    await write('PATCH', `/subscriptions/${insurance.id}`, { amount: 80 });
    service.clock.setWall(today);
    await write('PATCH', `/subscriptions/${netflix.id}`, { amount: 17.99 });
    const row = seen(await call('listPriceChanges', { since: '2026-01-01T00:00:00Z' }));
    expect(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))).toEqual({
      subscriptionId: netflix.id,
      name: 'Netflix',
      since: today,
      previousAmount: '15.99',
      amount: '17.99',
      currency: 'EUR',
      period: 'monthly',
      changePercent: '12.51',
    });
  });
});

test('“what will December cost” is answered by one call, in both parts of its result', async () => {
  const { call, write, netflix, insurance } = await newHousehold();
  await write('POST', `/subscriptions/${netflix.id}/renew`, { dueOn: '2026-11-20' });
  await write('POST', `/subscriptions/${insurance.id}/renew`, { dueOn: '2026-09-30' });
  const { text, structured } = await call('getForecast', { months: 2 });
  const { months, overdue } = structured['forecast'] as { months: readonly Row[]; overdue: Row };
  expect(months[1]).toMatchObject({ month: '2026-12', payments: 2, totalsByCurrency: { EUR: 105.99 } });
  // The payment of October stays apart.
  expect(overdue).toEqual({ payments: 1, totalsByCurrency: { EUR: 90 } });
  expect(text).toContain(
    'forecast.months[1].month: 2026-12\nforecast.months[1].payments: 2\nforecast.months[1].totalsByCurrency: {"EUR":105.99}',
  );
  expect(text).toContain('forecast.overdue: {"payments":1,"totalsByCurrency":{"EUR":90}}');
});

test('the audit trail says in words what a renewal, its revert and a change of details did', async () => {
  const { key, write, netflix } = await newHousehold();
  await write('POST', `/subscriptions/${netflix.id}/renew`, { paidOn: '2026-11-22' });
  const [renewal] = (await service.auditTrail('?limit=1', key)).data;
  expect((await service.call('POST', `/api/v1/audit/${renewal?.id}/revert`, { key })).status).toBe(200);
  await write('PATCH', `/subscriptions/${netflix.id}/details`, { notes: 'Shared', anchorDay: 31 });
  const { text } = await (await connectMcp(service.origin, key)).call('listAuditLog', { limit: 3 });
  const changes = text.split('\n').slice(2, 5);
  expect(changes.map((line) => line.split('|').at(-1))).toEqual([
    'Netflix: nextPaymentDate 2026-11-20 → 2026-11-30, notes none → Shared, anchorDay none → 31',
    `Netflix: no longer paid 2026-11-22 (due 2026-11-20), next 2026-11-20; reverts ${renewal?.id}`,
    'Netflix: paid 2026-11-22 (due 2026-11-20), next 2026-12-20',
  ]);
});
