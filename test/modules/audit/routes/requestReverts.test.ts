import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows } from '../../../support/expectations.ts';
import { paymentsOf, renew } from '../../../support/payments.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService({ quota: { limit: 1_000_000, windowSeconds: 3600 } });
let owners = 0;
type Record = { readonly id: string };

/** A key of a new owner. */
function newKey(): string {
  return service.makeKey(`household ${(owners += 1)}`, 'write');
}

const absent = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b';
const revert = (requestId: string, call: Call, query = '') =>
  service.call('POST', `/api/v1/requests/${requestId}/revert${query}`, call);
const patch = async (record: Record, json: object, key: string) =>
  (await service.call('PATCH', pathOf(record), { key, json })).json.requestId;
const read = async (record: Record, key: string) => (await service.call('GET', pathOf(record), { key })).json.data;
const batch = async (operations: readonly object[], key: string) => {
  const answer = await service.call('POST', '/api/v1/subscriptions/batch', { key, json: { operations } });
  expect(answer.status).toBe(200);
  return answer.json.requestId;
};

describe('§6.4: the revert of a request', () => {
  test('undoes all its updates, the newest first, and skips what it created', async () => {
    const key = newKey();
    const [one, other] = [await service.create({ name: 'A' }, key), await service.create({ name: 'B' }, key)];
    const requestId = await batch(
      [
        { action: 'update', id: one.id, patch: { amount: 1 } },
        { action: 'update', id: one.id, patch: { amount: 2, name: 'A2' } },
        { action: 'create', subscription: draftOf('C') },
        { action: 'update', id: other.id, patch: { status: 'paused' } },
      ],
      key,
    );
    const answer = await revert(requestId, { key });
    expect([answer.status, answer.json.data as object]).toEqual([200, { reverted: 3, skipped: 1 }]);
    expect(await read(one, key)).toMatchObject({ amount: one.amount, name: 'A' });
    expect(await read(other, key)).toMatchObject({ status: 'active' });
    const entries = (await service.auditTrail('', key)).data.filter(
      (entry) => entry.requestId === answer.json.requestId,
    );
    expect(entries.map(({ metadata }) => typeof metadata['reverts'])).toEqual(['string', 'string', 'string']);
    // The revert is a request, too.
    const again = await revert(answer.json.requestId, { key });
    expect(again.json.data as object).toEqual({ reverted: 3, skipped: 0 });
    expect(await read(one, key)).toMatchObject({ amount: 2, name: 'A2' });
  });

  test('undoes several payments of one renewal, and the payments are gone', async () => {
    const key = newKey();
    const record = await service.create({ lastPaymentDate: '2026-03-10' }, key);
    const { requestId } = (await renew(service, record, { key, json: { payments: 2 } })).json;
    expect((await paymentsOf(service, '', key)).data).toHaveLength(2);
    expect((await revert(requestId, { key })).json.data as object).toEqual({ reverted: 2, skipped: 0 });
    expect((await paymentsOf(service, '', key)).data).toEqual([]);
    expect(await read(record, key)).toMatchObject({ lastPaymentDate: '2026-03-10', nextPaymentDate: '2026-04-10' });
  });

  test('does nothing if a later write changed the same, and names the entry', async () => {
    const key = newKey();
    const [one, other] = [await service.create({ name: 'A' }, key), await service.create({ name: 'B' }, key)];
    const operations = [one, other].map(({ id }) => ({ action: 'update', id, patch: { amount: 1 } }));
    const requestId = await batch(operations, key);
    const changed = (await service.auditTrail(`?subscriptionId=${one.id}&limit=1`, key)).data[0];
    await patch(one, { amount: 3 }, key);
    const before = storedRows(service);
    const refused = await revert(requestId, { key });
    expectRefusal(refused, 409, {
      code: 'revert_conflict',
      conflictingFields: ['amount'],
      changed: [{ id: one.id, name: 'A' }],
    });
    expect(refused.json.error.message).toBe(
      `Nothing was reverted, because of the audit entry ${changed?.id}: A later write changed: amount.`,
    );
    expect(storedRows(service)).toEqual(before);
  });

  test('skips what is reverted already, and refuses when nothing is left', async () => {
    const key = newKey();
    const [one, other] = [await service.create({ name: 'A' }, key), await service.create({ name: 'B' }, key)];
    const operations = [one, other].map(({ id }) => ({ action: 'update', id, patch: { amount: 1 } }));
    const requestId = await batch(operations, key);
    const entry = (await service.auditTrail(`?subscriptionId=${one.id}&limit=1`, key)).data[0];
    expect((await service.call('POST', `/api/v1/audit/${entry?.id}/revert`, { key })).status).toBe(200);
    expect((await revert(requestId, { key })).json.data as object).toEqual({ reverted: 1, skipped: 1 });
    expectRefusal(await revert(requestId, { key }), 409, { code: 'not_revertible' });
    const creation = (await service.call('POST', '/api/v1/subscriptions', { key, json: draftOf('C') })).json.requestId;
    expectRefusal(await revert(creation, { key }), 409, { code: 'not_revertible' });
  });

  test('undoes up to 1,000 changes, and refuses more', async () => {
    const key = newKey();
    const record = await service.create({}, key);
    const requestId = await patch(record, { amount: 1 }, key);
    const copy = service.database.query(`INSERT INTO audit_entries (id, owner_id, entity_type, entity_id, actor_kind,
        actor_id, request_id, action, metadata, created_at)
      SELECT lower(hex(randomblob(16))), owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, 'subscription.create',
        metadata, created_at FROM audit_entries WHERE request_id = ?1 LIMIT 1`);
    for (let count = 1; count < 1000; count += 1) copy.run(requestId);
    const preview = await revert(requestId, { key }, '?dryRun=true');
    expect(preview.json.data as object).toEqual({ reverted: 1, skipped: 999 });
    copy.run(requestId);
    const refused = await revert(requestId, { key });
    expectRefusal(refused, 409, { code: 'not_revertible', message: 'The request made more than 1000 changes.' });
  });

  test('has a dry run and an idempotency key, refuses If-Match, and counts as one request for every 100 entries', async () => {
    const key = newKey();
    const records = await Promise.all(
      Array.from({ length: 101 }, (_, place) => service.create({ name: `N${place}` }, key)),
    );
    const operations = records.map(({ id }) => ({ action: 'update', id, patch: { amount: 1 } }));
    const requestIds = [await batch(operations.slice(0, 100), key)];
    // One write more of the same request.
    service.database
      .query('UPDATE audit_entries SET request_id = ?1 WHERE request_id = ?2')
      .run(requestIds[0] ?? '', await patch(records[100] ?? records[0] ?? fail(), { amount: 1 }, key));
    const [requestId = ''] = requestIds;
    const before = storedRows(service);
    const preview = await revert(requestId, { key }, '?dryRun=true');
    expect([preview.status, preview.json.data as object, preview.json['dryRun']]).toEqual([
      200,
      { reverted: 101, skipped: 0 },
      true,
    ]);
    expect(storedRows(service)).toEqual(before);
    const left = (answer: typeof preview) => Number(answer.headers.get('x-ratelimit-remaining'));
    const once = { key, headers: { 'Idempotency-Key': 'once' } };
    const done = await revert(requestId, once);
    expect(left(preview) - left(done)).toBe(2);
    const replayed = await revert(requestId, once);
    expect([replayed.status, replayed.json.data as object]).toEqual([200, { reverted: 101, skipped: 0 }]);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    const matched = { key, headers: { 'If-Match': '"x"' } };
    expectRefusal(await revert(requestId, matched), 400, { code: 'unexpected_if_match' });
  });

  test('is for the owner alone, and an unknown request is 404', async () => {
    const [key, other] = [newKey(), newKey()];
    const requestId = await patch(await service.create({}, key), { amount: 1 }, key);
    expectRefusal(await revert(requestId, { key: other }), 404, { code: 'request_not_found' });
    expectRefusal(await revert(absent, { key }), 404, { code: 'request_not_found' });
    expectRefusal(await revert('x', { key }), 400, { code: 'invalid_id', field: 'id' });
    expect((await revert(requestId.toUpperCase(), { key })).status).toBe(200);
  });

  test('of changes that need another scope is refused without it', async () => {
    const [owner, name] = [`household ${owners + 1}`, 'Robin'];
    const [key, admin] = [newKey(), service.makeKey(owner, 'admin')];
    const json = { name, scope: 'write' };
    const { id } = (await service.call('POST', '/api/v1/users', { key: admin, json })).json.data;
    const renamed = await service.call('PATCH', `/api/v1/users/${id}`, { key: admin, json: { name: 'Sam' } });
    expectRefusal(await revert(renamed.json.requestId, { key }), 403, { code: 'insufficient_scope' });
    expect((await revert(renamed.json.requestId, { key: admin })).status).toBe(200);
  });
});

function draftOf(name: string) {
  return { name, category: 'x', amount: 1, currency: 'USD', period: 'monthly', lastPaymentDate: '2026-06-01' };
}

function fail(): never {
  throw new Error('a record is missing');
}
