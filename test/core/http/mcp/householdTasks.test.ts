import { describe, expect, test } from 'bun:test';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService } from '../../../support/service.ts';

const lastYear = '2025-12-01T12:00:00.000Z';
const today = '2026-11-22T12:00:00.000Z';
const callsMax = 2;

const service = await startService({ now: today });
let owners = 0;

type Row = Readonly<Record<string, unknown>>;
type Result = Awaited<ReturnType<Awaited<ReturnType<typeof connectMcp>>['call']>>;

/** What a model sees of the first record of a list. */
function seen({ structured }: Result): Row {
  return (structured['data'] as readonly Row[])[0] ?? {};
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

describe('in at most two calls', () => {
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

  /** A wish about Netflix, the tool that fulfils it, and what its details or fields are then. */
  const wishes: readonly (readonly [string, string, Row, Row])[] = [
    ['pause Netflix', 'pauseSubscription', {}, { status: 'paused' }],
    ['I have cancelled Netflix', 'cancelSubscription', {}, { status: 'cancelled' }],
    ['Netflix costs 17.99 now', 'updateSubscription', { amount: 17.99 }, { amount: 17.99 }],
    ['Netflix ends on 31 March', 'updateDetails', { endsOn: '2027-03-31' }, { details: { endsOn: '2027-03-31' } }],
    ['forget Netflix', 'deleteSubscription', {}, {}],
  ];
  test.each(wishes)('“%s” is done', async (_wish, tool, given, expected) => {
    const { call, read, netflix } = await newHousehold();
    const { id } = seen(await call('listSubscriptions', { q: 'netflix', status: 'active' }));
    await call(tool, { id, ...given });
    const { data } = await read(`/subscriptions/${netflix.id}?include=details`);
    if (tool === 'deleteSubscription') expect(data).toBeUndefined();
    else expect(data).toMatchObject(expected);
  });

  test('“add Spotify, 9.99 a month since the 1st” is done', async () => {
    const { call, read } = await newHousehold();
    const spotify = { name: 'Spotify', category: 'Music', amount: 9.99, currency: 'EUR', period: 'monthly' };
    await call('createSubscription', { ...spotify, lastPaymentDate: '2026-11-01' });
    expect((await read('/subscriptions?q=spotify')).data).toMatchObject([{ ...spotify, status: 'active' }]);
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
    expect(row).toEqual({
      subscriptionId: netflix.id,
      name: 'Netflix',
      since: today,
      previousAmount: 15.99,
      amount: 17.99,
      currency: 'EUR',
      period: 'monthly',
      changePercent: 12.51,
    });
  });
});

/** A question that one call answers, and a part of the answer. */
const questions: readonly (readonly [string, string, Row, unknown])[] = [
  ['what will December cost', 'getForecast', { months: 2 }, { forecast: { months: [{}, { month: '2026-12' }] } }],
  ['what is overdue', 'listUpcomingPayments', {}, { overdue: [{ name: 'Car insurance' }, { name: 'Netflix' }] }],
  [
    'what is due in the next weeks',
    'listUpcomingPayments',
    { to: '2026-12-10' },
    { payments: [{ name: 'Car insurance' }] },
  ],
  ['what do I have to cancel soon', 'listDeadlines', {}, { deadlines: [] }],
  ['what have I spent this year', 'getSpent', {}, { spent: { totalsByCurrency: {} } }],
  ['what does a month cost', 'getSpendSummary', {}, { summary: { counts: { total: 3 } } }],
  ['what must I save each month', 'getSetAside', {}, { setAside: { byCurrency: [] } }],
  ['will a month exceed the budget', 'getBudget', {}, { budget: null }],
  ['do I pay for anything twice', 'findDuplicateSubscriptions', {}, { duplicates: [] }],
  ['where can I save', 'getOptimizationSuggestions', {}, {}],
];

test.each(questions)('“%s” is answered by one call', async (_question, tool, given, answer) => {
  const { call } = await newHousehold();
  expect((await call(tool, given)).structured).toMatchObject(answer as object);
});

test('what December costs is in its month, and what is overdue apart', async () => {
  const { call, write, netflix, insurance } = await newHousehold();
  await write('POST', `/subscriptions/${netflix.id}/renew`, { dueOn: '2026-11-20' });
  await write('POST', `/subscriptions/${insurance.id}/renew`, { dueOn: '2026-09-30' });
  const { structured } = await call('getForecast', { months: 2 });
  const { months, overdue } = structured['forecast'] as { months: readonly Row[]; overdue: Row };
  expect(months[1]).toMatchObject({ month: '2026-12', payments: 2, totalsByCurrency: { EUR: 105.99 } });
  // The payment of October stays apart.
  expect(overdue).toEqual({ payments: 1, totalsByCurrency: { EUR: 90 } });
});
