import { describe, expect, test } from 'bun:test';
import {
  absentId,
  expectRefusal,
  pathOf,
  quotaHeadersOf,
  storedRows,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();
const requiredFields = [
  'amount',
  'category',
  'createdAt',
  'currency',
  'id',
  'lastPaymentDate',
  'name',
  'nextPaymentDate',
  'notificationEnabled',
  'period',
  'status',
  'updatedAt',
];

describe('a created subscription', () => {
  test('§1.7: is answered with exactly the documented fields and the request id', async () => {
    const answer = await service.call('POST', subscriptionsPath, { json: validDraft });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.json).sort()).toEqual(['data', 'requestId']);
    expect(Object.keys(answer.json.data).sort()).toEqual(requiredFields);
  });

  test('§1.7: is the same in the answer to its creation, alone and in the list', async () => {
    const created = await service.create({ name: 'The same', status: 'paused', notificationEnabled: false });
    const single = await service.call('GET', pathOf(created));
    expect(single.json.data).toEqual(created);
    expect((await service.list('?q=the%20same')).data).toEqual([created]);
  });

  test('§1.7: carries the time of its creation in UTC, twice', async () => {
    const { createdAt, updatedAt } = await service.create();
    expect(createdAt).toBe('2026-06-16T12:00:00.000Z');
    expect(updatedAt).toBe(createdAt);
  });

  test('§1.8: has a UUIDv7 of its own, later ones greater', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await service.create()).id);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  test('§1.7: is created again when the same body is sent again', async () => {
    const [one, other] = [await service.create(), await service.create()];
    expect(other).toEqual({ ...one, id: other.id });
    expect(other.id).not.toBe(one.id);
  });

  test('§1.7: in many at once loses none', async () => {
    const owner = service.makeKey('many', 'write');
    const created = await Promise.all(Array.from({ length: 40 }, () => service.create({}, owner)));
    const listed = await service.list('?limit=100', owner);
    expect(listed.data.map(({ id }) => id).sort()).toEqual(created.map(({ id }) => id).sort());
  });
});

describe('a deleted subscription', () => {
  test('§1.7: is answered with deleted and the request id and nothing else', async () => {
    const doomed = await service.create();
    const answer = await service.call('DELETE', pathOf(doomed));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ deleted: true, requestId: answer.headers.get('x-request-id') });
  });

  test('§1.7: is gone for every operation, and from the list', async () => {
    const doomed = await service.create({ name: 'Doomed' });
    await service.call('DELETE', pathOf(doomed));
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { name: 'Renamed' } : undefined;
      const answer = await service.call(method, pathOf(doomed), { json });
      expectRefusal(answer, 404, { code: 'subscription_not_found' });
    }
    expect((await service.list('?q=doomed')).data).toEqual([]);
  });

  test('§1.7: takes no other record and no other history with it', async () => {
    const [doomed, spared] = [await service.create(), await service.create()];
    await service.call('DELETE', pathOf(doomed));
    expect((await service.call('GET', pathOf(spared))).json.data).toEqual(spared);
    expect((await service.auditTrail(`?subscriptionId=${spared.id}`)).data).toHaveLength(1);
  });

  test('§1.7: deleted twice at once is deleted once', async () => {
    const doomed = await service.create();
    const answers = await Promise.all([1, 2, 3].map(() => service.call('DELETE', pathOf(doomed))));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '404', '404']);
  });
});

describe('the id in a path', () => {
  test.each(['GET', 'PATCH', 'DELETE'])('§1.8: of a %s may be written in either case', async (method) => {
    const stored = await service.create();
    const json = method === 'PATCH' ? { name: 'Renamed' } : undefined;
    const answer = await service.call(method, `${subscriptionsPath}/${stored.id.toUpperCase()}`, { json });
    expect(answer.status).toBe(200);
    const read = await service.call('GET', pathOf(stored));
    expect(read.status).toBe(method === 'DELETE' ? 404 : 200);
    if (method !== 'DELETE') expect(answer.json.data).toEqual(read.json.data);
  });

  test.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    absentId,
  ])('§1.8: %s is a UUID, and absent', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { name: 'Renamed' } : undefined;
      const answer = await service.call(method, `${subscriptionsPath}/${id}`, { json });
      expectRefusal(answer, 404, { code: 'subscription_not_found' });
    }
  });

  test.each([
    ['no UUID', 'netflix'],
    ['a number', '1'],
    ['without hyphens', absentId.replaceAll('-', '')],
    ['in braces', `{${absentId}}`],
    ['a URN', `urn:uuid:${absentId}`],
    ['one digit short', absentId.slice(0, -1)],
    ['one digit long', `${absentId}0`],
    ['with a letter beyond f', absentId.replace('f', 'g')],
    ['with a space behind', `${absentId}%20`],
    ['with a line break behind', `${absentId}%0A`],
    ['with other hyphens', absentId.replaceAll('-', '%E2%80%90')],
    ['with digits of another script', absentId.replace('0', '%§2.5%A0')],
    ['badly encoded', '%ff'],
    ['not encoded at all', '%zz'],
    ['an encoded slash', `${absentId}%2Faudit`],
    ['a wild card', '*'],
    ['a piece of SQL', "'%20or%20'1'='1"],
  ])('§1.8: %s is invalid_subscription_id', async (_, id) => {
    const before = storedRows(service);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { name: 'Renamed' } : undefined;
      const answer = await service.call(method, `${subscriptionsPath}/${id}`, { json });
      expectRefusal(answer, 400, { code: 'invalid_subscription_id' });
      expect(answer.json.error.suggestedFix).toBeString();
      expect(quotaHeadersOf(answer)).toEqual([]);
    }
    expect(storedRows(service)).toEqual(before);
  });

  test('§1.8: that is percent-encoded is the same id', async () => {
    const encoded = `%${record.id.charCodeAt(0).toString(16)}${record.id.slice(1)}`;
    const answer = await service.call('GET', `${subscriptionsPath}/${encoded}`);
    expect(answer.json.data).toEqual(record);
  });
});
