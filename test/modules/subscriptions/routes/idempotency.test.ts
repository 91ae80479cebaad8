import { describe, expect, test } from 'bun:test';
import { commitGroups } from '../../../support/commitGroups.ts';
import {
  absentId,
  costOf,
  expectRefusal,
  pathOf,
  refusalOf,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { openTestStore } from '../../../support/testStore.ts';
import { ageKeys } from '../../../support/operator.ts';
import { startService, validDraft, type Answer, type Call } from '../../../support/service.ts';

const service = await startService();
let drawn = 0;
const newKey = () => `key-${(drawn += 1)}`;

/** Sends a request with an idempotency key. */
function send(idempotencyKey: string, method: string, path: string, call: Call = {}) {
  return service.call(method, path, { ...call, headers: { ...call.headers, 'idempotency-key': idempotencyKey } });
}

const create = (idempotencyKey: string, fields: object = {}, call: Call = {}) =>
  send(idempotencyKey, 'POST', subscriptionsPath, { json: { ...validDraft, ...fields }, ...call });
const isReplayed = (answer: Answer) => answer.headers.get('idempotency-replayed') === 'true';
const withoutRequestId = ({ text, json }: Answer) => text.replaceAll(json.requestId, '');
const keptKeys = () => service.database.query('SELECT key FROM idempotency_keys ORDER BY sequence').values().flat();

describe('the same request with the same key', () => {
  test('updates once, though the record has been changed since', async () => {
    const [key, record] = [newKey(), await service.create({ amount: 1 })];
    const patch = () => send(key, 'PATCH', pathOf(record), { json: { amount: 2 } });
    const first = await patch();
    await service.call('PATCH', pathOf(record), { json: { amount: 3 } });
    expect(withoutRequestId(await patch())).toBe(withoutRequestId(first));
    expect((await service.call('GET', pathOf(record))).json.data.amount).toBe(3);
  });

  test('updates once, though the patch would not fit the record any more', async () => {
    const [key, record] = [newKey(), await service.create({ period: 'custom', customDate: '30' })];
    const patch = () => send(key, 'PATCH', pathOf(record), { json: { customDate: '60' } });
    const first = await patch();
    await service.call('PATCH', pathOf(record), { json: { period: 'monthly' } });
    expect(withoutRequestId(await patch())).toBe(withoutRequestId(first));
    const { result, cost } = await costOf(service, service.keys.write, () =>
      send(newKey(), 'PATCH', pathOf(record), { json: { customDate: '60' } }),
    );
    expectRefusal(result, 400, { code: 'invalid_subscription', field: 'customDate' });
    expect(cost).toBe(0);
  });

  test('that changed a record under If-Match is not refused for its own change', async () => {
    const created = await create(newKey());
    const headers = { 'if-match': created.headers.get('etag') ?? '' };
    const [key, path] = [newKey(), pathOf(created.json.data)];
    for (const replayed of [false, true]) {
      const answer = await send(key, 'PATCH', path, { json: { amount: 7 }, headers });
      expect([answer.status, isReplayed(answer)]).toEqual([200, replayed]);
    }
  });

  test('may be corrected after a 404: the key is not used up', async () => {
    const created = await create(newKey());
    const key = newKey();
    expectRefusal(await send(key, 'DELETE', `${subscriptionsPath}/${absentId}`), 404, {
      code: 'subscription_not_found',
    });
    for (const replayed of [false, true]) {
      const answer = await send(key, 'DELETE', pathOf(created.json.data));
      expect([answer.status, isReplayed(answer)]).toEqual([200, replayed]);
    }
  });

  test('is decided again after a stale tag: with the right one it writes', async () => {
    const created = await create(newKey());
    const key = newKey();
    const patch = (tag: string) =>
      send(key, 'PATCH', pathOf(created.json.data), { json: { amount: 8 }, headers: { 'if-match': tag } });
    expectRefusal(await patch('"stale"'), 412, { code: 'precondition_failed' });
    const answer = await patch(created.headers.get('etag') ?? '');
    expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
  });

  test('many times at once is one write, and all get the same record', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, { name: 'At once' })));
    expect(new Set(answers.map(withoutRequestId)).size).toBe(1);
    expect(answers.filter(isReplayed)).toHaveLength(19);
    expect((await service.list('?q=at once')).data).toHaveLength(1);
    expect((await service.auditTrail(`?subscriptionId=${answers[0]?.json.data.id}`)).data).toHaveLength(1);
  });

  test('bare or in quotes is the same key, also from another key of the same owner', async () => {
    const key = newKey();
    await create(key);
    expect(isReplayed(await create(`"${key}"`, {}, { key: service.makeKey('first', 'write') }))).toBe(true);
  });

  test('of another owner is another key', async () => {
    const key = newKey();
    const mine = await create(key);
    const theirs = await create(key, {}, { key: service.keys.otherWrite });
    expect(isReplayed(theirs)).toBe(false);
    expect(theirs.json.data.id).not.toBe(mine.json.data.id);
  });
});

describe('the same request, written in another way', () => {
  const reordered = Object.fromEntries(Object.entries(validDraft).toReversed());
  test.each<[string, string, Call]>([
    ['with its fields in another order', '', { json: reordered }],
    ['with other white space', '', { raw: JSON.stringify(validDraft, null, 2) }],
    ['with a query that says what is so anyway', '?dryRun=false', { json: validDraft }],
  ])('%s, gets the first answer again', async (_, query, call) => {
    const key = newKey();
    const first = await create(key);
    const again = await send(key, 'POST', subscriptionsPath + query, call);
    expect(withoutRequestId(again)).toBe(withoutRequestId(first));
    expect(isReplayed(again)).toBe(true);
  });

  test('with the id in capital letters, gets the first answer again', async () => {
    const [key, record] = [newKey(), await service.create()];
    await send(key, 'PATCH', pathOf(record), { json: { amount: 2 } });
    const again = await send(key, 'PATCH', pathOf({ id: record.id.toUpperCase() }), { json: { amount: 2 } });
    expect([again.status, isReplayed(again)]).toEqual([200, true]);
  });

  test('by a tool or as a request, gets the first answer again, which the tool says', async () => {
    const [key, client] = [newKey(), await connectMcp(service.origin, service.keys.write)];
    const first = await create(key);
    const again = await client.call('createSubscription', { idempotencyKey: key, dryRun: false, ...reordered });
    expect(again.structured).toMatchObject({ data: first.json.data, replayed: true });
    expect(JSON.parse(again.text)).toEqual(again.structured);
  });

  test('with its operations in another order is another one', async () => {
    const key = newKey();
    const operations = ['a', 'b'].map((name) => ({ action: 'create', subscription: { ...validDraft, name } }));
    const batch = (json: object) => send(key, 'POST', `${subscriptionsPath}/batch`, { json });
    expect((await batch({ operations })).status).toBe(200);
    expect((await batch({ operations: operations.toReversed() })).status).toBe(422);
  });
});

describe('another request with the same key', () => {
  test.each([
    ['body', (id: string) => ({ method: 'PATCH', path: pathOf({ id }), json: { amount: 3 } })],
    ['fields', (id: string) => ({ method: 'PATCH', path: pathOf({ id }), json: { amount: 2, name: 'x' } })],
    ['method', (id: string) => ({ method: 'DELETE', path: pathOf({ id }) })],
    ['path', () => ({ method: 'PATCH', path: `${subscriptionsPath}/${absentId}`, json: { amount: 2 } })],
  ])('by its %s is refused and writes nothing', async (_, other) => {
    const [key, record] = [newKey(), await service.create()];
    await send(key, 'PATCH', pathOf(record), { json: { amount: 2 } });
    const { method, path, ...call } = other(record.id);
    const { answer, cost } = await refusalOf(service, () => send(key, method, path, call));
    expectRefusal(answer, 422, { code: 'idempotency_key_reused' });
    // A client that follows it does not make the first request a second time.
    expect(answer.json.error.suggestedFix).toMatch(/^If this is a retry, check .+ only for a different request\.$/);
    expect(cost).toBe(1);
  });
});

describe('a key', () => {
  test.each(['', 'a b', '"a", "b"', '"open', 'x'.repeat(256), 'ü'])(
    'that is malformed is refused, costs nothing and writes nothing: %j',
    async (key) => {
      const { answer, cost } = await refusalOf(service, () => create(key));
      const suggestedFix = expect.stringMatching(/^[A-Z].+\.$/);
      expectRefusal(answer, 400, { code: 'invalid_idempotency_key', field: 'Idempotency-Key', suggestedFix });
      expect(cost).toBe(0);
    },
  );

  test('is not used up by a request that is refused', async () => {
    const key = newKey();
    expectRefusal(await create(key, { amount: -1 }), 400, { code: 'invalid_subscription' });
    expect((await create(key)).status).toBe(201);
  });

  test('is known for 24 hours and then forgotten; old ones are removed in passing, a few each time', async () => {
    service.database.run('DELETE FROM idempotency_keys');
    const keys = Array.from({ length: 10 }, newKey);
    for (const key of keys) await create(key);
    service.clock.advance(24 * 3600);
    expect(isReplayed(await create(keys[0] ?? ''))).toBe(true);
    service.clock.advance(1);
    expect(isReplayed(await create(keys[0] ?? ''))).toBe(false);
    expect(keptKeys()).toEqual([keys[9] ?? '', keys[0] ?? '']);
    await create(newKey());
    expect(keptKeys()).toHaveLength(2);
  });
});

describe('when the clock is set after a write', () => {
  test.each([
    ['from 1970 to now', '1970-01-01T00:00:20.000Z', '2026-06-16T12:00:00.000Z'],
    ['forward by two days', '2026-06-14T12:00:00.000Z', '2026-06-16T12:00:00.000Z'],
    ['back from a year to come', '2038-01-01T00:00:00.000Z', '2026-06-16T12:00:00.000Z'],
  ])('%s, the same request is still not made a second time', async (_, before, after) => {
    const booted = await startService({ now: before });
    ageKeys(booted.database);
    const sent = (idempotencyKey: string) =>
      booted.call('POST', subscriptionsPath, { json: validDraft, headers: { 'idempotency-key': idempotencyKey } });
    const first = await sent('early');
    booted.clock.advance(30);
    booted.clock.setWall(after);
    // Another write in between must not remove it in passing.
    await sent('other');
    for (const seconds of [0, 3600, 22 * 3600]) {
      booted.clock.advance(seconds);
      const again = await sent('early');
      expect([again.status, isReplayed(again)]).toEqual([201, true]);
      expect(withoutRequestId(again)).toBe(withoutRequestId(first));
    }
    expect((await booted.list()).data).toHaveLength(2);
  });

  test('forward, it is made again when the service has run for 24 hours since', async () => {
    const booted = await startService({ now: '1970-01-01T00:00:20.000Z' });
    const sent = () =>
      booted.call('POST', subscriptionsPath, { json: validDraft, headers: { 'idempotency-key': 'early' } });
    await sent();
    booted.clock.setWall('2026-06-16T12:00:00.000Z');
    await booted.call('POST', subscriptionsPath, { json: validDraft, headers: { 'idempotency-key': 'other' } });
    booted.clock.advance(24 * 3600 + 1);
    expect(isReplayed(await sent())).toBe(false);
  });
});

test('a write without a key runs no statement on the keys', () => {
  const { database, first } = openTestStore();
  const commitBatch = commitGroups(database);
  database.run('DROP TABLE idempotency_keys');
  const actor = { ...first.principal, requestId: 'r' };
  const at = '2026-06-16T12:00:00.000Z';
  const [outcome] = commitBatch([
    { kind: 'subscription.delete', actor, at, subscriptionId: absentId, auditEntryId: absentId },
  ]);
  expect(outcome).toEqual({ result: { outcome: 'missing' } });
});

test('a dry run whose key has an outcome is checked before the quota, as one without a key is', async () => {
  const exhausted = await startService({ quota: { limit: 2, windowSeconds: 3600 } });
  const path = pathOf(await exhausted.create());
  const headers = { 'idempotency-key': 'used' };
  expect((await exhausted.call('PATCH', path, { json: { amount: 2 }, headers })).status).toBe(200);
  const refused = await exhausted.call('PATCH', `${path}?dryRun=true`, { json: { customDate: '30' }, headers });
  expectRefusal(refused, 400, { code: 'invalid_subscription', field: 'customDate' });
});
