import { describe, expect, test } from 'bun:test';
import {
  absentId,
  expectRefusal,
  pathOf,
  quotaHeaderNames,
  quotaHeadersOf,
  subscriptionsPath,
  withoutWriting,
  words,
} from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();
const requiredFields = words(`amount category createdAt currency id lastPaymentDate name nextPaymentDate
  notificationEnabled period status updatedAt`);
const uuidSeven = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The answers of every method that names a record in its path. */
function askFor(id: string) {
  return Promise.all(
    ['GET', 'HEAD', 'PATCH', 'DELETE'].map((method) => {
      const json = method === 'PATCH' ? { name: 'Renamed' } : undefined;
      return service.call(method, `${subscriptionsPath}/${id}`, { json });
    }),
  );
}

/** Holds that every method refuses an id, and writes nothing. */
async function expectRefusedId(id: string, status: number, error: { code: string; field?: string }) {
  const [found, head, ...others] = await withoutWriting(service, () => askFor(id));
  expect(head?.status).toBe(status);
  for (const answer of [found, ...others]) {
    if (answer !== undefined) expectRefusal(answer, status, { ...error, suggestedFix: expect.any(String) });
    expect(answer && quotaHeadersOf(answer)).toEqual(status === 404 ? quotaHeaderNames : []);
  }
}

describe('a created subscription', () => {
  test('§1.7: is answered with exactly the documented fields and the request id', async () => {
    const answer = await service.call('POST', subscriptionsPath, { json: validDraft });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.json).sort()).toEqual(['data', 'requestId']);
    expect(Object.keys(answer.json.data).sort()).toEqual(requiredFields);
  });

  test('§1.7: is the same in the answer to its creation, alone and in the list', async () => {
    const sent = { ...validDraft, name: 'The same', status: 'paused', notificationEnabled: false };
    const created = await service.create(sent);
    expect(created).toMatchObject({ ...sent, nextPaymentDate: '2026-07-15' });
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
    for (const id of ids) expect(id).toMatch(uuidSeven);
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
    await expectRefusedId(doomed.id, 404, { code: 'subscription_not_found' });
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

describe('an id that the server makes', () => {
  test('§1.8: of a subscription, an audit entry or a request is a UUID of version 7 in lower case', async () => {
    const [entry] = (await service.auditTrail()).data;
    const { requestId } = (await service.call('GET', pathOf(record))).json;
    for (const id of [record.id, entry?.id, entry?.requestId, requestId]) expect(id).toMatch(uuidSeven);
  });

  test('§1.7: of a request is unique, and is the same in the header and in the body', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.call('GET', subscriptionsPath)));
    for (const answer of answers) expect(answer.headers.get('x-request-id')).toBe(answer.json.requestId);
    expect(new Set(answers.map((answer) => answer.json.requestId)).size).toBe(20);
  });
});

describe('the id in a path', () => {
  test('§1.8: finds its record in either case, in both mixed, and percent-encoded', async () => {
    const mixed = Array.from(record.id, (digit, place) => (place % 2 === 0 ? digit.toUpperCase() : digit)).join('');
    const encoded = `%${record.id.charCodeAt(0).toString(16)}${record.id.slice(1)}`;
    for (const id of [record.id, record.id.toUpperCase(), mixed, encoded]) {
      expect((await service.call('GET', `${subscriptionsPath}/${id}`)).json.data).toEqual(record);
    }
  });

  test('§1.8: in upper case updates and deletes, and the answer has the id in lower case', async () => {
    const { id } = await service.create();
    const path = `${subscriptionsPath}/${id.toUpperCase()}`;
    const updated = await service.call('PATCH', path, { json: { status: 'paused' } });
    expect(updated.json.data).toMatchObject({ id, status: 'paused' });
    expect((await service.call('GET', pathOf({ id }))).json.data).toEqual(updated.json.data);
    const { data } = await service.auditTrail(`?subscriptionId=${id.toUpperCase()}`);
    expect(data.map(({ subscriptionId }) => subscriptionId)).toEqual([id, id]);
    expect((await service.call('DELETE', path)).json.deleted).toBe(true);
    expect((await service.call('GET', pathOf({ id }))).status).toBe(404);
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
    ['the max UUID in upper case', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
    ['a version that is not in use', '2489e9ad-2ee2-fe00-8ec9-32d5f69181c0'],
    ['another variant', '2489e9ad-2ee2-4e00-cec9-32d5f69181c0'],
    ['upper case', '919108F7-52D1-4320-9BAC-F847DB4148A8'],
    ['an escaped digit', '919108f7-52d1-4320-9bac-f847db4148a%38'],
  ])('§1.8: that is any UUID, such as %s, is one that no record has', async (_, id) => {
    await expectRefusedId(id, 404, { code: 'subscription_not_found' });
  });

  test.each([
    ['a word', 'netflix'],
    ['a number', '1'],
    ['no hyphens', absentId.replaceAll('-', '')],
    ['braces', `{${absentId}}`],
    ['a URN', `urn:uuid:${absentId}`],
    ['a digit too few', absentId.slice(0, -1)],
    ['a digit too many', `${absentId}0`],
    ['a letter that is no digit', absentId.replace('f', 'g')],
    ['misplaced hyphens', '01980f3c8-6f0-7f4c-b0f5-3d1c9f1c2a77'],
    ['other hyphens', absentId.replaceAll('-', '%E2%80%90')],
    ['a space before', `%20${absentId}`],
    ['a space behind', `${absentId}%20`],
    ['a line feed behind', `${absentId}%0A`],
    ['a zero byte behind', `${absentId}%00`],
    ['a digit of another script', `%D9%A1${absentId.slice(1)}`],
    ['an encoded slash', `${absentId}%2F`],
    ['an encoded slash and a word', `${absentId}%2Faudit`],
    ['a wild card', '*'],
    ['a quote', "'%20OR%20'1'='1"],
    ['bad encoding', '%E0%A4%A'],
    ['a byte that is no UTF-8', '%ff'],
    ['a percent sign', '%zz'],
    ['a very long text', 'a'.repeat(4000)],
  ])('§1.8: that is no UUID, with %s, is refused by every method', async (_, id) => {
    await expectRefusedId(id, 400, { code: 'invalid_subscription_id', field: 'id' });
  });

  test('§1.8: that is refused says nothing of records, not even of the one that it almost names', async () => {
    const almost = await service.call('GET', `${subscriptionsPath}/${record.id}0`);
    const nonsense = await service.call('GET', `${subscriptionsPath}/nonsense`);
    expect(almost.json.error).toEqual(nonsense.json.error);
  });
});
