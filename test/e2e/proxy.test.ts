import { describe, expect, test } from 'bun:test';
import { startServer } from '../support/binary.ts';
import { canTry, recipesFor, startProxy, type ProxyName } from '../support/proxies.ts';
import { validDraft } from '../support/validDraft.ts';

interface Request {
  readonly key: string;
  /** The address of this machine from which the client connects. */
  readonly from?: string;
  readonly forwardedFor?: string;
  readonly draft?: unknown;
}

/** Asks through a proxy, whose certificate is not looked at, and gives the status and the body. */
async function ask(url: string, { key, from = '127.0.0.2', forwardedFor, draft }: Request) {
  const headers = [
    `authorization: Bearer ${key}`,
    ...(forwardedFor === undefined ? [] : [`x-forwarded-for: ${forwardedFor}`]),
  ];
  const words = [
    'curl',
    '-s',
    '-k',
    '-4',
    '--interface',
    from,
    '-w',
    '\n%{http_code}',
    ...headers.flatMap((line) => ['-H', line]),
  ];
  const child = Bun.spawn([...words, ...(draft === undefined ? [] : ['-d', JSON.stringify(draft)]), url], {
    stdout: 'pipe',
  });
  const lines = (await new Response(child.stdout).text()).split('\n');
  return { status: Number(lines.pop()), body: lines.join('\n') };
}

describe.each(['caddy', 'nginx'] as const)('the recipes for %s', (proxy: ProxyName) => {
  const [whole, below] = recipesFor(proxy);

  test.if(canTry(proxy))('serve over TLS, and tell which client sends invalid keys', async () => {
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

  test.if(canTry(proxy))('serve below a path, which they pass on as it is, and nothing else', async () => {
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
});
