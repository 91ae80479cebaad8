import { describe, expect, test } from 'bun:test';
import { startService } from '../../support/service.ts';

const service = await startService();
const below = await startService({ basePath: '/duebook' });
const views = ['overview', 'subscriptions', 'calendar', 'insights', 'activity', 'settings', 'sign-in'];
const page = '<!doctype html><title>Duebook</title>';
const asset = '/assets/page-1a2b3c4d.js';

function browse(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers };
  return fetch(service.origin + path, { method, headers: asBrowser, redirect: 'manual' });
}

describe('the page', () => {
  test.each(['', ...views])('is at /%s for a browser, and is asked for again each time', async (view) => {
    const response = await browse(`/${view}`);
    expect([response.status, await response.text()]).toEqual([200, page]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const tag = response.headers.get('etag') ?? '';
    expect((await browse(`/${view}`, { 'if-none-match': tag })).status).toBe(304);
  });

  test('may load nothing from other hosts, run no inline script and be in no frame', async () => {
    const { headers } = await browse('/');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('is below the base path, with a slash at its end, so that its relative addresses lead there', async () => {
    const headers = { accept: 'text/html' };
    const bare = await fetch(below.origin, { headers, redirect: 'manual' });
    expect([bare.status, bare.headers.get('location')]).toEqual([302, '/duebook/']);
    expect(await (await fetch(`${below.origin}/`, { headers })).text()).toBe(page);
    expect(await (await fetch(`${below.origin}/calendar`, { headers })).text()).toBe(page);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const head = await browse('/overview', { 'accept-encoding': 'identity' }, 'HEAD');
    const get = await browse('/overview', { 'accept-encoding': 'identity' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'vary', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });
});

describe('a client that does not ask for HTML', () => {
  test('is led from the root to the documentation', async () => {
    const response = await fetch(`${service.origin}/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
    expect(response.headers.get('vary')).toBe('Accept');
  });

  test.each(views)('gets not_found at /%s, and no page is named as the path that it meant', async (view) => {
    const answer = await service.call('GET', `/${view}`);
    expect(answer.status).toBe(404);
    expect(answer.json.error?.suggestedFix).not.toMatch(new RegExp(`path /${view}\\.`));
  });
});

describe('a file of the page', () => {
  test('is kept by browsers for a year, because its name changes with its content', async () => {
    const response = await fetch(service.origin + asset);
    expect([response.status, await response.text()]).toEqual([200, 'export {};']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test.each(['gzip', 'zstd'])(
    'is sent in %s as the build has made it, with an entity tag of its own',
    async (encoding) => {
      const response = await fetch(service.origin + asset, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('etag')).toEndWith(`-${encoding}"`);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.text()).toBe('export {};');
    },
  );

  test('is sent plain to a client that accepts no encoding', async () => {
    const response = await fetch(service.origin + asset, { headers: { 'accept-encoding': 'identity' } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe('export {};');
  });

  test.each(['/assets/page-00000000.js', '/assets/%2e%2e%2findex.html', '/assets/index.html'])(
    'is not_found at %s, and that is not kept',
    async (path) => {
      const answer = await service.call('GET', path);
      expect([answer.status, answer.json.error?.code]).toEqual([404, 'not_found']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});
