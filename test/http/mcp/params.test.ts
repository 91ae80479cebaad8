import { describe, expect, test } from 'bun:test';
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

describe('a list', () => {
  test('is another one for a key that may only read', async () => {
    const namesFor = async (key: string) => {
      const { result } = (await post({ id: 1, method: 'tools/list' }, {}, key)).json;
      return (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    expect(await namesFor(service.keys.write)).toContain('createSubscription');
    expect(await namesFor(service.keys.read)).not.toContain('createSubscription');
  });

  test('is refused when its request is not well formed', async () => {
    const message = { id: 1, method: 'tools/list' };
    expect((await post(message, { accept: 'application/json' })).status).toBe(406);
    expect((await post(message, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(message, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    const mismatched = { 'mcp-protocol-version': newest, 'mcp-method': 'tools/call' };
    expect((await post({ ...message, params: { _meta: envelope } }, mismatched)).status).toBe(400);
    expect((await post(message, {}, 'dbk_w_no')).status).toBe(401);
  });
});
