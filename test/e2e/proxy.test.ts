import { describe, expect, test } from 'bun:test';
import { importBytesMax } from '../../src/modules/imports/routes/admission.ts';
import { run, startServer } from '../support/binary.ts';
import { curl } from '../support/curl.ts';
import { firstUnlessNightly, isNightly } from '../support/nightly.ts';
import { canTry, recipesFor, signInRecipe, startProxy } from '../support/proxies.ts';
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

test('all recipes for nginx let the largest import pass, and do not hide that an export broke off', () => {
  const signIn = ['Authelia with nginx', 'Passwords in nginx'].map((heading) => signInRecipe('nginx', heading));
  for (const recipe of [...recipesFor('nginx'), ...signIn]) {
    expect(recipe).toContain(`client_max_body_size ${importBytesMax / 1024 ** 2}m;`);
    const [, location] = /location (?!= \/authelia).*?\{(.*?)\n    \}/s.exec(recipe) ?? [];
    expect(location).toMatch(/proxy_pass http:.*\n +proxy_http_version 1\.1;/);
  }
});

/** Proxies that compress the answers, with what their versions make of a tag. */
const compressing = [
  {
    proxy: 'nginx',
    encoding: 'gzip',
    made: (tag: string) => [`W/${tag}`],
    recipe: `server {
      listen 443 ssl;
      ssl_certificate /a; ssl_certificate_key /b;
      gzip on; gzip_proxied any; gzip_types *; gzip_min_length 1;
      location / { proxy_pass http://127.0.0.1:8383; proxy_set_header Accept-Encoding ""; }
    }`,
  },
  ...['gzip', 'zstd'].map((encoding) => ({
    proxy: 'caddy' as const,
    encoding,
    made: (tag: string) => [tag, tag.replace(/"$/, `-${encoding}"`)],
    recipe: `duebook.example.com {
      encode ${encoding} {
        minimum_length 1
        match header Content-Type application/json*
      }
      reverse_proxy 127.0.0.1:8383 {
        header_up -Accept-Encoding
      }
    }`,
  })),
] as const;

describe('§8.2: a tag that was handed out is accepted back', () => {
  test.each(compressing.filter(({ proxy }) => canTry(proxy)))(
    'also when $proxy has compressed the answer with $encoding',
    async ({ proxy, encoding, recipe, made }) => {
      const server = await startServer();
      const origin = await startProxy(proxy, recipe, server.origin);
      const headers = { authorization: `Bearer ${server.initialKey()}` };
      const send = (
        at: string,
        path: string,
        options: { readonly method?: string; readonly body?: string; readonly headers?: object } = {},
      ) =>
        fetch(`${at}/api/v1/subscriptions${path}`, {
          ...options,
          headers: { ...headers, ...options.headers },
          tls: { rejectUnauthorized: false },
        });
      const created = await send(server.origin, '', { method: 'POST', body: JSON.stringify(validDraft) });
      const path = `/${((await created.json()) as { readonly data: { readonly id: string } }).data.id}`;
      const plain = created.headers.get('etag') ?? '';
      const read = await send(origin, path, { headers: { 'accept-encoding': encoding } });
      const tag = read.headers.get('etag') ?? '';
      expect([read.status, read.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(made(plain)).toContain(tag);
      const known = await send(origin, path, { headers: { 'if-none-match': tag } });
      expect([known.status, await known.text()]).toEqual([304, '']);
      const patch = { method: 'PATCH', body: '{"amount":5}', headers: { 'if-match': tag } };
      expect((await send(origin, path, patch)).status).toBe(200);
      expect((await send(origin, path, patch)).status).toBe(412);
      await server.stop();
    },
  );

  test('also when the server has compressed the answer', async () => {
    const server = await startServer();
    const headers = { authorization: `Bearer ${server.initialKey()}` };
    const path = `${server.origin}/api/v1/subscriptions`;
    const created = await fetch(path, { method: 'POST', headers, body: JSON.stringify(validDraft) });
    const details = `${path}/${((await created.json()) as { readonly data: { readonly id: string } }).data.id}/details`;
    const body = JSON.stringify({ notes: '\u{1f600}'.repeat(2000) });
    await fetch(details, { method: 'PATCH', headers, body });
    for (const encoding of ['gzip']) {
      const read = await fetch(details, { headers: { ...headers, 'accept-encoding': encoding } });
      const tag = read.headers.get('etag') ?? '';
      expect([read.headers.get('content-encoding'), tag]).toEqual([encoding, expect.stringMatching(/^"/)]);
      const change = {
        method: 'PATCH',
        headers: { ...headers, 'if-match': tag },
        body: `{"paymentMethod":"${encoding}"}`,
      };
      expect((await fetch(details, change)).status).toBe(200);
    }
    await server.stop();
  });
});

describe.each(['caddy', 'nginx'] as const)('the recipes for %s', (proxy) => {
  const [whole, below] = recipesFor(proxy);

  test.if(canTry(proxy))('serve over TLS, and pass on the address of a client that sends invalid keys', async () => {
    const server = await startServer(['--trusted-proxies', '127.0.0.1', '--invalid-key-limit', '1']);
    const origin = await startProxy(proxy, whole, server.origin);
    const key = server.initialKey();
    const subscriptions = `${origin}/api/v1/subscriptions`;
    expect((await ask(subscriptions, { key, draft: validDraft })).status).toBe(201);
    expect((await ask(subscriptions, { key })).body).toContain(`"name":"${validDraft.name}"`);
    expect((await ask(`${origin}/docs`, { key })).body).toContain('src="/docs/page.js"');
    const file = JSON.stringify({ format: 'duebook', version: 1, subscriptions: [validDraft] }).padEnd(importBytesMax);
    const imported = await fetch(`${origin}/api/v1/import?dryRun=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: file,
      tls: { rejectUnauthorized: false },
    });
    expect([imported.status, await imported.text()]).toEqual([200, expect.stringContaining(validDraft.name)]);

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
          result: { content: [{ text: expect.stringContaining(validDraft.name) }] },
        });
        const message = callOf('listSubscriptions', {});
        const listed = await ask(url, { key, message, origin: named });
        expect(JSON.parse(listed.body)).toMatchObject({
          result: { content: [{ text: expect.stringContaining(validDraft.name) }] },
        });
        expect((await ask(url, { key, message, origin: 'https://other.example.com' })).status).toBe(403);
        expect((await ask(url, { key: 'wrong', message })).status).toBe(401);
        await server.stop();
      }
    },
    30_000,
  );
});

const asBrowser = { accept: 'text/html', 'accept-encoding': 'gzip' };
const behindProxy = ['--trusted-proxies', '127.0.0.1'];

/** Gets a page from a proxy with a certificate of its own. */
function get(url: string, headers: Readonly<Record<string, string>> = asBrowser): Promise<Response> {
  return fetch(url, { headers, redirect: 'manual', tls: { rejectUnauthorized: false } });
}

describe.each(firstUnlessNightly((['caddy', 'nginx'] as const).filter(canTry)))(
  'the recipes for %s, for the dashboard',
  (proxy) => {
    const [whole, below] = recipesFor(proxy);

    test.each(
      firstUnlessNightly([
        ['below a base path', below, '/duebook'],
        ['on a host', whole, ''],
      ] as const),
    )('serve the dashboard %s: its page, its compressed files and its redirects', async (_, recipe, basePath) => {
      const server = await startServer([...behindProxy, ...(basePath === '' ? [] : ['--base-path', basePath])]);
      const origin = await startProxy(proxy, recipe, server.origin);
      if (basePath !== '') {
        const redirect = await get(origin + basePath);
        expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${basePath}/`]);
      }
      const page = await get(`${origin}${basePath}/calendar`);
      expect([page.status, page.headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringContaining("require-trusted-types-for 'script'"),
      ]);
      const links = Array.from((await page.text()).matchAll(/(?:src|href)="([^"]+)"/g), ([, link = '']) => link);
      const files = links.filter((link) => link.startsWith('./assets/'));
      expect(files.length).toBeGreaterThan(2);
      for (const path of files) {
        const url = new URL(path, `${origin}${basePath}/calendar`);
        expect(url.pathname).toStartWith(`${basePath}/assets/`);
        const { status, headers } = await get(url.href);
        expect([path, status, headers.get('cache-control')]).toEqual([path, 200, expect.stringContaining('immutable')]);
        if (path.endsWith('.js')) expect([path, headers.get('content-encoding')]).toEqual([path, 'gzip']);
        const etag = headers.get('etag') ?? '';
        expect([path, (await get(url.href, { ...asBrowser, 'if-none-match': etag })).status]).toEqual([path, 304]);
      }
      await server.stop();
    });

    test.if(isNightly)(
      'let people sign in under a name on the internet that the server knows, and under no other',
      async () => {
        const server = await startServer([...behindProxy, '--allowed-hosts', 'book.example.net']);
        // Caddy serves only the names of its configuration.
        const names = ['localhost', 'book.example.net', 'due.example.org'];
        const recipe = whole.replace(/^duebook\.example\.com/, names.join(', '));
        const { port, origin } = new URL(await startProxy(proxy, recipe, server.origin));
        const signIn = async (name: string, json: unknown, ...lines: string[]) => {
          const url = `${origin.replace('localhost', name)}/api/v1/session`;
          const { status, body } = await curl(url, { alias: `${name}:${port}`, json, lines });
          return status === 201 ? 'signed in' : (JSON.parse(body) as { error: { code: string } }).error.code;
        };
        const withKey = { apiKey: server.initialKey() };
        expect(await signIn('book.example.net', withKey)).toBe('signed in');
        expect(await signIn('due.example.org', withKey)).toBe('unknown_host');
        expect(await signIn('due.example.org', withKey, 'x-forwarded-host: localhost')).toBe('unknown_host');
        const { stdout } = await run(['sign-in', '--json'], { cwd: server.directory });
        const { code } = JSON.parse(stdout) as { readonly code: string };
        expect(await signIn('due.example.org', { code })).toBe('signed in');
        expect(await signIn('due.example.org', withKey)).toBe('signed in');
        await server.stop();
      },
    );
  },
);
