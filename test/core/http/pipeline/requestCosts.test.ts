import { describe, expect, test } from 'bun:test';
import { openDatabase } from '../../../../src/core/database/database.ts';
import {
  absentId,
  costOf,
  expectRefusal,
  pathOf,
  quotaHeaderNames,
  quotaHeadersOf,
  shownPath,
  refusalOf,
  subscriptionsPath,
  withoutWriting,
} from '../../../support/expectations.ts';
import { callerFor, requestOf } from '../../../support/operationRequests.ts';
import { operationRows } from '../../../support/operations.ts';
import { startService, validDraft, type Call } from '../../../support/service.ts';

const service = await startService();
const key = service.keys.write;
const monthly = await service.create({ name: 'Monthly' });
const custom = await service.create({ name: 'Custom', period: 'custom', customDate: '30' });
const absentPath = `${subscriptionsPath}/${absentId}`;
const expired = service.makeKey('first', 'write', '2026-06-16T11:00:00.000Z');

interface Example extends Call {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const counted: readonly Example[] = [
  { method: 'HEAD', path: subscriptionsPath, status: 200 },
  { method: 'HEAD', path: pathOf(monthly), status: 200 },
  { method: 'PATCH', path: pathOf(monthly), json: { lastPaymentDate: '2026-05-01' }, status: 200 },
  { method: 'GET', path: absentPath, status: 404 },
  { method: 'HEAD', path: absentPath, status: 404 },
  { method: 'PATCH', path: absentPath, json: { name: 'Renamed' }, status: 404 },
  { method: 'PATCH', path: absentPath, json: { customDate: '30' }, status: 404 },
  { method: 'PATCH', path: absentPath, json: { period: 'custom' }, status: 404 },
  { method: 'DELETE', path: absentPath, status: 404 },
];

const free: readonly Example[] = [
  { method: 'POST', path: subscriptionsPath, raw: '{', status: 400 },
  { method: 'POST', path: subscriptionsPath, json: { ...validDraft, amount: -1 }, status: 400 },
  { method: 'POST', path: subscriptionsPath, json: { ...validDraft, customDate: '30' }, status: 400 },
  { method: 'POST', path: subscriptionsPath, json: { ...validDraft, id: absentId }, status: 400 },
  { method: 'POST', path: `${subscriptionsPath}?colour=red`, json: validDraft, status: 400 },
  { method: 'POST', path: subscriptionsPath, raw: ' '.repeat(65_537), status: 413 },
  { method: 'POST', path: subscriptionsPath, key: service.keys.read, json: validDraft, status: 403 },
  { method: 'POST', path: subscriptionsPath, key: expired, json: validDraft, status: 401 },
  { method: 'POST', path: subscriptionsPath, key: null, json: validDraft, status: 401 },
  { method: 'PATCH', path: pathOf(monthly), json: {}, status: 400 },
  { method: 'PATCH', path: pathOf(monthly), json: { status: 'gone' }, status: 400 },
  { method: 'PATCH', path: absentPath, json: { status: 'gone' }, status: 400 },
  { method: 'PATCH', path: pathOf(monthly), json: { customDate: '30' }, status: 400 },
  { method: 'PATCH', path: pathOf(custom), json: { customDate: null }, status: 400 },
  { method: 'PATCH', path: pathOf(custom), json: { lastPaymentDate: '9999-12-30' }, status: 400 },
  { method: 'PATCH', path: `${subscriptionsPath}/no-uuid`, json: { name: 'Renamed' }, status: 400 },
  { method: 'DELETE', path: `${subscriptionsPath}/no-uuid`, status: 400 },
  { method: 'GET', path: `${subscriptionsPath}?limit=0`, status: 400 },
  { method: 'HEAD', path: `${subscriptionsPath}?limit=0`, status: 400 },
  { method: 'GET', path: `${subscriptionsPath}?status=gone`, status: 400 },
  { method: 'GET', path: '/api/v1/analytics/summary?horizonDays=0', status: 400 },
  { method: 'GET', path: '/api/v1/analytics/duplicates?colour=red', status: 400 },
  { method: 'GET', path: '/api/v1/audit?limit=0', status: 400 },
  { method: 'GET', path: '/api/v1/payments?from=2026-02-02&to=2026-02-01', status: 400 },
];

/** The example with a title that is the same each time. */
const shown = (example: Example) => ({
  ...example,
  title: `${example.method} ${shownPath(example.path)} ${JSON.stringify(example.json) ?? ''}`.trim(),
});

describe('what a request costs', () => {
  test.each(counted.map(shown))(
    '§1.1: $title is answered $status, costs one request and carries the quota headers',
    async ({ method, path, status, json }) => {
      const { result, cost } = await costOf(service, key, () =>
        service.call(method, path, { ...(json !== undefined && { json }) }),
      );
      expect([result.status, cost, quotaHeadersOf(result)]).toEqual([status, 1, quotaHeaderNames]);
    },
  );

  test.each(operationRows)('§1.1: $operationId costs one request and carries the quota headers', async (row) => {
    const { path, call } = await requestOf(service, row, await callerFor(service, row));
    const { result, cost } = await costOf(service, key, () => service.call(row.method, path, call));
    expect([result.status, cost, quotaHeadersOf(result)]).toEqual([row.status, 1, quotaHeaderNames]);
  });

  test.each(free.map(shown))(
    '§1.1: $title, answered $status, costs nothing, carries no quota headers and writes nothing',
    async ({ method, path, status, title: _title, ...sent }) => {
      const { answer, cost } = await refusalOf(service, () => service.call(method, path, sent));
      expect([answer.status, cost, quotaHeadersOf(answer)]).toEqual([status, 0, []]);
    },
  );
});

/** Patches that are faulty whatever record they are for. */
const faultyByThemselves = [
  { json: { period: 'monthly', customDate: '30' }, field: 'customDate' },
  { json: { period: 'yearly', customDate: '1' }, field: 'customDate' },
  { json: { period: 'custom', customDate: null }, field: 'customDate' },
  { json: { period: 'custom', customDate: '30', lastPaymentDate: '9999-12-31' }, field: 'lastPaymentDate' },
  { json: { period: 'custom', customDate: '99999', lastPaymentDate: '9999-12-30' }, field: 'customDate' },
  { json: { period: 'yearly', lastPaymentDate: '9999-05-05' }, field: 'lastPaymentDate' },
  { json: { lastPaymentDate: '9999-12-31' }, field: 'lastPaymentDate' },
  { json: { customDate: '99999999' }, field: 'customDate' },
].map((example) => ({ ...example, body: JSON.stringify(example.json) }));

describe('a PATCH whose fields do not go together', () => {
  test.each(faultyByThemselves)('§1.1: $body is a free 400, with a record and without', async ({ json, field }) => {
    for (const path of [pathOf(monthly), absentPath]) {
      const { answer, cost } = await refusalOf(service, () => service.call('PATCH', path, { json }));
      expectRefusal(answer, 400, { code: 'invalid_subscription', field });
      expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
    }
  });
});

describe('a free 400 with an idempotency key', () => {
  test('§1.1: is answered without the write worker, which cannot write now', async () => {
    const headers = { 'idempotency-key': 'kept-already' };
    expect((await service.call('PATCH', pathOf(monthly), { json: { amount: 3 }, headers })).status).toBe(200);
    using blocker = openDatabase(service.directory);
    blocker.run('BEGIN IMMEDIATE');
    for (const [query, idempotencyKey] of [
      ['', 'never-seen'],
      ['?dryRun=true', 'never-seen'],
      ['?dryRun=true', 'kept-already'],
    ]) {
      const sent = { json: { customDate: '30' }, headers: { 'idempotency-key': String(idempotencyKey) } };
      const ask = () => service.call('PATCH', pathOf(monthly) + query, sent);
      const { result, cost } = await costOf(service, key, ask);
      expectRefusal(result, 400, { code: 'invalid_subscription', field: 'customDate' });
      expect(cost).toBe(0);
    }
    blocker.run('ROLLBACK');
  });
});

const small = await startService({ quota: { limit: 200, windowSeconds: 3600 } });
const record = await small.create();
// One after the other: an owner imports one file at a time.
const faultless: ((typeof operationRows)[number] & Awaited<ReturnType<typeof requestOf>>)[] = [];
for (const row of operationRows) {
  faultless.push({ ...row, ...(await requestOf(small, row, await callerFor(small, row))) });
}
for (let status = 200; status === 200;) ({ status } = await small.call('GET', subscriptionsPath));

describe('when the quota is used up', () => {
  test.each([
    { method: 'PATCH', path: pathOf(record), json: { customDate: '30' } },
    { method: 'PATCH', path: pathOf(record), json: { amount: '5' } },
    { method: 'PATCH', path: pathOf(record), json: { period: 'yearly', lastPaymentDate: '9999-05-05' } },
    { method: 'POST', path: subscriptionsPath, json: { ...validDraft, customDate: '30' } },
    { method: 'POST', path: subscriptionsPath, json: {} },
  ])('§1.1: the fault of a $method is still reported, without quota headers: $json', async ({ method, path, json }) => {
    const answer = await small.call(method, path, { json });
    expectRefusal(answer, 400, { code: 'invalid_subscription' });
    expect(quotaHeadersOf(answer)).toEqual([]);
    expect(answer.headers.has('retry-after')).toBe(false);
  });

  test.each([
    ...faultless.map(({ operationId, method, path, call }) => ({ title: operationId, method, path, call })),
    { title: 'HEAD', method: 'HEAD', path: subscriptionsPath, call: {} },
    { title: 'GET of an absent record', method: 'GET', path: absentPath, call: {} },
    { title: 'DELETE of an absent record', method: 'DELETE', path: absentPath, call: {} },
    { title: 'PATCH that cannot fit', method: 'PATCH', path: absentPath, call: { json: { customDate: '30' } } },
  ])('§1.1: a faultless $title is a 429 that writes nothing', async ({ method, path, call }) => {
    const answer = await withoutWriting(small, () => small.call(method, path, call));
    expect(answer.status).toBe(429);
    if (method !== 'HEAD') expect(answer.json.error.code).toBe('rate_limit_exceeded');
    expect(quotaHeadersOf(answer)).toEqual(quotaHeaderNames);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });
});
