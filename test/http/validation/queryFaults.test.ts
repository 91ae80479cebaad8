import { describe, expect, test } from 'bun:test';
import {
  absentId,
  expectRefusal,
  pathOf,
  quotaHeadersOf,
  storedRows,
  subscriptionsPath,
} from '../../support/expectations.ts';
import { startService, validDraft } from '../../support/service.ts';

const service = await startService();
const record = await service.create();
for (let count = 1; count < 5; count += 1) await service.create();
const auditPath = '/api/v1/audit';
const sorts = ['createdAt', '-createdAt', 'nextPaymentDate', '-nextPaymentDate', 'amount', '-amount', 'name', '-name'];

describe.each([{ path: subscriptionsPath }, { path: auditPath }])('pages of $path', ({ path }) => {
  const badIntegers = [
    '',
    '%20',
    'ten',
    '1.0',
    '1.5',
    '1e1',
    '%2B1',
    '-1',
    '01',
    '00',
    '0x1',
    '1_0',
    '1,0',
    '%201',
    '1%20',
    '١',
    '１',
    'NaN',
    'null',
    'true',
    '1;2',
    '-0',
    '1%00',
    '99999999999999999999',
  ];
  const badLimits = [...badIntegers, '0', '101', '1000'].map((value) => ({ name: 'limit', value }));
  const badOffsets = badIntegers.map((value) => ({ name: 'offset', value }));

  test.each([...badLimits, ...badOffsets])('§1.5: $name=$value is invalid_pagination', async ({ name, value }) => {
    const answer = await service.call('GET', `${path}?${name}=${value}`);
    expectRefusal(answer, 400, { code: 'invalid_pagination', field: name });
    expect(answer.json.error.suggestedFix).toMatch(/\d/);
    expect(quotaHeadersOf(answer)).toEqual([]);
  });

  test.each(['limit', 'offset'])('§1.5: %s without a sign of equality is invalid_pagination', async (name) => {
    const answer = await service.call('GET', `${path}?${name}`);
    expectRefusal(answer, 400, { code: 'invalid_pagination', field: name });
  });

  test.each(['limit', 'offset'])('§1.5: %s that is badly encoded is invalid_pagination', async (name) => {
    const answer = await service.call('GET', `${path}?${name}=%ff`);
    expectRefusal(answer, 400, { code: 'invalid_pagination', field: name });
  });

  test.each(['limit', 'offset'])('§1.5: %s given twice is invalid_query', async (name) => {
    for (const query of [`${name}=1&${name}=1`, `${name}=1&${name}=x`]) {
      const answer = await service.call('GET', `${path}?${query}`);
      expectRefusal(answer, 400, { code: 'invalid_query', field: name });
      expect(answer.json.error.suggestedFix).toContain(name);
    }
  });

  test.each([
    ['', { limit: 50, offset: 0, hasMore: false }, 5],
    ['?limit=1', { limit: 1, offset: 0, hasMore: true }, 1],
    ['?limit=4', { limit: 4, offset: 0, hasMore: true }, 4],
    ['?limit=5', { limit: 5, offset: 0, hasMore: false }, 5],
    ['?limit=100', { limit: 100, offset: 0, hasMore: false }, 5],
    ['?offset=0', { limit: 50, offset: 0, hasMore: false }, 5],
    ['?offset=4', { limit: 50, offset: 4, hasMore: false }, 1],
    ['?offset=5', { limit: 50, offset: 5, hasMore: false }, 0],
    ['?limit=2&offset=2', { limit: 2, offset: 2, hasMore: true }, 2],
    ['?limit=2&offset=3', { limit: 2, offset: 3, hasMore: false }, 2],
    ['?offset=9007199254740991', { limit: 50, offset: 9007199254740991, hasMore: false }, 0],
    ['?limit=100&offset=9007199254740991', { limit: 100, offset: 9007199254740991, hasMore: false }, 0],
  ])('§1.5: "%s" gives the page it asks for', async (query, pagination, length) => {
    const page = path === auditPath ? await service.auditTrail(query) : await service.list(query);
    expect(page.pagination).toEqual(pagination);
    expect(page.data).toHaveLength(length);
  });

  test('§1.5: the default page size is 50', async () => {
    const owner = service.makeKey(`owner of many at ${path}`, 'write');
    for (let count = 0; count < 51; count += 1) await service.create({}, owner);
    const page = path === auditPath ? await service.auditTrail('', owner) : await service.list('', owner);
    expect(page.data).toHaveLength(50);
    expect(page.pagination).toEqual({ limit: 50, offset: 0, hasMore: true });
  });
});

describe('filters and order', () => {
  test.each([
    ['status', ['Active', 'canceled', '', 'active,paused', 'all', 'active%20'], ['active', 'paused', 'cancelled']],
    ['period', ['weekly', '', 'Monthly', '%ff'], ['monthly', 'yearly', 'custom']],
    ['sort', ['price', '', 'Name', '--name', '+name', '%2Bname', 'name,amount', '-', 'updatedAt', 'id'], sorts],
  ])('§1.5: a wrong %s is invalid_query with the allowed values', async (field, values, allowedValues) => {
    for (const value of values) {
      const answer = await service.call('GET', `${subscriptionsPath}?${field}=${value}`);
      expectRefusal(answer, 400, { code: 'invalid_query', field, allowedValues });
      expect(answer.json.error.suggestedFix).toBeString();
    }
  });

  test.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-6-1',
    '20260616',
    'today',
    '2026-06-16T00:00:00Z',
    '%202026-06-16',
    '%ff',
  ])('§1.5: expiringBefore=%s is invalid_query', async (value) => {
    const answer = await service.call('GET', `${subscriptionsPath}?expiringBefore=${value}`);
    expectRefusal(answer, 400, { code: 'invalid_query', field: 'expiringBefore' });
    expect(answer.json.error.suggestedFix).toBeString();
    expect(answer.json.error.allowedValues).toBeUndefined();
  });

  test.each(['%', '%f', '%zz', '%ff', '%c3%28', '%ed%a0%80'])(
    '§1.5: q and category as %j are invalid_query',
    async (value) => {
      for (const field of ['q', 'category']) {
        const answer = await service.call('GET', `${subscriptionsPath}?${field}=a${value}`);
        expectRefusal(answer, 400, { code: 'invalid_query', field });
        expect(answer.json.error.suggestedFix).toBeString();
      }
    },
  );

  test.each(['status=active', 'category=a', 'period=monthly', 'q=a', 'expiringBefore=2026-06-16', 'sort=name', 'q='])(
    '§1.5: %s given twice is invalid_query',
    async (pair) => {
      const field = pair.split('=')[0] ?? '';
      const answer = await service.call('GET', `${subscriptionsPath}?${pair}&${pair}`);
      expectRefusal(answer, 400, { code: 'invalid_query', field });
      expect(answer.json.error.suggestedFix).toContain(field);
    },
  );

  test('§1.5: a parameter repeated in another spelling of its name is repeated too', async () => {
    const answer = await service.call('GET', `${subscriptionsPath}?status=active&%73tatus=paused`);
    expectRefusal(answer, 400, { code: 'invalid_query', field: 'status' });
  });
});

describe('parameters that are not known', () => {
  test.each([
    { method: 'GET', path: subscriptionsPath },
    { method: 'HEAD', path: subscriptionsPath },
    { method: 'POST', path: subscriptionsPath, json: validDraft },
    { method: 'GET', path: pathOf(record) },
    { method: 'PATCH', path: pathOf(record), json: { name: 'Renamed' } },
    { method: 'DELETE', path: pathOf(record) },
    { method: 'GET', path: auditPath },
    { method: 'GET', path: '/api/v1/analytics/summary' },
    { method: 'GET', path: '/api/v1/analytics/duplicates' },
    { method: 'GET', path: '/api/v1/analytics/optimizations' },
  ])('§1.5: are invalid_query on $method $path, which does nothing then', async ({ method, path, ...sent }) => {
    const before = storedRows(service);
    for (const name of ['colour', 'Limit', '__proto__', 'constructor', 'id', '%ff', '']) {
      const answer = await service.call(method, `${path}?${name}=1`, sent);
      expect(answer.status).toBe(400);
      if (method === 'HEAD') continue;
      expectRefusal(answer, 400, { code: 'invalid_query', field: name });
      expect(answer.json.error.suggestedFix).toBeString();
    }
    expect(storedRows(service)).toEqual(before);
  });

  test.each([
    ['limits', 'limit'],
    ['Status', 'status'],
    ['ofset', 'offset'],
    ['expiringbefore', 'expiringBefore'],
    ['catgory', 'category'],
  ])('§1.5: %s is answered with the advice to write %s', async (typed, meant) => {
    const answer = await service.call('GET', `${subscriptionsPath}?${typed}=1`);
    expectRefusal(answer, 400, { code: 'invalid_query', field: typed });
    expect(answer.json.error.suggestedFix).toContain(`"${meant}"`);
  });

  test('§1.5: the parameters of one operation are not those of another', async () => {
    const path = `${subscriptionsPath}?subscriptionId=${absentId}`;
    expectRefusal(await service.call('GET', path), 400, { code: 'invalid_query', field: 'subscriptionId' });
    expectRefusal(await service.call('GET', `${auditPath}?q=a`), 400, { code: 'invalid_query', field: 'q' });
  });

  test('§1.5: a wrong subscriptionId of the audit trail is invalid_query', async () => {
    for (const value of ['x', '', '%ff', `{${absentId}}`]) {
      const answer = await service.call('GET', `${auditPath}?subscriptionId=${value}`);
      expectRefusal(answer, 400, { code: 'invalid_query', field: 'subscriptionId' });
    }
  });

  test.each(['0', '366', '-1', '1.5', '07', '', 'ten', '%ff'])(
    '§1.5: horizonDays=%j is invalid_query',
    async (value) => {
      const answer = await service.call('GET', `/api/v1/analytics/summary?horizonDays=${value}`);
      expectRefusal(answer, 400, { code: 'invalid_query', field: 'horizonDays' });
      expect(answer.json.error.suggestedFix).toMatch(/\d/);
    },
  );

  test.each(['?', '?&', '?&&limit=50&'])('§1.5: the empty parts of "%s" are nothing', async (query) => {
    expect((await service.list(query)).data).toHaveLength(5);
  });
});
