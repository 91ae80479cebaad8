import { describe, expect, test } from 'bun:test';
import { run, startServer } from '../support/binary.ts';
import { curl } from '../support/curl.ts';
import { firstUnlessNightly, isNightly } from '../support/nightly.ts';
import { canTry, recipesFor, startProxy } from '../support/proxies.ts';

const asBrowser = { accept: 'text/html', 'accept-encoding': 'gzip' };
const behindProxy = ['--trusted-proxies', '127.0.0.1'];

/** Gets a page from a proxy with a certificate of its own. */
function get(url: string, headers: Readonly<Record<string, string>> = asBrowser): Promise<Response> {
  return fetch(url, { headers, redirect: 'manual', tls: { rejectUnauthorized: false } });
}

describe.each(firstUnlessNightly((['caddy', 'nginx'] as const).filter(canTry)))('the recipes for %s', (proxy) => {
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
});
