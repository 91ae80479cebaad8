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

  // Of each version, the nil and the max UUID, an unused version, another variant, in upper case, and with an escaped digit.
  test.each(
    words(`${absentId} c232ab00-9414-11ec-b3c8-9f6bdeced846 000003e8-5f6e-21ee-8c00-325096b39f47
      5df41881-3aed-3515-88a7-2f4a814cf09e 919108f7-52d1-4320-9bac-f847db4148a8 2ed6657d-e927-568b-95e1-2665a8aea6a2
      1ec9414c-232a-6b00-b3c8-9f6bdeced846 2489e9ad-2ee2-8e00-8ec9-32d5f69181c0 00000000-0000-0000-0000-000000000000
      ffffffff-ffff-ffff-ffff-ffffffffffff FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF 2489e9ad-2ee2-fe00-8ec9-32d5f69181c0
      2489e9ad-2ee2-4e00-cec9-32d5f69181c0 919108F7-52D1-4320-9BAC-F847DB4148A8 919108f7-52d1-4320-9bac-f847db4148a%38`),
  )('§1.8: that is any UUID, such as %s, is one that no record has', async (id) => {
    await expectRefusedId(id, 404, { code: 'subscription_not_found' });
  });

  // A word, other forms of a UUID, a digit too few or too many, spaces, other scripts, slashes, quotes, bad encoding.
  test.each([
    ...words(`netflix 1 {${absentId}} urn:uuid:${absentId} 01980f3c8-6f0-7f4c-b0f5-3d1c9f1c2a77 %20${absentId}
      ${absentId}%20 ${absentId}%0A ${absentId}%00 %D9%A1${absentId.slice(1)} ${absentId}%2F ${absentId}%2Faudit *
      '%20OR%20'1'='1 %E0%A4%A %ff %zz ${absentId}0`),
    absentId.slice(0, -1),
    absentId.replace('f', 'g'),
    absentId.replaceAll('-', ''),
    absentId.replaceAll('-', '%E2%80%90'),
    'a'.repeat(4000),
  ])('§1.8: that is no UUID is refused by every method: %.60s', async (id) => {
    await expectRefusedId(id, 400, { code: 'invalid_subscription_id', field: 'id' });
  });

  test('§1.8: that is refused says nothing of records, not even of the one that it almost names', async () => {
    const almost = await service.call('GET', `${subscriptionsPath}/${record.id}0`);
    const nonsense = await service.call('GET', `${subscriptionsPath}/nonsense`);
    expect(almost.json.error).toEqual(nonsense.json.error);
  });
});

describe.each(['', '/duebook'])('under the base path "%s"', (basePath) => {
  test('a creation, and its replay, name the path of the record, which is there', async () => {
    const below = await startService({ basePath });
    for (let times = 0; times < 2; times += 1) {
      const call = { json: validDraft, headers: { 'idempotency-key': 'once' } };
      const answer = await below.call('POST', subscriptionsPath, call);
      const location = answer.headers.get('location') ?? '';
      expect([answer.status, location]).toEqual([201, basePath + pathOf(answer.json.data)]);
      const headers = { authorization: `Bearer ${below.keys.read}` };
      expect((await fetch(new URL(location, below.origin), { headers })).status).toBe(200);
    }
  });
});

test('what creates nothing names no path', async () => {
  const operations = [{ action: 'create', subscription: validDraft }];
  const answers = [
    await service.call('POST', subscriptionsPath, { json: {} }),
    await service.call('POST', `${subscriptionsPath}/batch`, { json: { operations } }),
    await service.call('PATCH', pathOf(record), { json: { amount: 2 } }),
    await service.call('GET', pathOf(record)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 200, 200, 200]);
  for (const { headers } of answers) expect(headers.has('location')).toBe(false);
});
