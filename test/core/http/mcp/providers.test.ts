import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { clientKinds, connectMcp } from '../../../support/mcpClient.ts';
import { startService, validDraft } from '../../../support/service.ts';

type Members = Readonly<Record<string, unknown>>;

const service = await startService();
const client = await connectMcp(service.origin, service.makeKey('first', 'admin'), '2026', 'all');
const listed = await client.tools();

// What Anthropic, Google and OpenAI all take in the parameters of a function. Google refuses a whole request for one other
// keyword, for a list of types, for an object without properties, and for formats of texts but date-time.
const keywords = new Set(
  'type description properties required items enum default minimum maximum minLength maxLength minItems maxItems format'.split(
    ' ',
  ),
);
const types = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'array', 'object']);

/** What of a schema some provider refuses. */
function refused(schema: Members, place: string): string[] {
  const { type, properties, items, required = [], enum: words = [], format = 'date-time' } = schema;
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Members>>);
  const problems = [
    ...Object.keys(schema).filter((keyword) => !keywords.has(keyword)),
    ...(types.has(type) ? [] : ['type']),
    ...((type === 'object') === (properties !== undefined) ? [] : ['properties']),
    ...((type === 'array') === (items !== undefined) ? [] : ['items']),
    // Only a tool without arguments has an object without members.
    ...(type === 'object' && members.length === 0 && place.includes('.') ? ['properties'] : []),
    ...((required as string[]).every((name) => members.some(([known]) => known === name)) ? [] : ['required']),
    ...((words as unknown[]).every((word) => typeof word === 'string') ? [] : ['enum']),
    ...(format === 'date-time' ? [] : ['format']),
  ];
  return [
    ...problems.map((problem) => `${place}: ${problem}`),
    ...members.flatMap(([name, member]) => refused(member, `${place}.${name}`)),
    ...(items === undefined ? [] : refused(items as Members, `${place}.items`)),
  ];
}

describe('§9.1: the input schemas of all tools of all toolsets', () => {
  test('have only what every big provider of models takes', () => {
    expect(listed.length).toBeGreaterThan(50);
    expect(listed.flatMap(({ name, inputSchema }) => refused(inputSchema, name))).toEqual([]);
  });

  test('say which form a day has, and which fields null clears', () => {
    const { properties } = listed.find(({ name }) => name === 'updateDetails')?.inputSchema ?? {};
    expect(properties).toMatchObject({
      trialEndsOn: { description: 'The last day of a trial. YYYY-MM-DD. Null clears it.' },
      tags: { type: 'array', description: expect.stringContaining('Null clears it.') },
    });
  });

  test('say what goes together in an operation of a batch', () => {
    const { properties } = listed.find(({ name }) => name === 'batchSubscriptions')?.inputSchema ?? {};
    expect(properties?.['operations']).toMatchObject({
      items: {
        description: expect.stringMatching(
          /^create: subscription, details\?; update: id, .*; delete: id, ifMatch\?\.$/,
        ),
        properties: { action: { enum: ['create', 'update', 'renew', 'delete'] } },
        required: ['action'],
      },
    });
  });
});

describe('§9.1: what clients add to the arguments of a call', () => {
  const added = { toolCallId: 'call_1', sessionId: 'x', action: 'sendMessage', chatInput: 'Hi' };

  test('is ignored by every tool that has no argument of that name', async () => {
    for (const { name, inputSchema } of listed) {
      const own = Object.keys(inputSchema.properties ?? {});
      const others = Object.entries(added).filter(([one]) => !own.includes(one));
      const plain = await client.call(name, { dryRun: 'perhaps' });
      const { structured } = await client.call(name, { dryRun: 'perhaps', ...Object.fromEntries(others) });
      const { requestId: _own, ...same } = plain.structured;
      if (plain.isError) expect([name, structured]).toEqual([name, expect.objectContaining(same)]);
    }
    const { structured, isError } = await client.call('createSubscription', { ...validDraft, ...added });
    expect([isError, structured['data']]).toEqual([false, expect.objectContaining(validDraft)]);
    expect(await client.call('getSpendSummary', added)).toMatchObject({ isError: false });
  });

  test('is an argument where the tool has it', async () => {
    const { structured } = await client.call('listAuditLog', { action: 'sendMessage' });
    expect(structured).toMatchObject({ error: { code: 'invalid_query', field: 'action' } });
  });
});

describe('§9.1: null', () => {
  test('for an argument is as if the argument were not there, in every tool', async () => {
    for (const { name, inputSchema } of listed) {
      const properties = Object.entries((inputSchema.properties ?? {}) as Readonly<Record<string, Members>>);
      // Where null has a meaning, the description says so.
      const plain = properties.filter(([, { description }]) => !/\bnull\b/i.test(String(description)));
      const nothing = Object.fromEntries(plain.map(([argument]) => [argument, null]));
      const [withNulls, without] = [await client.call(name, nothing), await client.call(name, {})];
      const codes = [withNulls, without].map(
        ({ structured }) => (structured['error'] as Members | undefined)?.['code'],
      );
      expect([name, codes[0]]).toEqual([name, codes[1]]);
    }
  });

  test('inside an operation of a batch, too', async () => {
    const { id } = await service.create();
    const empty = { id: null, ifMatch: null, patch: null, details: null, dueOn: null };
    const operations = [
      { ...empty, action: 'create', subscription: { ...validDraft, status: null, notificationEnabled: null } },
      { ...empty, action: 'update', id, subscription: null, patch: { amount: 3, name: null } },
      { ...empty, action: 'delete', id, subscription: null },
    ];
    const { isError, structured } = await client.call('batchSubscriptions', { operations, dryRun: null });
    expect([isError, structured['error']]).toEqual([false, undefined]);
    expect(structured['results']).toMatchObject([{ action: 'create' }, { data: { amount: 3 } }, { deleted: true }]);
  });

  test('clears a field that may be null, as over HTTP', async () => {
    const record = await service.create({ period: 'custom', customDate: '9' });
    const { id } = record;
    await client.call('updateDetails', { id, notes: 'x', tags: ['a'], trialEndsOn: '2026-07-01' });
    await client.call('updateDetails', { id, notes: null, tags: null });
    const { json } = await service.call('GET', `${pathOf(record)}/details`);
    expect(json.data).toMatchObject({ notes: null, tags: [], trialEndsOn: '2026-07-01' });
    const { structured } = await client.call('updateSubscription', { id, period: 'monthly', customDate: null });
    expect(structured).toMatchObject({ data: { period: 'monthly' } });
  });

  test('for a name that no tool has is refused, as any other value of it', async () => {
    expect((await client.call('createSubscription', { ...validDraft, price: null })).isError).toBe(true);
  });
});

describe('§9.1: the header Accept', () => {
  const ask = (accept: string | undefined, newest = false) => {
    const version = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return fetch(`${service.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.keys.write}`,
        'content-type': 'application/json',
        ...(accept !== undefined && { accept }),
        ...(newest && { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...(newest && { params: { _meta } }) }),
    });
  };

  test.each([
    [undefined],
    ['*/*'],
    ['application/*'],
    ['application/json'],
    ['Application/JSON, TEXT/Event-Stream'],
    ['text/event-stream;q=0.5, application/json;q=0.9'],
    ['text/html, */*;q=0.1'],
  ])('%p is answered in JSON', async (accept) => {
    for (const newest of [false, true]) {
      const response = await ask(accept, newest);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await response.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
    }
  });

  test.each([['text/event-stream'], ['Text/Event-Stream'], ['text/*'], ['text/event-stream, application/json;q=0']])(
    '%p is answered as a stream of one event, which ends',
    async (accept) => {
      for (const newest of [false, true]) {
        const response = await ask(accept, newest);
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
        const [, data = ''] = /^data: (\{.*\})$/m.exec(await response.text()) ?? [];
        expect(JSON.parse(data)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
      }
    },
  );

  test('that names neither is refused', async () => {
    for (const accept of ['text/html', 'application/json;q=0']) expect((await ask(accept)).status).toBe(406);
  });

  test.each(clientKinds)('of a client of kind %s is taken', async (kind) => {
    const connected = await connectMcp(service.origin, service.keys.read, kind);
    expect(await connected.call('getSpendSummary')).toMatchObject({ isError: false });
  });
});
