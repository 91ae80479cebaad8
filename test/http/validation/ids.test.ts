import { describe, expect, test } from 'bun:test';
import { absentId, expectRefusal, subscriptionsPath } from '../../support/expectations.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
const record = await service.create();

const uuidSeven = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const requests = [
  { method: 'GET', json: undefined },
  { method: 'HEAD', json: undefined },
  { method: 'PATCH', json: { name: 'Changed' } },
  { method: 'DELETE', json: undefined },
];

describe('an id that the server draws', () => {
  test('§1.8: of a subscription, an audit entry or a request is a UUID of version 7 in lower case', async () => {
    const { data } = await service.auditTrail();
    const answer = await service.call('GET', `${subscriptionsPath}/${record.id}`);
    const [entry] = data;
    for (const id of [record.id, entry?.id, entry?.requestId, answer.json.requestId]) expect(id).toMatch(uuidSeven);
  });

  test('§1.8: is drawn in order, each later than the one before, and never twice', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push((await service.create({}, service.keys.otherWrite)).id);
    expect(new Set(ids).size).toBe(50);
    expect(ids.toSorted()).toEqual(ids);
  });

  test('§1.7: of a request is another one for each, and stands in the header as in the body', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.call('GET', subscriptionsPath)));
    for (const answer of answers) expect(answer.headers.get('x-request-id')).toBe(answer.json.requestId);
    expect(new Set(answers.map((answer) => answer.json.requestId)).size).toBe(20);
  });
});

describe('an id in a path', () => {
  test('§1.8: finds its record in either case, and in both mixed', async () => {
    const mixed = Array.from(record.id, (digit, place) => (place % 2 === 0 ? digit.toUpperCase() : digit)).join('');
    for (const id of [record.id, record.id.toUpperCase(), mixed]) {
      const answer = await service.call('GET', `${subscriptionsPath}/${id}`);
      expect(answer.json.data).toEqual(record);
    }
  });

  test('§1.8: in upper case also updates and deletes, and the answer has the id as it was drawn', async () => {
    const { id } = await service.create();
    const path = `${subscriptionsPath}/${id.toUpperCase()}`;
    const updated = await service.call('PATCH', path, { json: { status: 'paused' } });
    expect(updated.json.data).toMatchObject({ id, status: 'paused' });
    const { data } = await service.auditTrail(`?subscriptionId=${id.toUpperCase()}`);
    expect(data.map(({ subscriptionId }) => subscriptionId)).toEqual([id, id]);
    expect((await service.call('DELETE', path)).json.deleted).toBe(true);
    expect((await service.call('GET', `${subscriptionsPath}/${id}`)).status).toBe(404);
  });

  test.each([
    ['version 7', absentId],
    ['version 1', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
    ['version 2', '000003e8-5f6e-21ee-8c00-325096b39f47'],
    ['version 3', '5df41881-3aed-3515-88a7-2f4a814cf09e'],
    ['version 4', '919108f7-52d1-4320-9bac-f847db4148a8'],
    ['version 5', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
    ['version 6', '1ec9414c-232a-6b00-b3c8-9f6bdeced846'],
    ['version 8', '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0'],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['the max UUID', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['a version not yet given out', '2489e9ad-2ee2-fe00-8ec9-32d5f69181c0'],
    ['another variant', '2489e9ad-2ee2-4e00-cec9-32d5f69181c0'],
    ['upper case', '919108F7-52D1-4320-9BAC-F847DB4148A8'],
    ['an escaped digit', '919108f7-52d1-4320-9bac-f847db4148a%38'],
  ])('§1.8: is any UUID; %s is one that no record has', async (_, id) => {
    for (const { method, json } of requests) {
      const answer = await service.call(method, `${subscriptionsPath}/${id}`, { json });
      expect(answer.status).toBe(404);
      if (method !== 'HEAD') expect(answer.json.error.code).toBe('subscription_not_found');
    }
  });

  test.each([
    ['a word', 'netflix'],
    ['a number', '1'],
    ['no hyphens', '01980f3c86f07f4cb0f53d1c9f1c2a77'],
    ['a digit too few', absentId.slice(0, -1)],
    ['a digit too many', `${absentId}0`],
    ['a letter that is no digit', `g${absentId.slice(1)}`],
    ['misplaced hyphens', '01980f3c8-6f0-7f4c-b0f5-3d1c9f1c2a77'],
    ['braces', `{${absentId}}`],
    ['a URN', `urn:uuid:${absentId}`],
    ['a space before', `%20${absentId}`],
    ['a space behind', `${absentId}%20`],
    ['a line feed behind', `${absentId}%0A`],
    ['a zero byte behind', `${absentId}%00`],
    ['digits of another script', `%§2.5%A1${absentId.slice(1)}`],
    ['an encoded slash', `${absentId}%2F`],
    ['a quote', "'%20OR%20'1'='1"],
    ['bad encoding', '%E0%A4%A'],
    ['a very long text', 'a'.repeat(4000)],
  ])('§1.8: is no UUID with %s, and is refused by every method', async (_, id) => {
    for (const { method, json } of requests) {
      const answer = await service.call(method, `${subscriptionsPath}/${id}`, { json });
      expect(answer.status).toBe(400);
      if (method !== 'HEAD') expectRefusal(answer, 400, { code: 'invalid_subscription_id', field: 'id' });
    }
  });

  test('§1.8: that is refused tells nothing of records, not even of the existing one that it almost names', async () => {
    const almost = await service.call('GET', `${subscriptionsPath}/${record.id}0`);
    const nonsense = await service.call('GET', `${subscriptionsPath}/nonsense`);
    expect(almost.json.error).toEqual(nonsense.json.error);
  });
});
