import { describe, expect, test } from 'bun:test';
import { absentId, pathOf } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';
import { revokeKey } from '../../../support/operator.ts';

const service = await startService();

/** A key of an owner who has nothing yet. */
let owners = 0;
function newOwner() {
  owners += 1;
  return service.makeKeyRecord(`owner ${owners}`, 'write');
}

describe('an audit entry', () => {
  test('§6.1: of a creation has the state after it, its key, its time and its request', async () => {
    const { key, id: apiKeyId } = newOwner();
    const answer = await service.call('POST', '/api/v1/subscriptions', { key, json: validDraft });
    const created = answer.json.data;
    const { data } = await service.auditTrail('', key);
    expect(data).toEqual([
      {
        id: data[0]?.id ?? '',
        subscriptionId: created.id,
        apiKeyId,
        requestId: answer.json.requestId,
        action: 'subscription.create',
        metadata: { after: created },
        createdAt: created.createdAt,
      },
    ]);
  });

  test('§6.1: of an update has the states before and after it, and what was asked', async () => {
    const { key } = newOwner();
    const before = await service.create({}, key);
    service.clock.advance(60);
    const json = { period: 'custom', customDate: '10', name: '  Renamed  ' };
    const answer = await service.call('PATCH', pathOf(before), { key, json });
    const [entry] = (await service.auditTrail('', key)).data;
    expect(entry).toMatchObject({
      subscriptionId: before.id,
      requestId: answer.json.requestId,
      action: 'subscription.update',
      createdAt: answer.json.data.updatedAt,
    });
    expect(entry?.metadata).toEqual({ before, after: answer.json.data, patch: json });
  });

  test('§6.1: names the key that was used, of several of one owner, also once it is revoked', async () => {
    const one = newOwner();
    const other = service.makeKeyRecord(`owner ${owners}`, 'write');
    const record = await service.create({}, one.key);
    await service.call('PATCH', pathOf(record), { key: other.key, json: { amount: 1 } });
    revokeKey(service.store, other.id, '2026-06-16T12:00:00.000Z');
    const { data } = await service.auditTrail('', one.key);
    expect(data.map(({ apiKeyId }) => apiKeyId)).toEqual([other.id, one.id]);
  });

  test('§6.1: of another entity than a subscription is not listed', async () => {
    const { key, id } = newOwner();
    const record = await service.create({}, key);
    const [{ id: entryId } = { id: '' }] = (await service.auditTrail('', key)).data;
    const other = crypto.randomUUID();
    service.database.run(
      `INSERT INTO audit_entries
         (id, owner_id, entity_type, entity_id, actor_kind, actor_id, request_id, action, metadata, created_at)
       SELECT ?, owner_id, 'key', actor_id, 'service', actor_id, request_id, 'key.create', metadata, created_at
       FROM audit_entries WHERE id = ?`,
      [other, entryId],
    );
    for (const query of ['', `?subscriptionId=${record.id}`, '?limit=1']) {
      const { data, pagination } = await service.auditTrail(query, key);
      expect(data.map((entry) => entry.id)).toEqual([entryId]);
      expect(pagination.hasMore).toBe(false);
    }
    expect((await service.auditTrail('?offset=1', key)).data).toEqual([]);
    expect((await service.auditTrail(`?subscriptionId=${id}`, key)).data).toEqual([]);
  });

  test('§2.6: is made also by a patch that changes nothing', async () => {
    const { key } = newOwner();
    const record = await service.create({}, key);
    await service.call('PATCH', pathOf(record), { key, json: { status: 'active' } });
    expect((await service.auditTrail('', key)).data).toHaveLength(2);
  });

  test('§6.1: is made by no request that reads or is refused', async () => {
    const { key } = newOwner();
    const record = await service.create({}, key);
    const path = pathOf(record);
    await service.call('GET', path, { key });
    await service.call('GET', '/api/v1/analytics/summary', { key });
    await service.call('PATCH', path, { key, json: {} });
    await service.call('PATCH', path, { key, json: { period: 'custom' } });
    await service.call('PATCH', pathOf({ id: absentId }), { key, json: { amount: 1 } });
    await service.call('POST', '/api/v1/subscriptions', { key, json: { ...validDraft, amount: -1 } });
    await service.call('PATCH', path, { key: service.keys.otherWrite, json: { amount: 1 } });
    expect((await service.auditTrail('', key)).data.map(({ action }) => action)).toEqual(['subscription.create']);
  });
});

describe('the history of a deleted subscription', () => {
  test('§6.1: is gone wholly, from the whole trail as from the filtered one', async () => {
    const { key } = newOwner();
    const [kept, doomed] = [await service.create({}, key), await service.create({}, key)];
    await service.call('PATCH', pathOf(doomed), { key, json: { amount: 1 } });
    await service.call('PATCH', pathOf(kept), { key, json: { amount: 1 } });
    expect((await service.auditTrail('', key)).data).toHaveLength(4);
    const answer = await service.call('DELETE', pathOf(doomed), { key });
    expect(Object.keys(answer.json).sort()).toEqual(['deleted', 'requestId']);
    expect((await service.auditTrail(`?subscriptionId=${doomed.id}`, key)).data).toEqual([]);
    const left = (await service.auditTrail('', key)).data.map(({ subscriptionId }) => subscriptionId);
    expect(left).toEqual([kept.id, kept.id]);
  });
});

describe('the trail', () => {
  test('is newest first, also within one millisecond', async () => {
    const { key } = newOwner();
    const record = await service.create({}, key);
    for (let amount = 1; amount <= 10; amount += 1) {
      await service.call('PATCH', pathOf(record), { key, json: { amount } });
    }
    const { data } = await service.auditTrail('', key);
    const patches = data.map(({ metadata }) => metadata['patch'] as { amount: number } | undefined);
    expect(patches.map((patch) => patch?.amount)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, undefined]);
    // Each entry keeps the state that it had.
    const states = data.map(({ metadata }) => (metadata['after'] as { amount: number }).amount);
    expect(states).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 15.99]);
  });

  test('is newest first by what happened, not by a wall clock that was set back', async () => {
    const present = new Date(service.clock.wallMilliseconds()).toISOString();
    const earlier = '2026-06-01T00:00:00.000Z';
    service.clock.setWall(earlier);
    // A key that was made later would not be valid then.
    const { key } = newOwner();
    service.clock.setWall(present);
    const record = await service.create({}, key);
    service.clock.setWall(earlier);
    await service.call('PATCH', pathOf(record), { key, json: { amount: 1 } });
    service.clock.setWall(present);
    const { data } = await service.auditTrail('', key);
    expect(data.map(({ action }) => action)).toEqual(['subscription.update', 'subscription.create']);
  });
});

describe('the revision', () => {
  const revisionOf = async (key = service.keys.write) =>
    (await service.call('GET', '/api/v1/revision', { key })).json['revision'];

  test('§13.1: is the same until something is stored, and is shared by the keys of an owner', async () => {
    const before = await revisionOf();
    await service.call('GET', '/api/v1/subscriptions');
    expect([await revisionOf(), await revisionOf(service.keys.read)]).toEqual([before, before]);
    const others = await revisionOf(service.keys.otherWrite);
    const record = await service.create();
    const created = await revisionOf();
    await service.call('DELETE', pathOf(record));
    const deleted = await revisionOf();
    expect(new Set([before, created, deleted]).size).toBe(3);
    expect(await revisionOf(service.keys.otherWrite)).toBe(others);
  });
});
