import { describe, expect, test } from 'bun:test';
import { startServer } from '../support/binary.ts';
import { curl } from '../support/curl.ts';
import { isNightly } from '../support/nightly.ts';
import { canTry, recipesFor, startProxy, type ProxyName } from '../support/proxies.ts';
import { validDraft } from '../support/validDraft.ts';

interface Request {
  readonly key: string;
  /** The local address from which the client connects. */
  readonly from?: string;
  readonly forwardedFor?: string;
  readonly draft?: unknown;
  /** A request of the Model Context Protocol to post. */
  readonly message?: unknown;
  /** The origin of the web page that sends the request. */
  readonly origin?: string;
}

const mcpHeaders = ['content-type: application/json', 'accept: application/json, text/event-stream'];

/** The call of a tool by an agent. */
function callOf(name: string, given: Record<string, unknown>) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
}

/** Sends a request through a proxy with a key. */
function ask(url: string, { key, from, forwardedFor, draft, message, origin }: Request) {
  const lines = [
    `authorization: Bearer ${key}`,
    ...(forwardedFor === undefined ? [] : [`x-forwarded-for: ${forwardedFor}`]),
    ...(message === undefined ? [] : mcpHeaders),
    ...(origin === undefined ? [] : [`origin: ${origin}`]),
  ];
  return curl(url, { lines, json: message ?? draft, ...(from !== undefined && { from }) });
}

describe.each(['caddy', 'nginx'] as const)('the recipes for %s', (proxy: ProxyName) => {
  const [whole, below] = recipesFor(proxy);

  test.if(canTry(proxy))('serve over TLS, and pass on the address of a client that sends invalid keys', async () => {
    const server = await startServer(['--trusted-proxies', '127.0.0.1', '--invalid-key-limit', '1']);
    const origin = await startProxy(proxy, whole, server.origin);
    const key = server.initialKey();
    const subscriptions = `${origin}/api/v1/subscriptions`;
    expect((await ask(subscriptions, { key, draft: validDraft })).status).toBe(201);
    expect((await ask(subscriptions, { key })).body).toContain(`"name":"${validDraft.name}"`);
    expect((await ask(`${origin}/docs`, { key })).body).toContain('src="/docs/page.js"');

    const statusOf = async (from: string, forwardedFor?: string) =>
      (await ask(subscriptions, { key: 'wrong', from, ...(forwardedFor !== undefined && { forwardedFor }) })).status;
    expect([await statusOf('127.0.0.2'), await statusOf('127.0.0.2', '203.0.113.1')]).toEqual([401, 429]);
    expect([await statusOf('127.0.0.3'), await statusOf('127.0.0.3', '127.0.0.2')]).toEqual([401, 429]);
    expect(await server.stop()).toMatchObject({ exitCode: 0 });
  });

  test.if(isNightly && canTry(proxy))('serve only below a base path, and pass it on unchanged', async () => {
    const server = await startServer(['--trusted-proxies', '127.0.0.1', '--base-path', '/duebook']);
    const origin = await startProxy(proxy, below, server.origin);
    const key = server.initialKey();
    expect((await ask(`${origin}/duebook/api/v1/audit`, { key })).status).toBe(200);
    expect((await ask(`${origin}/duebook/readyz`, { key })).body).toContain('"status":"ready"');
    expect((await ask(`${origin}/duebook`, { key })).status).toBe(302);
    expect((await ask(`${origin}/duebook/openapi.json`, { key })).body).toContain('"url":"/duebook"');
    expect((await ask(`${origin}/livez`, { key })).body).not.toContain('alive');
    expect((await ask(`${origin}/duebooks`, { key })).body).not.toContain('requestId');
    await server.stop();
  });

  test.if(isNightly && canTry(proxy))(
    'let agents call tools, on a host and below a base path, and web pages only from allowed origins',
    async () => {
      const named = 'https://duebook.example.com';
      const words = ['--trusted-proxies', '127.0.0.1', '--mcp-allowed-origins', named];
      for (const [recipe, basePath] of [
        [whole, ''],
        [below, '/duebook'],
      ] as const) {
        const server = await startServer([...words, ...(basePath === '' ? [] : ['--base-path', basePath])]);
        const proxyOrigin = await startProxy(proxy, recipe, server.origin);
        const [url, key] = [`${proxyOrigin}${basePath}/mcp`, server.initialKey()];
        const created = await ask(url, { key, message: callOf('createSubscription', validDraft) });
        expect(JSON.parse(created.body)).toMatchObject({
          result: { structuredContent: { data: { name: validDraft.name } } },
        });
        const message = callOf('listSubscriptions', {});
        const listed = await ask(url, { key, message, origin: named });
        expect(JSON.parse(listed.body)).toMatchObject({
          result: { structuredContent: { data: [{ name: validDraft.name }] } },
        });
        expect((await ask(url, { key, message, origin: 'https://other.example.com' })).status).toBe(403);
        expect((await ask(url, { key: 'wrong', message })).status).toBe(401);
        await server.stop();
      }
    },
    30_000,
  );
});
