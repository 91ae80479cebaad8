import { describe, expect, test } from 'bun:test';
import { words } from '../../../support/expectations.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const below = await startService({ basePath: '/duebook' });
const views = [
  'overview',
  'subscriptions',
  'calendar',
  'insights',
  'set-aside',
  'reminders',
  'activity',
  'import',
  'settings',
  'sign-in',
  'help',
];
const helpPages = words('first-steps due contracts reminders import people');
const page = '<!doctype html><link href="./assets/page.css">';
const calendarPage = '<!doctype html><link href="./assets/days.js">';
const asset = '/assets/page-1a2b3c4d.js';

function browse(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers };
  return fetch(service.origin + path, { method, headers: asBrowser, redirect: 'manual' });
}

describe('the page', () => {
  test.each(['', ...views])('is at /%s for a browser, and is asked for again each time', async (view) => {
    const response = await browse(`/${view}`);
    expect([response.status, await response.text()]).toEqual([200, view === 'calendar' ? calendarPage : page]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const tag = response.headers.get('etag') ?? '';
    expect((await browse(`/${view}`, { 'if-none-match': tag })).status).toBe(304);
  });

  test.each(helpPages)('is at /help/%s, too, and its addresses lead one level up', async (name) => {
    const text = page.replace('./', '../');
    const response = await browse(`/help/${name}`);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect([response.headers.get('cache-control'), response.headers.get('vary')]).toEqual(['no-cache', 'Accept']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect((await browse(`/help/${name}`, {}, 'HEAD')).status).toBe(200);
    const inside = await fetch(`${below.origin}/help/${name}`, { headers: { accept: 'text/html' } });
    expect([inside.status, await inside.text()]).toEqual([200, text]);
    expect((await service.call('GET', `/help/${name}`)).status).toBe(404);
  });

  test('may load nothing from other hosts, run no inline script and be in no frame', async () => {
    const { headers } = await browse('/');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'",
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
    expect(await (await fetch(`${below.origin}/calendar`, { headers })).text()).toBe(calendarPage);
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

describe('an unknown path', () => {
  test.each([
    ['/nowhere', './assets/page.css'],
    ['/nowhere/', '../assets/page.css'],
    ['/overview/2026/november', '../../assets/page.css'],
    ['/calendar/', '../assets/page.css'],
    ['/help/nothing', '../assets/page.css'],
  ])('is for a browser the page that says so at %s, and its addresses lead to the base path', async (path, file) => {
    const response = await browse(path);
    expect([response.status, await response.text()]).toEqual([404, page.replace('./assets/page.css', file)]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const head = await browse(path, {}, 'HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      404,
      'text/html; charset=utf-8',
      '',
    ]);
  });

  test.each([
    ['/duebook/nowhere', './assets/page.css'],
    ['/duebook/a/b', '../assets/page.css'],
    ['/nowhere', './duebook/assets/page.css'],
    ['/a/b', '../duebook/assets/page.css'],
  ])('leads to the base path from %s', async (path, file) => {
    const url = new URL(path, below.origin);
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    expect([response.status, await response.text()]).toEqual([404, page.replace('./assets/page.css', file)]);
  });

  test.each(words('/api /api/v1 /api/v1/nothing /api/v2/subscriptions /assets/page-00000000.js /assets/a/b.js'))(
    'is not_found in JSON for a browser at %s',
    async (path) => {
      const response = await browse(path);
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
    },
  );

  test('is not_found in JSON for a browser that writes, and a wrong method stays 405', async () => {
    const post = await browse('/nowhere', {}, 'POST');
    expect([post.status, await post.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    const wrong = await browse('/openapi.json', {}, 'DELETE');
    expect([wrong.status, await wrong.json()]).toMatchObject([405, { error: { code: 'method_not_allowed' } }]);
    expect((await browse('/api/v1/subscriptions/batch')).status).toBe(405);
  });

  test.each([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'is not_found in JSON for a client that sends %p',
    async (headers) => {
      const response = await fetch(`${service.origin}/nowhere`, { headers });
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
    },
  );
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

  test('is sent in gzip as the build has made it, with an entity tag of its own', async () => {
    const response = await fetch(service.origin + asset, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('etag')).toEndWith('-gzip"');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('export {};');
  });

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
