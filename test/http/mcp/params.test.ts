import { describe, expect, test } from 'bun:test';
import { preparedAnswers } from '../../../src/http/mcp/preparedAnswers.ts';
import { startService } from '../../support/service.ts';

const service = await startService();

/** Posts one message and gives its answer. */
async function post(message: object, headers: Readonly<Record<string, string>> = {}, key = service.keys.write) {
  const response = await fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const json = (await response.json()) as { id: unknown; result?: unknown; error?: { code: number; message: string } };
  return { status: response.status, contentType: response.headers.get('content-type'), json };
}

const newest = '2026-07-28';
const envelope = {
  'io.modelcontextprotocol/protocolVersion': newest,
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('malformed parameters', () => {
  test.each<[string, unknown, string]>([
    ['tools/call', [], 'params of tools/call must be an object.'],
    ['tools/call', 'x', 'params of tools/call must be an object.'],
    ['tools/call', null, 'params of tools/call must be an object.'],
    ['tools/call', undefined, 'params of tools/call must be an object, but is missing.'],
    ['tools/call', {}, 'params.name of tools/call must be a string, but is missing.'],
    ['tools/call', { name: 7 }, 'params.name of tools/call must be a string, but is a number.'],
    ['tools/call', { name: 'x', arguments: [] }, 'params.arguments of tools/call must be an object, but is a list.'],
    ['tools/call', { name: 'x', arguments: 'y' }, 'params.arguments of tools/call must be an object, but is a string.'],
    ['tools/call', { name: 'x', arguments: null }, 'params.arguments of tools/call must be an object, but is null.'],
    ['tools/call', { name: 'x', _meta: 7 }, 'params._meta of tools/call must be an object.'],
    ['tools/list', { cursor: 7 }, 'params.cursor of tools/list must be a string, but is a number.'],
    ['tools/list', 7, 'params of tools/list must be an object.'],
    ['prompts/get', {}, 'params.name of prompts/get must be a string, but is missing.'],
    [
      'prompts/get',
      { name: 'what-renews-soon', arguments: { days: 9 } },
      'params.arguments.days of prompts/get must be a string, but is a number.',
    ],
    ['resources/read', { uri: 7 }, 'params.uri of resources/read must be a string, but is a number.'],
    ['initialize', {}, 'params.protocolVersion of initialize must be a string, but is missing.'],
    ['initialize', undefined, 'params of initialize must be an object, but is missing.'],
    ['ping', [], 'params of ping must be an object.'],
    ['constructor', [], 'params of constructor must be an object.'],
  ])('of %s, %j, are answered −32602 with what is wrong', async (method, params, reason) => {
    for (const id of [1, 'one']) {
      const { status, json } = await post({ id, method, params });
      expect([status, json.id, json.error?.code]).toEqual([200, id, -32_602]);
      expect(json.error?.message).toStartWith(reason);
      expect(json.error?.message).toMatch(/^[^\n{]+(?: Send params such as \{.+\}\.)?$/);
    }
  });

  test('of the newest revision are answered so, too', async () => {
    const headers = { 'mcp-protocol-version': newest, 'mcp-method': 'tools/call', 'mcp-name': 'getSpendSummary' };
    const params = { name: 'getSpendSummary', arguments: [], _meta: envelope };
    expect(await post({ id: 1, method: 'tools/call', params }, headers)).toMatchObject({
      json: { id: 1, error: { code: -32_602, message: expect.stringContaining('params.arguments') } },
    });
  });

  test('are replaced by an example that works', async () => {
    for (const method of ['tools/call', 'prompts/get', 'resources/read']) {
      const { message = '' } = (await post({ id: 1, method })).json.error ?? {};
      const params = JSON.parse(/such as (\{.*\})\.$/.exec(message)?.[1] ?? '') as object;
      expect((await post({ id: 1, method, params })).json.result).toBeObject();
    }
  });
});

test('a list is made by the library once for each scope, choice of toolsets and revision, however often it is asked for', async () => {
  const answerPrepared = preparedAnswers();
  let made = 0;
  const answer = async (): Promise<Response> => Response.json({ jsonrpc: '2.0', id: 1, result: { made: (made += 1) } });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers });
  for (const id of [1, 2, 3]) {
    const message = { jsonrpc: '2.0', id, method: 'tools/list' } as const;
    for (const scope of ['read', 'write'] as const)
      for (const toolsets of [['audit'], ['audit', 'settings']] as const)
        await answerPrepared(request, message, { scope, toolsets }, answer);
  }
  expect(made).toBe(4);
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
  for (let time = 0; time < 2; time += 1)
    await answerPrepared(request, message, { scope: 'read', toolsets: [] }, answer);
  expect(made).toBe(6);
});

describe('a list that never changes', () => {
  const methods = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

  test.each(methods)(
    '%s is answered from prepared bytes as the first time, under the id of its request',
    async (method) => {
      const modern = { 'mcp-protocol-version': newest, 'mcp-method': method };
      const ways = [
        [{}, {}],
        [{ params: {} }, { 'mcp-protocol-version': '2025-06-18' }],
        [{ params: { _meta: envelope } }, modern],
      ] as const;
      for (const key of [service.keys.write, service.keys.read]) {
        for (const [fields, headers] of ways) {
          // Asked for in a way that is not prepared for, the library answers.
          const extra =
            'params' in fields && '_meta' in fields.params ? { ...envelope, more: 1 } : { progressToken: 1 };
          const fresh = await post({ id: 0, method, params: { _meta: extra } }, headers, key);
          expect(fresh.json.result).toBeObject();
          for (const id of [1, 'a"b', 2]) {
            const answer = await post({ id, method, ...fields }, headers, key);
            expect(answer).toEqual({ ...fresh, json: { ...fresh.json, id } });
          }
        }
      }
    },
  );

  test('is another one for a key that may only read', async () => {
    const namesFor = async (key: string) => {
      const { result } = (await post({ id: 1, method: 'tools/list' }, {}, key)).json;
      return (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await namesFor(service.keys.write)).toContain('createSubscription');
      expect(await namesFor(service.keys.read)).not.toContain('createSubscription');
    }
  });

  test('is refused as ever when its request is not well formed, also after it was prepared', async () => {
    const message = { id: 1, method: 'tools/list' };
    await post(message);
    expect((await post(message, { accept: 'application/json' })).status).toBe(406);
    expect((await post(message, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(message, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    const mismatched = { 'mcp-protocol-version': newest, 'mcp-method': 'tools/call' };
    expect((await post({ ...message, params: { _meta: envelope } }, mismatched)).status).toBe(400);
    expect((await post(message, {}, 'dbk_w_no')).status).toBe(401);
  });
});
