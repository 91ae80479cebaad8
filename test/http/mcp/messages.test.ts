import { describe, expect, test } from 'bun:test';
import { startService } from '../../support/service.ts';

const service = await startService();
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Posts one message as it is. */
async function send(message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.keys.write}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

/** Posts one message that is answered in JSON. */
async function post(message: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await send(message, headers);
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
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
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
    const answer = await post(messageWith(nested(12)));
    expect(answer.json['result']).toMatchObject({ structuredContent: { error: { field: 'name' } } });
  });

  test('may be exactly as deep as is of use', async () => {
    const value = `${'['.repeat(13)}${']'.repeat(13)}`;
    const answer = await post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"createSubscription","arguments":{"name":${value}}}}`,
    );
    expect(answer.json['result']).toMatchObject({ structuredContent: { error: { field: 'name' } } });
  });
});
