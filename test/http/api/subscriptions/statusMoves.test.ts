import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const statuses = ['active', 'paused', 'cancelled'] as const;
const moves = statuses.flatMap((from) => statuses.map((to) => ({ from, to })));

describe('moves between states', () => {
  test.each(moves)('§2.6: from $from to $to is allowed and changes nothing else', async ({ from, to }) => {
    const record = await service.create({ status: from });
    service.clock.advance(60);
    const answer = await service.call('PATCH', pathOf(record), { json: { status: to } });
    expect(answer.status).toBe(200);
    const updatedAt = new Date(service.clock.wallMilliseconds()).toISOString();
    expect(answer.json.data).toEqual({ ...record, status: to, updatedAt });
    const read = await service.call('GET', pathOf(record));
    expect(read.json.data).toEqual(answer.json.data);
  });

  test.each(moves)('§2.6: from $from to $to keeps the history and adds to it', async ({ from, to }) => {
    const record = await service.create({ status: from });
    const earlier = await service.auditTrail(`?subscriptionId=${record.id}`);
    await service.call('PATCH', pathOf(record), { json: { status: to } });
    const later = await service.auditTrail(`?subscriptionId=${record.id}`);
    expect(later.data).toHaveLength(2);
    expect(later.data[1]).toEqual(earlier.data[0]);
    expect(later.data[0]?.metadata).toMatchObject({ before: { status: from }, after: { status: to } });
  });

  test.each(moves)('§2.6: from $from to $to and back leads where it began', async ({ from, to }) => {
    const record = await service.create({ status: from });
    await service.call('PATCH', pathOf(record), { json: { status: to } });
    const answer = await service.call('PATCH', pathOf(record), { json: { status: from } });
    expect(answer.json.data.status).toBe(from);
  });

  test.each(statuses)('§2.6: the stored state %s may be sent again and again', async (status) => {
    const record = await service.create({ status });
    for (let time = 0; time < 3; time += 1) {
      const answer = await service.call('PATCH', pathOf(record), { json: { status } });
      expect(answer.status).toBe(200);
      expect(answer.json.data.status).toBe(status);
    }
  });
});

describe('the first state', () => {
  test.each(statuses)('§2.6: may be %s', async (status) => {
    expect((await service.create({ status })).status).toBe(status);
  });

  test('§2.6: is active unless one is sent', async () => {
    expect((await service.create()).status).toBe('active');
  });
});

describe('each state', () => {
  test.each(statuses)('§2.6: a %s record can be changed, listed and read', async (status) => {
    const record = await service.create({ status, name: `Kept ${status}` });
    const patched = await service.call('PATCH', pathOf(record), { json: { amount: 3 } });
    expect(patched.json.data).toMatchObject({ status, amount: 3 });
    const listed = await service.list(`?q=Kept%20${status}`);
    expect(listed.data).toEqual([patched.json.data]);
  });

  test.each(statuses)('§2.6: a %s record can be deleted, and its history is gone with it', async (status) => {
    const record = await service.create({ status });
    const answer = await service.call('DELETE', pathOf(record));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ deleted: true, requestId: answer.json.requestId } as typeof answer.json);
    expectRefusal(await service.call('GET', pathOf(record)), 404, { code: 'subscription_not_found' });
    expect((await service.auditTrail(`?subscriptionId=${record.id}`)).data).toEqual([]);
    expect(JSON.stringify(storedRows(service))).not.toContain(record.id);
  });

  test.each(statuses)('§2.6: a read key can move nothing out of %s', async (status) => {
    const record = await service.create({ status });
    const before = storedRows(service);
    for (const to of statuses) {
      const answer = await service.call('PATCH', pathOf(record), { key: service.keys.read, json: { status: to } });
      expectRefusal(answer, 403, { code: 'insufficient_scope' });
    }
    expect(storedRows(service)).toEqual(before);
  });
});
