import { describe, expect, test } from 'bun:test';
import { absentId, costOf, quotaHeaderNames, quotaHeadersOf } from '../../../support/expectations.ts';
import { callerFor, channelDraft, requestOf } from '../../../support/operationRequests.ts';
import { operationRows, type OperationId, type OperationRow } from '../../../support/operations.ts';
import { startService, validDraft, type Call } from '../../../support/service.ts';

const service = await startService({ writesInline: true });
const key = service.keys.write;

/** What is wrong with a request. */
interface Fault extends Call {
  readonly fault: string;
  readonly query?: string;
  readonly id?: string;
}

/** Faults that every operation of a kind refuses. */
function generalFaults({ hasId, parameters, operationId }: OperationRow, takesBody: boolean): readonly Fault[] {
  const takes = (name: string) => parameters.includes(name);
  return [
    { fault: 'an unknown parameter', query: 'colour=red' },
    ...(hasId ? [{ fault: 'an id that is none', id: 'x' }] : []),
    ...parameters
      .filter((name) => name === 'limit' || name === 'offset' || name === 'dryRun')
      .map((name) => ({ fault: `a faulty ${name}`, query: `${name}=maybe` })),
    ...(takes('If-Match') ? [{ fault: 'an If-Match that is no entity tag', headers: { 'if-match': 'v1' } }] : []),
    ...(takes('Idempotency-Key') ? [{ fault: 'a faulty key', headers: { 'idempotency-key': '"' } }] : []),
    ...(takesBody && operationId !== 'importSubscriptions'
      ? ['', '{', '[]', '{"colour":"red"}'].map((raw) => ({ fault: `the body ${raw}`, raw }))
      : []),
  ];
}

/** Faults of one operation, most of which are found beside what is stored. */
const ownFaults: Readonly<Partial<Record<OperationId, readonly Omit<Fault, 'fault'>[]>>> = {
  createSubscription: [{ json: { ...validDraft, customDate: '30' } }, { json: { ...validDraft, currency: 'PLN' } }],
  updateSubscription: [{ json: { customDate: '30' } }, { json: { id: absentId } }],
  updateDetails: [{ json: { everyMonths: 3 } }, { json: { tags: ['a', 'A'] } }],
  renewSubscription: [
    { json: { paidOn: '2020-01-01' } },
    { json: { paidOn: '2099-01-01' } },
    { json: { payments: 2, reschedule: true } },
    { json: { payments: 2, paidOn: '2020-01-01' } },
  ],
  updatePayment: [{ json: { paidOn: '2020-01-01' } }, { json: { paidOn: '2099-01-01' } }],
  batchSubscriptions: [{ json: { operations: [] } }, { json: { operations: [{ action: 'delete', id: 'x' }] } }],
  listUpcomingPayments: [{ query: 'from=2026-02-02&to=2026-02-01' }, { query: 'to=2036-01-01' }],
  listPayments: [{ query: 'from=2026-02-02&to=2026-02-01' }],
  getSpent: [{ query: 'from=2026-02-02&to=2026-02-01' }],
  exportSubscriptions: [{ query: 'format=json&safe=true' }],
  importSubscriptions: [
    { raw: 'no file at all \u0000' },
    { raw: '{"format":"duebook","version":1}' },
    { query: 'mapping=a:name,a:amount', raw: 'a\n1\n' },
    { query: 'dryRun=true', raw: 'no file at all \u0000' },
  ],
  createReminder: [
    { json: { event: 'renewal' } },
    { json: { event: 'renewal', daysBefore: [1], subscriptionId: absentId } },
    { json: { event: 'renewal', daysBefore: [1], channelIds: [absentId] } },
  ],
  updateReminder: [{ json: { daysAfter: [1] } }, { json: { channelIds: [absentId] } }],
  createChannel: [
    { json: { ...channelDraft, settings: {} } },
    { json: { ...channelDraft, settings: { colour: 'red' } } },
  ],
  updateChannel: [
    { json: { settings: { colour: 'red' } } },
    { json: { settings: { url: 'no address' } } },
    { json: { settings: { url: null } } },
    { json: { settings: { events: 'subscription.eaten' } } },
    { json: { name: 'Kitchen', settings: { topic: 'bills' } } },
  ],
  createKey: [{ json: { name: service.keys.read, scope: 'read' } }],
  createUser: [{ json: { name: service.keys.read, scope: 'read' } }],
  updateUser: [{ json: { name: service.keys.read } }],
  setPassword: [{ json: { new: 'correct horse', current: 'wrong battery' } }],
};

describe('§1.1: a 400 costs nothing and has no rate-limit headers', () => {
  test.each(operationRows)('for every fault of $operationId', async (row) => {
    const caller = await callerFor(service, row);
    const { path, call } = await requestOf(service, row, caller);
    const faults = [
      ...generalFaults(row, call.json !== undefined),
      ...(ownFaults[row.operationId] ?? []).map((fault) => ({ ...fault, fault: JSON.stringify(fault) })),
    ];
    for (const { fault, query, id, ...sent } of faults) {
      const target =
        (id === undefined ? path : row.path.replace('{id}', id)) + (query === undefined ? '' : `?${query}`);
      // The body of the fault takes the place of the right one.
      const { json, ...rest } = call;
      const body = 'raw' in sent || 'json' in sent || json === undefined ? {} : { json };
      const headers = { ...rest.headers, ...sent.headers };
      const ask = () => service.call(row.method, target, { ...rest, ...body, ...sent, headers });
      const { result, cost } = await costOf(service, key, ask);
      expect([fault, result.status, cost, quotaHeadersOf(result)]).toEqual([fault, 400, 0, []]);
    }
  });

  test('a file that is too large costs nothing, either', async () => {
    const ask = () => service.call('POST', '/api/v1/import', { raw: Buffer.alloc(10 * 1024 * 1024 + 1) });
    const { result, cost } = await costOf(service, key, ask);
    expect([result.status, cost, quotaHeadersOf(result)]).toEqual([413, 0, []]);
  });
});

describe('the 400s that count', () => {
  test('§8.4: of a batch that does not fit the stored records', async () => {
    const { id } = await service.create();
    const operations = ['30', '60'].map((customDate) => ({ action: 'update', id, patch: { customDate } }));
    const ask = () => service.call('POST', '/api/v1/subscriptions/batch', { json: { operations } });
    const { result, cost } = await costOf(service, key, ask);
    expect([result.status, cost, quotaHeadersOf(result)]).toEqual([400, 2, quotaHeaderNames]);
  });

  test('§5.8: of a report that is too large', async () => {
    const owner = service.makeKey('many', 'write');
    const subscription = { ...validDraft, period: 'custom', customDate: '1', lastPaymentDate: '2026-06-15' };
    const operations = Array.from({ length: 100 }, () => ({ action: 'create', subscription }));
    await service.call('POST', '/api/v1/subscriptions/batch', { key: owner, json: { operations } });
    const ask = () => service.call('GET', '/api/v1/analytics/payments?to=2029-06-15', { key: owner });
    const { result, cost } = await costOf(service, owner, ask);
    expect([result.status, cost, quotaHeadersOf(result)]).toEqual([400, 1, quotaHeaderNames]);
  });
});

test('a charge that is refunded is there for the next request', async () => {
  const small = await startService({ writesInline: true, quota: { limit: 3, windowSeconds: 3600 } });
  const admin = small.makeKey('first', 'admin');
  const made = await small.call('POST', '/api/v1/channels', { key: admin, json: channelDraft });
  const path = `/api/v1/channels/${made.json.data.id}`;
  const patch = (settings: object) => small.call('PATCH', path, { key: admin, json: { settings } });
  for (let time = 0; time < 5; time += 1) expect((await patch({ topic: 'x' })).status).toBe(400);
  expect((await patch({ events: null })).headers.get('x-ratelimit-remaining')).toBe('1');
});
