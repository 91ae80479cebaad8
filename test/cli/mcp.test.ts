import { ReadBuffer, serializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { forwardMcp } from '../../src/cli/mcpForwarder.ts';
import type { ClientSettings } from '../../src/core/config/settings.ts';
import { composeApiKey } from '../../src/core/access/apiKey.ts';
import { systemClock, systemRandomness, type Clock } from '../../src/core/runtime/system.ts';
import { createTestClock } from '../support/clock.ts';
import { failureOf } from '../support/mcpClient.ts';
import { startService, validDraft } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { revokeKey } from '../support/operator.ts';

const service = await startService();
const keyFile = fileWith(`${service.keys.write}\n`);
const plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('hello') });
afterAll(() => plain.stop(true));
const never = new Promise<void>(() => undefined);

function fileWith(text: string): string {
  const file = join(temporaryDirectory(), 'key');
  writeFileSync(file, text);
  return file;
}

/** Runs the command with streams on which a test converses: one message in, one answer out. */
function converse(given: Partial<ClientSettings> = {}, clock: Clock = systemClock) {
  const settings = { url: service.origin, keyFile, toolsets: null, ...given };
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const ended = forwardMcp({ settings, streams, clock, stopRequested: never });
  const received = new ReadBuffer();
  streams.output.on('data', (chunk: Buffer) => received.append(chunk));
  const nextChunk = () => new Promise((resolve) => streams.output.once('data', resolve));
  let lastId = 0;
  return {
    ended,
    close: () => streams.input.end(),
    tell: (message: JSONRPCMessage) => streams.input.write(serializeMessage(message)),
    nextChunk,
    /** The answers that it has written so far. */
    answers: () => {
      const messages: JSONRPCMessage[] = [];
      for (let message = received.readMessage(); message !== null; message = received.readMessage())
        messages.push(message);
      return messages;
    },
    ask: async (method: string, params: Record<string, unknown>): Promise<unknown> => {
      streams.input.write(serializeMessage({ jsonrpc: '2.0', id: (lastId += 1), method, params }));
      for (;;) {
        const message = received.readMessage();
        if (message !== null) return 'result' in message ? message.result : message;
        await nextChunk();
      }
    },
  };
}

const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };

/** A server that greets, and then answers no request. */
function serveSilently() {
  const asked = Promise.withResolvers<void>();
  const abandoned = Promise.withResolvers<void>();
  const silent = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { id, method } = (await request.json()) as { id: number; method: string };
      if (method !== 'initialize') {
        request.signal.addEventListener('abort', () => abandoned.resolve());
        asked.resolve();
        await never;
      }
      return Response.json({ jsonrpc: '2.0', id, result: { ...hello, serverInfo: hello.clientInfo } });
    },
  });
  afterAll(() => silent.stop(true));
  return { url: silent.url.origin, asked: asked.promise, abandoned: abandoned.promise };
}

describe('duebook mcp', () => {
  test('forwards every request to the server, and ends with its input', async () => {
    const { ended, close, tell, ask } = converse();
    expect(await ask('initialize', hello)).toMatchObject({
      serverInfo: { name: 'duebook' },
      instructions: expect.stringMatching(/\w/),
    });
    tell({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await ask('tools/list', {})).toMatchObject({ tools: expect.any(Array) });
    const created = await ask('tools/call', { name: 'createSubscription', arguments: validDraft });
    expect(created).toMatchObject({ isError: false, content: [{ text: expect.stringContaining(validDraft.name) }] });
    expect(await ask('tools/call', { name: 'createSubscription', arguments: {} })).toMatchObject({ isError: true });
    expect(await ask('tools/call', { name: 'nothing', arguments: {} })).toMatchObject({ error: { code: -32_602 } });
    expect(await ask('nothing/list', {})).toMatchObject({ error: { code: -32_601 } });
    expect((await service.list()).data).toHaveLength(1);
    close();
    await ended;
  });

  test('reports a key that was revoked meanwhile, with the suggested fix', async () => {
    const { key, id } = service.makeKeyRecord('first', 'read');
    const { ended, close, ask } = converse({ url: service.origin, keyFile: fileWith(key) });
    await ask('initialize', hello);
    revokeKey(service.store, id, '2026-06-16T12:00:00.000Z');
    expect(await ask('tools/list', {})).toMatchObject({
      error: {
        message: expect.stringContaining('Check that the key is complete'),
        data: { error: { code: 'invalid_api_key' } },
      },
    });
    close();
    await ended;
  });

  const write = (id: number, name: string) =>
    ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: validDraft } }) as const;
  const hail = { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello } as const;

  test('answers every request of an input that ends at once', async () => {
    const before = (await service.list()).data.length;
    const { ended, close, tell, answers } = converse();
    tell(hail);
    for (let id = 1; id <= 5; id += 1) tell(write(id, 'createSubscription'));
    tell({ jsonrpc: '2.0', id: 6, method: 'tools/list' });
    tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 6 } });
    close();
    await ended;
    const answered = answers().map((message) => ('id' in message ? message.id : undefined));
    expect(new Set(answered)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect((await service.list()).data).toHaveLength(before + 5);
  });

  test('waits ten seconds for the next answer, and again after each answer', async () => {
    const waiting: { readonly answer: () => void }[] = [];
    const allAsked = Promise.withResolvers<void>();
    const slow = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        const { id, method } = (await request.json()) as { id: number; method: string };
        if (method !== 'initialize') {
          const answered = Promise.withResolvers<void>();
          waiting.push({ answer: answered.resolve });
          if (waiting.length === 3) allAsked.resolve();
          await answered.promise;
        }
        return Response.json({ jsonrpc: '2.0', id, result: { ...hello, serverInfo: hello.clientInfo, content: [] } });
      },
    });
    afterAll(() => slow.stop(true));
    const clock = createTestClock('2026-06-16T12:00:00.000Z');
    const { ended, close, tell, nextChunk } = converse({ url: slow.url.origin, keyFile }, clock);
    tell(hail);
    await nextChunk();
    for (let id = 1; id <= 3; id += 1) tell(write(id, 'createSubscription'));
    close();
    await allAsked.promise;
    let isOver = false;
    void ended.then(() => (isOver = true));
    for (const { answer } of waiting.slice(0, 2)) {
      clock.advance(9.9);
      await new Promise((resolve) => setImmediate(resolve));
      expect(isOver).toBe(false);
      answer();
      await nextChunk();
      await new Promise((resolve) => setImmediate(resolve));
    }
    // The third answer never comes.
    clock.advance(9.9);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    clock.advance(0.2);
    await ended;
  });

  test('closes the request to the server when the client cancels it', async () => {
    const { url, asked, abandoned } = serveSilently();
    const { ended, close, tell } = converse({ url, keyFile });
    tell(hail);
    tell(write(1, 'createSubscription'));
    await asked;
    tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await abandoned;
    close();
    await ended;
  });

  test('lists further toolsets when asked to, and explains a toolset that does not exist', async () => {
    const namesWith = async (toolsets: string | null) => {
      const { ended, close, ask } = converse({ toolsets });
      await ask('initialize', hello);
      const { tools } = (await ask('tools/list', {})) as { tools: { name: string }[] };
      close();
      await ended;
      return tools.map(({ name }) => name);
    };
    expect(await namesWith(null)).not.toContain('getPreferences');
    expect(await namesWith('settings')).toContain('getPreferences');
    const failure = await failureOf(converse({ toolsets: 'x' }).ended);
    expect(failure).toContain(
      'There is no toolset "x". Name some of subscriptions, payments, reports, audit, corrections, import, reminders, settings',
    );
  });

  test('ends on a stop signal', async () => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const settings = { url: service.origin, keyFile, toolsets: null };
    await forwardMcp({ settings, streams, clock: systemClock, stopRequested: Promise.resolve() });
  });

  test('accepts the URL of MCP clients over HTTP', async () => {
    const below = await startService({ basePath: '/duebook' });
    for (const { origin, keys } of [service, below]) {
      const { ended, close } = converse({ url: `${origin}/mcp`, keyFile: fileWith(keys.read) });
      close();
      await ended;
    }
  });

  test.each([
    ['no key file', { keyFile: null }, '--key-file'],
    ['a key file that does not exist', { keyFile: '/nonexistent/key' }, 'cannot read the API key'],
    ['a file without a key', { keyFile: fileWith('dbk_w_x') }, 'has no API key'],
    [
      'a key that the server does not know',
      { keyFile: fileWith(composeApiKey('read', systemRandomness.bytes)) },
      'refuses the key',
    ],
    ['no server', { url: 'http://127.0.0.1:1' }, 'the server at http://127.0.0.1:1 cannot be reached'],
    ['a URL outside MCP', { url: `${service.origin}/docs` }, `${service.origin}/docs/mcp does not exist: set --url`],
    ['another program', { url: plain.url.origin }, 'answers 200 without JSON'],
  ])('explains in one line: %s', async (_, settings, reason) => {
    const { ended } = converse(settings);
    expect(await failureOf(ended)).toContain(reason);
    expect(await failureOf(ended)).toMatch(/^[^\n]+$/);
  });
});
