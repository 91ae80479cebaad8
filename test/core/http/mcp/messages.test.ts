import { describe, expect, test } from 'bun:test';
import { startService } from '../../../support/service.ts';

const allowedOrigin = 'https://chat.example.org';
const service = await startService({ mcpAllowedOrigins: [allowedOrigin] });
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const newest = '2026-07-28';
const envelope = {
  'io.modelcontextprotocol/protocolVersion': newest,
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Posts one message as it is. */
async function send(message: unknown, headers: Readonly<Record<string, string>> = {}, key = service.keys.write) {
  return fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

/** Posts one message that is answered in JSON. */
async function post(message: unknown, headers: Readonly<Record<string, string>> = {}, key?: string) {
  const response = await send(message, headers, key);
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  };
}

describe('/mcp itself', () => {
  test('answers in JSON and holds no stream open', async () => {
    const answer = await post(listTools);
    expect(answer.headers.get('content-type')).toStartWith('application/json');
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    const params = { notifications: { toolsListChanged: true }, _meta: envelope };
    const headers = { 'mcp-protocol-version': newest, 'mcp-method': 'subscriptions/listen' };
    const listening = await post({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }, headers);
    expect(listening.json).toMatchObject({ error: { message: 'Subscription limit reached' } });
  });

  test.each(['GET', 'DELETE', 'PUT'])('has no %s', async (method) => {
    const answer = await service.call(method, '/mcp');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test.each([[null], ['Bearer dbk_w_no'], ['Basic eDp5']])(
    'answers 401 to the key %p, whatever is asked',
    async (key) => {
      for (const method of ['initialize', 'tools/list', 'ping']) {
        const response = await fetch(`${service.origin}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key !== null && { authorization: key }) },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
        });
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        expect(await response.json()).toMatchObject({ error: { suggestedFix: expect.any(String) } });
      }
    },
  );

  test('refuses what is no JSON, no JSON content, and too much', async () => {
    expect(await post('{')).toMatchObject({ status: 400, json: { error: { code: -32_700 } } });
    expect(await post(listTools, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    const tooLarge = JSON.stringify({ ...listTools, params: { filler: 'x'.repeat(400_000) } });
    expect(await post(tooLarge)).toMatchObject({ status: 413, json: { error: { code: 'payload_too_large' } } });
  });
});

describe('one message', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getSpendSummary', arguments: {} } };
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };

  test.each([[[call, cancelled]], [[cancelled, call]], [[call, call]], [[listTools]], [[]]])(
    'is all that is answered at once: a batch is refused, whatever is in it',
    async (batch) => {
      const answer = await post(batch);
      expect(answer).toMatchObject({ status: 400, json: { id: null, error: { code: -32_600 } } });
      expect(answer.json['error']).toMatchObject({ message: expect.stringContaining('each message separately') });
    },
  );

  test.each([
    ['null', 400],
    ['{}', 400],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 202],
    ['{"jsonrpc":"2.0","method":"ping"}', 202],
    [JSON.stringify(cancelled), 202],
    [JSON.stringify({ ...cancelled, id: 1 }), 200],
    [JSON.stringify({ ...call, params: { ...call.params, task: { ttl: 1 }, _meta: { progressToken: 1 } } }), 200],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getSpendSummary","arguments":[]}}', 200],
  ])('is answered, however odd: %s', async (message, status) => {
    expect((await send(message)).status).toBe(status);
  });

  test('may be no deeper than is of use', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const messageWith = (value: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"createSubscription","arguments":{"name":${value}}}}`;
    for (const levels of [14, 40_000, 150_000]) {
      const answer = await post(messageWith(nested(levels)));
      expect(answer).toMatchObject({ status: 400, json: { error: { code: -32_600 } } });
      expect(answer.json['error']).toMatchObject({ message: expect.stringContaining('16 levels') });
    }
    for (const levels of [12, 13]) {
      const answer = await post(messageWith(nested(levels)));
      expect(answer.json['result']).toMatchObject({ isError: true });
    }
  });
});

describe('malformed parameters', () => {
  test.each<[unknown, string]>([
    [undefined, 'params'],
    [{}, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x', arguments: [] }, 'arguments'],
    [{ name: 'x', arguments: 'y' }, 'arguments'],
  ])('of a call, %j, are answered −32602 with the place', async (params, place) => {
    for (const id of [1, 'one']) {
      const { status, json } = await post({ jsonrpc: '2.0', id, method: 'tools/call', params });
      const { code, message } = json['error'] as { code: number; message: string };
      expect([status, json['id'], code]).toEqual([200, id, -32_602]);
      expect(message).toContain(`"${place}"`);
    }
  });

  test.each([[[]], [7], ['x'], [{ _meta: 7 }]])('%j are no message', async (params) => {
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toMatchObject({
      status: 400,
      json: { error: { code: -32_600 } },
    });
  });

  test.each(['prompts/list', 'resources/list', 'completion/complete', 'constructor'])(
    'of %s, which the server does not offer, are answered −32601',
    async (method) => {
      expect((await post({ jsonrpc: '2.0', id: 1, method })).json).toMatchObject({ error: { code: -32_601 } });
    },
  );
});

describe('a list', () => {
  test('is refused when its request is not well formed', async () => {
    expect((await post(listTools, { accept: 'text/html' })).status).toBe(406);
    expect((await post(listTools, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(listTools, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    const mismatched = { 'mcp-protocol-version': newest, 'mcp-method': 'tools/call' };
    expect((await post({ ...listTools, params: { _meta: envelope } }, mismatched)).status).toBe(400);
    expect((await post(listTools, {}, 'dbk_w_no')).status).toBe(401);
  });
});

describe('the origin of a page', () => {
  const { port } = new URL(service.origin);

  test.each([
    [service.origin, `127.0.0.1:${port}`],
    [`http://localhost:${port}`, `localhost:${port}`],
    [`http://[::1]:${port}`, `[::1]:${port}`],
    [`http://nas.example:${port}`, `nas.example:${port}`],
    ['https://192.168.1.9', '192.168.1.9'],
    [allowedOrigin, `127.0.0.1:${port}`],
  ])('%s may, of the host %s', async (origin, host) => {
    const answer = await post(listTools, { origin, host });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  test.each([
    // The name of an attacker that points to this machine: the browser takes the two for the same.
    [`http://attacker.example:${port}`, `attacker.example:${port}`],
    ['http://localhost:3000', `127.0.0.1:${port}`],
    ['http://127.0.0.1:3000', `127.0.0.1:${port}`],
    ['https://chat.example.org.attacker.example', `127.0.0.1:${port}`],
    ['null', `127.0.0.1:${port}`],
    ['', `127.0.0.1:${port}`],
  ])('%p may not, of the host %s, even with a key', async (origin, host) => {
    const answer = await post(listTools, { origin, host });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: 'origin_not_allowed' } } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is not asked of programs, which send none; their answers name no origin', async () => {
    expect((await post(listTools)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is answered before the call: an allowed page may, another may not', async () => {
    const ask = (origin: string) => fetch(`${service.origin}/mcp`, { method: 'OPTIONS', headers: { origin } });
    const allowed = await ask(allowedOrigin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(allowedOrigin);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(allowed.headers.get('access-control-max-age')).toBe('7200');
    expect((await ask('https://attacker.example')).status).toBe(403);
  });
});
