import { ReadBuffer, serializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { forwardMcp } from '../../src/commands/mcp.ts';
import { failureOf } from '../support/mcpClient.ts';
import { startService, validDraft } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const service = await startService();
const keyFile = fileWith(`${service.keys.write}\n`);
const never = new Promise<void>(() => undefined);

function fileWith(text: string): string {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, text);
  return file;
}

/** Runs the command with a conversation on its streams: one message in, one answer out. */
function converse(settings = { url: service.origin, keyFile }) {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const ended = forwardMcp({ settings, streams, stopRequested: never });
  const received = new ReadBuffer();
  streams.output.on('data', (chunk: Buffer) => received.append(chunk));
  let lastId = 0;
  return {
    ended,
    close: () => streams.input.end(),
    tell: (message: JSONRPCMessage) => streams.input.write(serializeMessage(message)),
    ask: async (method: string, params: Record<string, unknown>): Promise<unknown> => {
      streams.input.write(serializeMessage({ jsonrpc: '2.0', id: (lastId += 1), method, params }));
      for (;;) {
        const message = received.readMessage();
        if (message !== null) return 'result' in message ? message.result : message;
        await new Promise((resolve) => streams.output.once('data', resolve));
      }
    },
  };
}

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };

describe('duebook mcp', () => {
  test('hands every request on to the server, and ends when its input does', async () => {
    const { ended, close, tell, ask } = converse();
    expect(await ask('initialize', hello)).toMatchObject({
      serverInfo: { name: 'duebook' },
      instructions: expect.stringMatching(/\w/),
    });
    tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await ask('tools/list', {})).toMatchObject({ tools: expect.any(Array) });
    const created = await ask('tools/call', { name: 'createSubscription', arguments: validDraft });
    expect(created).toMatchObject({ isError: false, structuredContent: { data: { name: validDraft.name } } });
    expect(await ask('tools/call', { name: 'createSubscription', arguments: {} })).toMatchObject({ isError: true });
    expect(await ask('tools/call', { name: 'nothing', arguments: {} })).toMatchObject({ error: { code: -32_602 } });
    expect(await ask('resources/list', {})).toMatchObject({ resources: expect.any(Array) });
    expect(await ask('resources/templates/list', {})).toMatchObject({ resourceTemplates: expect.any(Array) });
    expect(await ask('resources/read', { uri: 'duebook://summary' })).toMatchObject({ contents: expect.any(Array) });
    expect(await ask('prompts/list', {})).toMatchObject({ prompts: expect.any(Array) });
    expect(await ask('prompts/get', { name: 'find-savings' })).toMatchObject({ messages: expect.any(Array) });
    expect((await service.list()).data).toHaveLength(1);
    close();
    expect(await ended).toBe(0);
  });

  test('tells of a key that is revoked meanwhile, with the fix', async () => {
    const { key, id } = service.makeKeyRecord('first', 'read');
    const { ended, close, ask } = converse({ url: service.origin, keyFile: fileWith(key) });
    await ask('initialize', hello);
    service.store.apiKeys.revoke(id, '2026-06-16T12:00:00.000Z');
    expect(await ask('tools/list', {})).toMatchObject({
      error: {
        message: expect.stringContaining('Check that the key is whole'),
        data: { error: { code: 'invalid_api_key' } },
      },
    });
    close();
    expect(await ended).toBe(0);
  });

  test('ends when it is asked to stop', async () => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const settings = { url: service.origin, keyFile };
    expect(await forwardMcp({ settings, streams, stopRequested: Promise.resolve() })).toBe(0);
  });

  test.each([
    ['no key file', { keyFile: null }, '--key-file'],
    ['a key file that is not there', { keyFile: '/nonexistent/key' }, 'cannot read the API key'],
    ['a file without a key', { keyFile: fileWith('dbk_w_x') }, 'has no API key'],
    ['a key that the server does not know', { keyFile: fileWith('dbk_r_0000000000000000000000000000004Ht1Zc') }, 'key'],
    ['no server', { url: 'http://127.0.0.1:1' }, 'cannot be reached'],
    ['a server that is no Duebook', { url: `${service.origin}/docs` }, 'does not serve MCP'],
  ])('says in one line what is wrong with %s', async (_, settings, reason) => {
    const { ended } = converse({ url: service.origin, keyFile, ...settings } as { url: string; keyFile: string });
    expect(await failureOf(ended)).toContain(reason);
    expect(await failureOf(ended)).toMatch(/^[^\n]+$/);
  });
});
