import { describe, expect, test } from 'bun:test';
import {
  absentId,
  expectRefusal,
  pathOf,
  quotaHeadersOf,
  shownPath,
  subscriptionsPath,
  withoutWriting,
  words,
} from '../../../support/expectations.ts';
import { startService, validDraft, type ErrorView } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();
for (let count = 1; count < 5; count += 1) await service.create();
const auditPath = '/api/v1/audit';
const summaryPath = '/api/v1/analytics/summary';

/** Holds that a GET with a query is refused on a field, and gives the error. */
async function errorFor(path: string, query: string, error: Partial<ErrorView>): Promise<ErrorView> {
  const answer = await service.call('GET', `${path}?${query}`);
  expectRefusal(answer, 400, { suggestedFix: expect.any(String), ...error });
  expect(quotaHeadersOf(answer)).toEqual([]);
  return answer.json.error;
}

describe.each([{ path: subscriptionsPath }, { path: auditPath }])('pages of $path', ({ path }) => {
  const badIntegers = words(`%20 ten 1.0 1.5 1e1 %2B1 -1 01 00 0x1 1_0 1,0 %201 1%20 ١ １ NaN null true 1;2 -0 1%00
    99999999999999999999 %ff`);
  const badLimits = [...badIntegers, ...words('0 101 1000')].map((value) => `limit=${value}`);
  const badOffsets = badIntegers.map((value) => `offset=${value}`);

  test.each([...badLimits, ...badOffsets, ...words('limit offset limit= offset=')])(
    '§1.5: %s is invalid_pagination',
    async (query) => {
      const [field = ''] = query.split('=');
      const { suggestedFix } = await errorFor(path, query, { code: 'invalid_pagination', field });
      expect(suggestedFix).toMatch(/\d/);
    },
  );

  test.each(['limit', 'offset'])('§1.5: %s given twice is invalid_query', async (field) => {
    for (const query of [`${field}=1&${field}=1`, `${field}=1&${field}=x`]) {
      expect((await errorFor(path, query, { code: 'invalid_query', field })).suggestedFix).toContain(field);
    }
  });

  test.each([
    ['', { limit: 50, offset: 0, hasMore: false }, 5],
    ['?offset=9007199254740991', { limit: 50, offset: 9007199254740991, hasMore: false }, 0],
    ['?limit=100&offset=9007199254740991', { limit: 100, offset: 9007199254740991, hasMore: false }, 0],
  ])('§1.5: "%s" gives the page it asks for', async (query, pagination, length) => {
    const page = path === auditPath ? await service.auditTrail(query) : await service.list(query);
    expect([page.pagination, page.data.length]).toEqual([pagination, length]);
  });

  test('§1.5: the default page size is 50', async () => {
    const owner = service.makeKey(`owner of many at ${path}`, 'write');
    const operations = Array.from({ length: 51 }, () => ({ action: 'create', subscription: validDraft }));
    await service.call('POST', `${subscriptionsPath}/batch`, { key: owner, json: { operations } });
    const page = path === auditPath ? await service.auditTrail('', owner) : await service.list('', owner);
    expect([page.pagination, page.data.length]).toEqual([{ limit: 50, offset: 0, hasMore: true }, 50]);
  });
});

const choices = {
  status: words('active paused cancelled'),
  period: words('monthly yearly custom'),
  sort: words('createdAt -createdAt nextPaymentDate -nextPaymentDate amount -amount name -name'),
};

/** Values of a parameter that are invalid_query, by the path and the parameter. */
const wrongValues: readonly (readonly [path: string, field: string, values: readonly string[]])[] = [
  [subscriptionsPath, 'status', ['', ...words('Active canceled active,paused all active%20')]],
  [subscriptionsPath, 'period', ['', ...words('weekly Monthly %ff')]],
  [subscriptionsPath, 'sort', ['', ...words('price Name --name +name %2Bname name,amount - updatedAt id')]],
  [
    subscriptionsPath,
    'expiringBefore',
    ['', ...words('2026-02-30 2026-13-01 2026-6-1 20260616 today 2026-06-16T00:00:00Z %202026-06-16 %ff')],
  ],
  [subscriptionsPath, 'q', words('a% a%f a%zz a%ff a%c3%28 a%ed%a0%80')],
  [subscriptionsPath, 'category', words('a% a%f a%zz a%ff a%c3%28 a%ed%a0%80')],
  [auditPath, 'subscriptionId', ['', ...words(`x %ff {${absentId}}`)]],
  [
    summaryPath,
    'horizonDays',
    ['', ...words('0 366 -1 1.5 1e2 07 030 %2B30 %2030 a ten %ff ٣ 999999999999999999999999999999')],
  ],
];

describe('a wrong value', () => {
  test.each(wrongValues)('§1.5: of %s is invalid_query: %s', async (path, field, values) => {
    for (const value of values) {
      const error = await errorFor(path, `${field}=${value}`, { code: 'invalid_query', field });
      expect(error.allowedValues).toEqual(field in choices ? choices[field as keyof typeof choices] : undefined);
      if (field === 'horizonDays') expect(error.suggestedFix).toMatch(/\d/);
    }
  });

  test.each(words('status=active category=a period=monthly q=a expiringBefore=2026-06-16 sort=name q='))(
    '§1.5: %s given twice is invalid_query',
    async (pair) => {
      const [field = ''] = pair.split('=');
      const { suggestedFix } = await errorFor(subscriptionsPath, `${pair}&${pair}`, { code: 'invalid_query', field });
      expect(suggestedFix).toContain(field);
    },
  );

  test('§1.5: a parameter that is repeated in another spelling of its name is invalid_query', async () => {
    await errorFor(subscriptionsPath, 'status=active&%73tatus=paused', { code: 'invalid_query', field: 'status' });
  });
});

describe('an unknown parameter', () => {
  test.each(
    [
      { method: 'GET', path: subscriptionsPath },
      { method: 'PATCH', path: pathOf(record), json: { name: 'Renamed' } },
    ].map((row) => ({ ...row, shown: shownPath(row.path) })),
  )('§1.5: is invalid_query on $method $shown, which then does nothing', async ({ method, path, json }) => {
    for (const name of ['', ...words('colour Limit __proto__ constructor id %ff')]) {
      const answer = await withoutWriting(service, () => service.call(method, `${path}?${name}=1`, { json }));
      expect(answer.status).toBe(400);
      expectRefusal(answer, 400, { code: 'invalid_query', field: name, suggestedFix: expect.any(String) });
    }
  });

  test.each([
    ['limits', 'limit'],
    ['Status', 'status'],
    ['ofset', 'offset'],
    ['expiringbefore', 'expiringBefore'],
    ['catgory', 'category'],
  ])('§1.5: %s is answered with the advice to write %s', async (field, meant) => {
    const { suggestedFix } = await errorFor(subscriptionsPath, `${field}=1`, { code: 'invalid_query', field });
    expect(suggestedFix).toContain(`"${meant}"`);
  });

  test.each(['?', '?&', '?&&limit=50&'])('§1.5: is not an empty part of "%s"', async (query) => {
    expect((await service.list(query)).data).toHaveLength(5);
  });
});
