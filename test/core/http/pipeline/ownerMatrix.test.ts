import { describe, expect, test } from 'bun:test';
import type { SubscriptionView } from '../../../../src/modules/subscriptions/model.ts';
import {
  absentId,
  costOf,
  expectRefusal,
  pathOf,
  storedRows,
  subscriptionsPath,
} from '../../../support/expectations.ts';
import { callerFor, channelDraft, requestOf, setRates } from '../../../support/operationRequests.ts';
import { operationRows, type OperationId } from '../../../support/operations.ts';
import { addDelivery } from '../../../support/reminders.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { startService, validDraft, type Answer, type Call } from '../../../support/service.ts';

const service = await startService();
const owners = {
  first: { key: service.keys.write, other: 'second' },
  second: { key: service.keys.otherWrite, other: 'first' },
} as const;
type Owner = keyof typeof owners;
const ownerNames = ['first', 'second'] as const;
for (const owner of ownerNames) await setRates(service, owner);

const schedules = [
  { period: 'monthly' },
  { period: 'custom', customDate: '30' },
  { period: 'yearly', lastPaymentDate: '9998-12-31' },
];

/** A patch of the schedule must not tell what the record of another is like: what follows the path, and the body. */
const patches = [
  ['', { lastPaymentDate: '2026-01-01' }],
  ['', { period: 'monthly' }],
  ['', { period: 'yearly' }],
  ['', { period: 'custom' }],
  ['', { customDate: '30' }],
  ['/details', { everyMonths: 3 }],
] as const;
const cells = ownerNames.flatMap((owner) => patches.map((patch) => [owner, ...patch] as const));

/** The path of a record that is the caller's no more, because the caller deleted it. */
async function deletedPath(key: string): Promise<string> {
  const path = pathOf(await service.create({}, key));
  await service.call('DELETE', path, { key });
  return path;
}

/** An answer but for what is every request's own. */
function withoutIdentity({ status, headers, json }: Answer) {
  const own = new Set(['x-request-id', 'date', 'x-ratelimit-remaining']);
  const shown = Object.fromEntries([...headers].filter(([name]) => !own.has(name)));
  return { status, headers: shown, body: { ...json, requestId: 'any' } };
}

describe('a PATCH of one record', () => {
  test.each(cells)(
    "§4.2: by the %s owner%s with %j is answered alike on the other's, an absent and a deleted record",
    async (owner, below, json) => {
      const { key, other } = owners[owner];
      const others: SubscriptionView[] = [];
      for (const schedule of schedules) others.push(await service.create(schedule, owners[other].key));
      const paths = [
        `${subscriptionsPath}/${absentId}`,
        await deletedPath(key),
        await deletedPath(owners[other].key),
        ...others.map(pathOf),
        `${subscriptionsPath}/${others[0]?.id.toUpperCase()}`,
      ];
      const before = storedRows(service);
      const answers = [];
      for (const path of paths) {
        const { result, cost } = await costOf(service, key, () => service.call('PATCH', path + below, { key, json }));
        expectRefusal(result, 404, { code: 'subscription_not_found' });
        answers.push({ ...withoutIdentity(result), cost });
      }
      expect(answers[0]?.cost).toBe(1);
      for (const answer of answers) expect(answer).toEqual(answers[0] ?? answer);
      expect(storedRows(service)).toEqual(before);
    },
  );

  test.each(ownerNames)("§4.2: a request of the %s owner costs the other's quota nothing", async (owner) => {
    const { key, other } = owners[owner];
    const record = await service.create({}, owners[other].key);
    const { cost } = await costOf(service, owners[other].key, async () => {
      await service.list('', key);
      await service.create({}, key);
      await service.call('GET', pathOf(record), { key });
      await service.call('PATCH', pathOf(record), { key, json: { name: 'Taken' } });
    });
    expect(cost).toBe(0);
  });
});

const withIds = operationRows.filter(({ hasId }) => hasId);

describe('every operation on a record', () => {
  test.each(withIds)(
    "§4.2: $operationId answers about the other's and an absent one alike, whatever the options",
    async (row) => {
      for (const owner of ownerNames) {
        const { key, other } = owners[owner];
        const caller = await callerFor(service, row, owner);
        const theirs = await requestOf(service, row, await callerFor(service, row, other), other);
        const before = storedRows(service);
        const answers = [];
        for (const query of row.parameters.includes('dryRun') ? ['', '?dryRun=true'] : [''])
          for (const tag of row.parameters.includes('If-Match') ? [undefined, '*', '"0"'] : [undefined])
            for (const path of [theirs.path, row.path.replace('{id}', absentId)]) {
              const headers = { ...caller.headers, ...(tag !== undefined && { 'if-match': tag }) };
              const ask = () => service.call(row.method, path + query, { ...theirs.call, ...caller, headers });
              const { result, cost } = await costOf(service, key, ask);
              answers.push({ ...withoutIdentity(result), cost });
            }
        const suggestedFix = expect.stringMatching(/\(GET \/api\/v1\/\w+\)/);
        expect(answers[0]).toMatchObject({ status: 404, cost: 1, body: { error: { suggestedFix } } });
        for (const answer of answers) expect(answer).toEqual(answers[0] ?? answer);
        expect(storedRows(service)).toEqual(before);
      }
    },
  );
});

/** The queries with which a read shows the most, or by which it could find what another owner has; by default none. */
const queries: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  listSubscriptions: [
    '?limit=100',
    '?q=shared',
    '?category=Shared',
    '?status=active&period=monthly&expiringBefore=9999-12-31&sort=name',
  ],
  getSpendSummary: ['?horizonDays=365'],
  listUpcomingPayments: ['?limit=1000'],
  getForecast: ['?months=36'],
  getSetAside: ['?include=largest'],
  listDeadlines: ['?days=400'],
  listAuditLog: ['?limit=100', '?limit=100&since=2000-01-01T00:00:00Z'],
  listActivity: ['?limit=100', '?limit=100&entityType=subscription'],
};
const reads = operationRows
  .filter(({ method, hasId }) => method === 'GET' && !hasId)
  .flatMap((row) => (queries[row.operationId] ?? ['']).map((query) => ({ ...row, query })));
const callers: Record<string, Call> = {};
const monthlyBudget = { amount: 1, currency: 'USD' };
for (const { key } of Object.values(owners))
  await service.call('PATCH', '/api/v1/preferences', { key, json: { monthlyBudget } });
for (const owner of ownerNames)
  for (const { needs } of reads) callers[`${owner} ${needs}`] ??= await callerFor(service, { needs }, owner);

/** Everything that an owner can read without an id, but for what is every request's own. */
async function everythingOf(owner: Owner) {
  const seen: { operationId: OperationId; query: string; body: unknown }[] = [];
  for (const { operationId, path, query, needs } of reads) {
    const answer = await service.call('GET', path + query, callers[`${owner} ${needs}`]);
    expect(answer.status).toBe(200);
    seen.push({ operationId, query, body: { ...answer.json, requestId: 'any' } });
  }
  return seen;
}

/** Gives an owner something to see in every report, named by a word in small letters; returns the ids of the records. */
async function fill(owner: Owner, word: string): Promise<string[]> {
  const { key } = owners[owner];
  const ids: string[] = [];
  for (const lastPaymentDate of ['2026-04-01', '2026-06-10']) {
    const record = await service.create({ name: word, category: word, lastPaymentDate }, key);
    ids.push(record.id);
    await service.call('POST', `${pathOf(record)}/renew`, { key, json: { reschedule: false } });
    await service.call('PATCH', pathOf(record), { key, json: { amount: 99_999 } });
    await service.call('PATCH', `${pathOf(record)}/details`, { key, json: { trialEndsOn: '2027-01-01' } });
  }
  ids.push((await service.create({ name: word, period: 'yearly', amount: 999_999 }, key)).id);
  const admin = service.makeKey(owner, 'admin');
  await service.call('POST', '/api/v1/keys', { key: admin, json: { name: word, scope: 'read' } });
  const channel = { key: admin, json: { ...channelDraft, name: word } };
  ids.push((await service.call('POST', '/api/v1/channels', channel)).json.data.id);
  addDelivery(service, owner, 'sent', ids.at(-1));
  const rule = { event: 'renewal', daysBefore: [1], subscriptionId: ids[0] };
  await service.call('POST', '/api/v1/reminders', { key, json: rule });
  await service.call('POST', '/api/v1/users', { key: admin, json: { name: word, scope: 'read', password: null } });
  await service.call('POST', '/api/v1/feeds', { key: admin, json: { name: word } });
  const { report } = await importFile(service, key, fileOf({ ...validDraft, name: `${word} in a file` }));
  return [...ids, report.id ?? ''];
}

describe('everything that an owner can read', () => {
  test.each(ownerNames)('§4.2: is untouched by what the other of the %s owner does', async (owner) => {
    const { other } = owners[owner];
    const otherKey = owners[other].key;
    await service.create({ name: 'Shared', category: 'Shared' }, owners[owner].key);
    const before = await everythingOf(owner);
    const created = await service.create({ name: 'Shared', category: 'Shared', amount: 99_999 }, otherKey);
    expect(await everythingOf(owner)).toEqual(before);
    await service.call('PATCH', pathOf(created), { key: otherKey, json: { name: 'shared too', currency: 'JPY' } });
    expect(await everythingOf(owner)).toEqual(before);
    await service.call('DELETE', pathOf(created), { key: otherKey });
    expect(await everythingOf(owner)).toEqual(before);
  });

  test.each(ownerNames)('§4.2: names what the %s owner has, in every report, and to nobody else', async (owner) => {
    const { other } = owners[owner];
    const word = `secret of ${owner}`;
    const secrets = [word, ...(await fill(owner, word))];
    const isNamed = (body: unknown) => secrets.some((secret) => JSON.stringify(body).includes(secret));
    const naming = (seen: Awaited<ReturnType<typeof everythingOf>>) =>
      new Set(seen.filter(({ body }) => isNamed(body)).map(({ operationId }) => operationId));
    // A report that is not among these and names nothing would pass below whatever it shows.
    const namesNothing = new Set<OperationId>([
      'getBudget',
      'getRevision',
      'getRates',
      'getPreferences',
      'getUsage',
      'getDoctor',
      'getSession',
      'listSessions',
    ]);
    const named = reads.map(({ operationId }) => operationId).filter((id) => !namesNothing.has(id));
    expect(naming(await everythingOf(owner))).toEqual(new Set(named));
    expect(naming(await everythingOf(other))).toEqual(new Set());
  });

  test.each(ownerNames)('§4.2: by the %s owner finds nothing by name, category or id of the other', async (owner) => {
    const { key, other } = owners[owner];
    const secret = await service.create({ name: 'Hidden', category: `Hidden by ${other}` }, owners[other].key);
    expect((await service.list('?q=hidden', key)).data.map(({ id }) => id)).not.toContain(secret.id);
    expect((await service.list(`?category=Hidden+by+${other}`, key)).data).toEqual([]);
  });

  test.each(ownerNames)(
    "§4.2: the history by id is empty for the %s owner alike: other's, absent, deleted",
    async (owner) => {
      const { key, other } = owners[owner];
      const secret = await service.create({}, owners[other].key);
      const deleted = (await deletedPath(key)).split('/').at(-1) ?? '';
      const answers = [];
      for (const id of [secret.id, absentId, deleted, secret.id.toUpperCase()]) {
        const answer = await service.call('GET', `/api/v1/audit?subscriptionId=${id}`, { key });
        expect(answer.json.data as unknown).toEqual([]);
        answers.push(withoutIdentity(answer));
      }
      for (const answer of answers) expect(answer).toEqual(answers[0] ?? answer);
      const own = await service.create({}, key);
      expect((await service.auditTrail(`?subscriptionId=${own.id}`, key)).data).toHaveLength(1);
    },
  );
});
