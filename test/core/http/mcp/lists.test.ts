import { describe, expect, test } from 'bun:test';
import { costOf } from '../../../support/expectations.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService, validDraft } from '../../../support/service.ts';

const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});

const service = await startService();
let owners = 0;

/** A new owner without records: what it creates, and a client of its tools. */
async function newOwner() {
  const key = service.makeKey(`owner ${(owners += 1)}`, 'write');
  return {
    key,
    create: (fields: object) => service.create({ ...fields }, key),
    client: await connectMcp(service.origin, key),
  };
}

/** How many bytes a list takes as the result of a tool, and over HTTP. */
async function sizesOf(key: string, tool: string, path: string) {
  const { origin } = service;
  const params = { name: tool, arguments: {} };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const result = await fetch(`${origin}/mcp`, { method: 'POST', headers: headersOf(key), body });
  const answer = await fetch(origin + path, { headers: headersOf(key) });
  return { overMcp: (await result.bytes()).length, overHttp: (await answer.bytes()).length };
}

const words = [
  'Netflix',
  'Le Monde',
  'Spotify',
  'Nextcloud',
  'YouTube Premium Family',
  'iCloud+',
  'ÖPNV | Abo',
  'O"Reilly',
];
const kinds = [
  ['short names', (index: number) => ({ name: `${words[index % 8]}`, category: 'Media' })],
  [
    'names of 30 and categories of 15 characters',
    (index: number) => ({
      name: `${words[index % 8]} ${index}`.padEnd(30, 'x'),
      category: `Category ${index}`.padEnd(15, 'y'),
    }),
  ],
  [
    'names of 120 characters',
    (index: number) => ({ name: `${index}`.padEnd(120, 'x'), category: `Category ${index % 3}` }),
  ],
] as const;

describe.each(kinds)('a list of 50 with %s', (_kind, fieldsOf) => {
  test('takes at most 1.2 times as many bytes as over HTTP, the audit trail too', async () => {
    const { key, create } = await newOwner();
    for (let index = 0; index < 50; index += 1) {
      const status = (['active', 'paused', 'cancelled'] as const)[index % 3] ?? 'active';
      await create({
        ...fieldsOf(index),
        amount: (500 + index * 101) / 100,
        status,
        notificationEnabled: index % 2 === 0,
      });
    }
    for (const [tool, path] of [
      ['listSubscriptions', '/api/v1/subscriptions'],
      ['listAuditLog', '/api/v1/audit'],
    ] as const) {
      const { overMcp, overHttp } = await sizesOf(key, tool, path);
      expect([tool, overMcp / overHttp <= 1.2]).toEqual([tool, true]);
    }
  });
});

describe('a result', () => {
  test('is the JSON of the answer over HTTP, with its ETag', async () => {
    const { key, client, create } = await newOwner();
    const { id } = await create({ name: 'A|"B"', amount: 3 });
    await client.call('updateSubscription', { id, amount: 17.99 });
    for (const [tool, given, path] of [
      ['listSubscriptions', { limit: 2, status: 'active' }, '/api/v1/subscriptions?limit=2&status=active'],
      ['getSubscription', { id, include: 'details' }, `/api/v1/subscriptions/${id}?include=details`],
      ['listAuditLog', { include: 'actor' }, '/api/v1/audit?include=actor'],
      ['getSpendSummary', {}, '/api/v1/analytics/summary'],
    ] as const) {
      const { structured } = await client.call(tool, given);
      const { json, headers } = await service.call('GET', path, { key });
      const tag = headers.get('etag');
      const { requestId: _own, ...answer } = json;
      expect(structured).toEqual({ ...answer, requestId: expect.any(String), ...(tag !== null && { etag: tag }) });
    }
  });
});

describe('a filter that matches nothing', async () => {
  const { client, key, create } = await newOwner();
  await create({ name: 'Netflix', category: 'Streaming' });
  await create({ name: 'The Times', category: 'News', status: 'cancelled' });
  const stranger = await connectMcp(service.origin, service.makeKey('stranger', 'read'));

  test.each([
    [{ category: 'streaming' }, 'No subscription has the category "streaming". Did you mean "Streaming"?'],
    [{ category: 'Straeming' }, 'No subscription has the category "Straeming". Did you mean "Streaming"?'],
    [{ category: 'news', status: 'active' }, 'No subscription has the category "news". Did you mean "News"?'],
    [{ category: 'Wine' }, 'No subscription has the category "Wine". There are "News", "Streaming".'],
    [{ q: 'netflxi' }, 'No name contains "netflxi". Did you mean "Netflix"?'],
    [{ q: 'tiems' }, 'No name contains "tiems". Did you mean "Times"?'],
  ])('%p gets a hint with the nearest value', async (given, hint) => {
    const { structured } = await client.call('listSubscriptions', given);
    expect(structured).toMatchObject({ data: [], hint });
  });

  test.each([
    [{ category: 'Streaming', status: 'paused' }],
    [{ q: 'Netflix', period: 'yearly' }],
    [{ category: 'streaming', offset: 5 }],
    [{ status: 'paused' }],
    [{}],
  ])('%p has no hint where none helps', async (given) => {
    expect((await client.call('listSubscriptions', given)).structured).not.toHaveProperty('hint');
  });

  test('has no hint of what other owners have, and none over HTTP', async () => {
    for (const filter of [{ category: 'streaming' }, { q: 'netflxi' }])
      expect((await stranger.call('listSubscriptions', filter)).structured).not.toHaveProperty('hint');
    const answer = await service.call('GET', '/api/v1/subscriptions?category=streaming', { key });
    expect(Object.keys(answer.json)).toEqual(['data', 'pagination', 'query', 'requestId']);
    expect([...answer.headers.keys()].filter((name) => name.includes('hint'))).toEqual([]);
  });

  test('costs one request of the quota', async () => {
    const { cost } = await costOf(service, key, () => client.call('listSubscriptions', { category: 'streaming' }));
    expect(cost).toBe(1);
  });
});

describe('a filter that matches nothing among many values', async () => {
  const { client, key } = await newOwner();
  for (let batch = 0; batch < 3; batch += 1) {
    const operations = Array.from({ length: 100 }, (_, index) => {
      const number = String(batch * 100 + index).padStart(3, '0');
      return { action: 'create', subscription: { ...validDraft, name: `Name ${number}`, category: `Group ${number}` } };
    });
    await service.call('POST', '/api/v1/subscriptions/batch', { key, json: { operations } });
  }

  test.each([
    [{ category: 'Group 299', status: 'paused' }],
    [{ q: 'Name 299', status: 'paused' }],
    [{ q: 'Name 299', category: 'Group 001' }],
  ])('%p gets no hint when another filter is the cause', async (given) => {
    expect((await client.call('listSubscriptions', given)).structured).not.toHaveProperty('hint');
  });

  test.each([
    [{ category: 'group 299' }, 'No subscription has the category "group 299". Did you mean "Group 299"?'],
    [{ category: 'Group 2999' }, 'No subscription has the category "Group 2999". Did you mean "Group 299"?'],
    [{ q: 'Name 2999' }, 'No name contains "Name 2999". Did you mean "Name 299"?'],
  ])('%p gets the nearest value also when there are too many to compare', async (given, hint) => {
    expect((await client.call('listSubscriptions', given)).structured).toMatchObject({ data: [], hint });
  });

  test('the number of other categories is said only where it is known', async () => {
    const { structured } = await client.call('listSubscriptions', { category: 'Wine' });
    expect(structured['hint']).toEndWith('"Group 009" and others.');
  });
});

test('a result of more than 1 MiB is refused as a result of a tool, and says how to ask for less', async () => {
  const key = service.makeKey('owner of much', 'write');
  const operations = Array.from({ length: 100 }, () => ({
    action: 'create',
    subscription: { ...validDraft, name: 'n'.repeat(120), category: 'c'.repeat(80) },
  }));
  for (let batches = 0; batches < 35; batches += 1) {
    const { status } = await service.call('POST', '/api/v1/subscriptions/batch', { key, json: { operations } });
    expect(status).toBe(200);
  }
  const report = await service.call('GET', '/api/v1/analytics/duplicates', { key });
  expect(report.text.length).toBeGreaterThan(1024 * 1024);
  const client = await connectMcp(service.origin, key);
  const result = await client.call('findDuplicateSubscriptions');
  expect(result.isError).toBe(true);
  expect(result.structured).toMatchObject({
    error: {
      code: 'payload_too_large',
      message: 'The result has more than 1 MiB, the limit for a tool.',
      // Whatever the tool, one of these is a parameter of it, or the way around it.
      suggestedFix: expect.stringContaining('a smaller limit, or listSubscriptions page by page.'),
    },
    requestId: expect.any(String),
  });
  const listed = await client.call('listSubscriptions', { limit: 100 });
  expect(listed.isError).toBe(false);
});
