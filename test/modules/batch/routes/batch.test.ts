import { describe, expect, test } from 'bun:test';
import {
  absentId,
  expectRefusal,
  pathOf,
  quotaHeaderNames,
  quotaHeadersOf,
  refusalOf,
  subscriptionsPath,
  withoutWriting,
} from '../../../support/expectations.ts';
import { startService, validDraft, type Answer, type Call } from '../../../support/service.ts';

const path = `${subscriptionsPath}/batch`;
const service = await startService();

interface OperationResult {
  readonly action: string;
  readonly id?: string;
  readonly data?: { readonly id: string; readonly name: string };
  readonly deleted?: boolean;
  readonly warnings?: readonly { readonly subscriptionIds?: readonly string[]; readonly operationIndexes?: number[] }[];
}

const resultsOf = ({ json }: Answer) => json['results'] as readonly OperationResult[];
const creation = (fields: object = {}) => ({ action: 'create', subscription: { ...validDraft, ...fields } });
const update = (id: string, patch: object) => ({ action: 'update', id, patch });
const deletion = (id: string) => ({ action: 'delete', id });
const send = (operations: unknown, call: Call = {}, query = '') =>
  service.call('POST', path + query, { json: { operations }, ...call });

const sendRefused = (operations: unknown, call: Call = {}, query = '') =>
  refusalOf(service, () => send(operations, call, query));

describe('a batch', () => {
  test('makes all its operations in their order, as one write', async () => {
    const [kept, doomed] = [await service.create({ amount: 1 }), await service.create()];
    const answer = await send([
      creation({ name: ' New ' }),
      update(kept.id.toUpperCase(), { amount: 2 }),
      update(kept.id, { period: 'yearly' }),
      deletion(doomed.id),
    ]);
    expect(answer.status).toBe(200);
    const [created, first, second, gone] = resultsOf(answer);
    expect(created).toMatchObject({ action: 'create', data: { name: 'New', nextPaymentDate: '2026-07-15' } });
    expect(first).toMatchObject({ action: 'update', data: { id: kept.id, amount: 2, period: 'monthly' } });
    expect(second).toMatchObject({ action: 'update', data: { amount: 2, nextPaymentDate: '2027-06-15' } });
    expect(gone).toEqual({ action: 'delete', id: doomed.id, deleted: true });
    expect((await service.call('GET', `${subscriptionsPath}/${created?.data?.id}`)).status).toBe(200);
    expect((await service.call('GET', pathOf(doomed))).status).toBe(404);
  });

  test('leaves an audit entry for each operation, all of the same request', async () => {
    const record = await service.create();
    const answer = await send([creation(), update(record.id, { amount: 5 }), update(record.id, { amount: 6 })]);
    const { data } = await service.auditTrail('?limit=3');
    const actions = ['update', 'update', 'create'].map((verb) => `subscription.${verb}`);
    expect(data.map(({ action }) => action)).toEqual(actions);
    expect(new Set(data.map(({ requestId }) => requestId))).toEqual(new Set([answer.json.requestId]));
    expect(new Set(data.map(({ id }) => id)).size).toBe(3);
  });

  test('may have a hundred operations of full size, and no more than 256 KiB', async () => {
    const wide = creation({ name: '😀'.repeat(120), category: '😀'.repeat(80), notificationEnabled: false });
    const answer = await send(
      Array.from({ length: 100 }, () => wide),
      { key: service.keys.otherWrite },
    );
    expect(answer.status).toBe(200);
    expect(resultsOf(answer)).toHaveLength(100);
    for (const chunked of [false, true]) {
      const text = ' '.repeat(256 * 1024 + 1);
      const raw = chunked ? new Blob([text]).stream() : text;
      const tooLarge = await service.call('POST', path, { raw });
      expectRefusal(tooLarge, 413, { code: 'payload_too_large', message: 'The body is larger than 256 KiB.' });
    }
  });

  test('is not taken for the id of a record by HEAD', async () => {
    const answer = await service.call('HEAD', path);
    expect([answer.status, answer.headers.get('allow'), quotaHeadersOf(answer)]).toEqual([405, 'POST, OPTIONS', []]);
  });
});

describe('a batch with a faulty operation', () => {
  test('makes none of them, costs nothing, and reports each fault with its index', async () => {
    const { answer, cost } = await sendRefused([
      creation(),
      creation({ currency: 'usd' }),
      creation({ nmae: 'x' }),
      update('x', { amount: 1 }),
      update(absentId, {}),
      creation({ period: 'custom' }),
      update(absentId, { period: 'monthly', customDate: '3' }),
    ]);
    const fault = { code: 'invalid_subscription', field: 'currency', suggestedFix: 'Send "USD".' };
    expectRefusal(answer, 400, fault);
    expect(answer.json.error.faults).toMatchObject([
      { index: 1, ...fault },
      { index: 2, code: 'invalid_subscription_field', field: 'nmae' },
      { index: 3, code: 'invalid_subscription_id', field: 'id' },
      { index: 4, code: 'empty_patch' },
      { index: 5, code: 'invalid_subscription', field: 'customDate' },
      { index: 6, code: 'invalid_subscription', field: 'customDate' },
    ]);
    expect(cost).toBe(0);
    expect(quotaHeadersOf(answer)).toEqual([]);
  });

  test('that only the stored records show, makes none and reports each', async () => {
    const [record, foreign] = [await service.create(), await service.create({}, service.keys.otherWrite)];
    const { answer, cost } = await sendRefused([
      creation(),
      deletion(absentId),
      update(record.id, { amount: 9 }),
      update(foreign.id, { amount: 9 }),
      update(record.id, { customDate: '9' }),
    ]);
    expectRefusal(answer, 404, { code: 'subscription_not_found' });
    expect(answer.json.error.faults).toMatchObject([
      { index: 1, code: 'subscription_not_found' },
      { index: 3, code: 'subscription_not_found' },
      { index: 4, code: 'invalid_subscription', field: 'customDate' },
    ]);
    expect(cost).toBe(5);
    expect(quotaHeadersOf(answer)).toEqual(quotaHeaderNames);
  });

  test('that deletes a record twice makes none', async () => {
    const record = await service.create();
    const { answer } = await sendRefused([deletion(record.id), deletion(record.id)]);
    expectRefusal(answer, 404, { code: 'subscription_not_found' });
    expect(answer.json.error.faults).toMatchObject([{ index: 1 }]);
  });

  test.each([
    [undefined, 'operations'],
    [[], 'operations'],
    ['create', 'operations'],
    [{}, 'operations'],
    [Array.from({ length: 101 }, () => deletion(absentId)), 'operations'],
    [[1], 'operations'],
    [[[]], 'operations'],
    [[null], 'operations'],
    [[{}], 'action'],
    [[{ action: 'remove', id: absentId }], 'action'],
    [[{ ...deletion(absentId), patch: {} }], 'patch'],
    [[{ ...creation(), id: absentId }], 'id'],
    [[{ action: 'create' }], 'subscription'],
    [[{ action: 'create', subscription: [] }], 'subscription'],
    [[{ action: 'update', id: absentId }], 'patch'],
    [[{ action: 'update', id: absentId, patch: 'x' }], 'patch'],
  ])('that is not an operation is invalid_batch: %j', async (operations, field) => {
    const { answer, cost } = await sendRefused(operations);
    expectRefusal(answer, 400, { code: 'invalid_batch', field });
    expect(answer.json.error.suggestedFix).toMatch(/^[A-Z].+\.$/);
    expect(cost).toBe(0);
  });

  test.each([
    ['', 'invalid_json'],
    ['[]', 'invalid_json'],
    ['{', 'invalid_json'],
    ['{"operations":[],"more":1}', 'invalid_batch'],
    [`{"operations":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'invalid_batch'],
    [
      `{"operations":[{"action":"create","subscription":{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}}]}`,
      'invalid_subscription',
    ],
    ['{"operations":[{"action":"create","subscription":{"__proto__":1}}]}', 'invalid_subscription_field'],
    ['{"operations":[{"action":"delete","__proto__":1}]}', 'invalid_batch'],
  ])('is refused in the envelope of every error, whatever the body: %#, %s', async (raw, code) => {
    const answer = await withoutWriting(service, () => service.call('POST', path, { raw }));
    expectRefusal(answer, 400, { code });
  });
});

describe('a dry run of a batch', () => {
  test('answers with what each operation would do, and writes nothing', async () => {
    const [first, doomed] = [await service.create({ name: 'Twin' }), await service.create()];
    const operations = [creation({ name: 'twin' }), update(first.id, { amount: 4 }), deletion(doomed.id)];
    const answer = await withoutWriting(service, () => send(operations, {}, '?dryRun=true'));
    expect(answer.status).toBe(200);
    expect(answer.json['dryRun']).toBe(true);
    const [created, updated, gone] = resultsOf(answer);
    expect(created?.warnings).toMatchObject([{ subscriptionIds: [first.id] }]);
    expect(updated).toMatchObject({ data: { id: first.id, amount: 4 } });
    expect(updated?.warnings).toBeUndefined();
    expect(gone).toEqual({ action: 'delete', id: doomed.id, data: doomed });
  });

  test('warns of a stored duplicate by its id, and of one in the batch by its index', async () => {
    const [active, paused] = [
      await service.create({ name: 'Triple' }),
      await service.create({ name: 'Triple', status: 'paused' }),
    ];
    const operations = [deletion(active.id), creation({ name: 'triple' }), creation({ name: 'TRIPLE' })];
    const [, one, other] = resultsOf(await send(operations, {}, '?dryRun=true'));
    expect(one?.warnings).toMatchObject([{ subscriptionIds: [paused.id] }]);
    expect(other?.warnings).toMatchObject([{ subscriptionIds: [paused.id] }, { operationIndexes: [1] }]);
    const renaming = [creation({ name: 'Quartet' }), update(paused.id, { name: 'quartet' })];
    const [, renamed] = resultsOf(await send(renaming, {}, '?dryRun=true'));
    expect(renamed?.warnings).toMatchObject([{ operationIndexes: [0] }]);
    expect(renamed?.warnings?.[0]?.subscriptionIds).toBeUndefined();
  });

  test('is refused as the batch itself', async () => {
    const operations = [creation(), deletion(absentId)];
    const rehearsed = await send(operations, {}, '?dryRun=true');
    expect(rehearsed.json.error).toEqual((await send(operations)).json.error);
  });
});

describe.each([
  { way: 'as it is', query: '', headers: {} },
  { way: 'with an idempotency key', query: '', headers: { 'idempotency-key': 'refused-by-what-is-stored' } },
  { way: 'as a dry run', query: '?dryRun=true', headers: {} },
])('a batch sent $way', async ({ query, headers }) => {
  const { id } = await service.create();

  test.each<[object, number, string]>([
    [update(id, { customDate: '9' }), 400, 'invalid_subscription'],
    [{ ...update(id, { amount: 2 }), ifMatch: '"stale"' }, 412, 'precondition_failed'],
    [deletion(absentId), 404, 'subscription_not_found'],
  ])('that the stored records refuse is charged in full: %#, %i %s', async (operation, status, code) => {
    const { answer, cost } = await sendRefused([creation(), creation(), operation], { headers }, query);
    expectRefusal(answer, status, { code });
    expect(answer.json.error.faults).toMatchObject([{ index: 2, code }]);
    expect([cost, quotaHeadersOf(answer)]).toEqual([3, quotaHeaderNames]);
  });

  test('whose body alone shows the fault costs nothing', async () => {
    const operations = [creation(), update(id, { period: 'monthly', customDate: '9' })];
    const { answer, cost } = await sendRefused(operations, { headers }, query);
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });
});

describe('a batch of more operations than the quota has left', () => {
  test('is refused whole, writes nothing and counts nothing', async () => {
    const small = await startService({ quota: { limit: 3, windowSeconds: 3600 } });
    const ask = (count: number) =>
      small.call('POST', path, { json: { operations: Array.from({ length: count }, () => creation()) } });
    const refused = await ask(4);
    expectRefusal(refused, 429, { code: 'rate_limit_exceeded' });
    expect(refused.json.error.suggestedFix).toContain('at most 3');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('3');
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await ask(3)).headers.get('x-ratelimit-remaining')).toBe('0');
    expectRefusal(await ask(1), 429, { code: 'rate_limit_exceeded' });
  });
});
