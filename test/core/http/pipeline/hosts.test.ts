import { describe, expect, test } from 'bun:test';
import { startServer } from '../../../support/binary.ts';
import { words, absentId } from '../../../support/expectations.ts';
import { exchange } from '../../../support/rawSocket.ts';

const metricsToken = 'a-token-that-is-long-enough-for-metrics';
const subscriptions = '/api/v1/subscriptions';

/** Paths below the base path. `/abc`, `/abcd` and `/abcdefg` stand before what is served, for a router that looks too late. */
const served = ['', '/livez', '/readyz', '/metrics', '/docs', '/openapi.json', '/llms.txt', '/mcp', subscriptions];
const shifted = ['/abc', '/abcd', '/abcdefg'];
const requests: readonly (readonly [method: string, path: string])[] = [
  ...served.map((path) => ['GET', path] as const),
  ['GET', `${subscriptions}?limit=1&q=/x`],
  ['GET', `${subscriptions}/${absentId}`],
  ['HEAD', subscriptions],
  ['HEAD', `${subscriptions}/${absentId}`],
  ['PUT', subscriptions],
  ['PUT', `${subscriptions}/${absentId}`],
  ['PUT', '/docs'],
  ['PUT', '/mcp'],
  ['OPTIONS', subscriptions],
  ['POST', subscriptions],
  ['POST', '/mcp'],
  ['DELETE', `${subscriptions}/${absentId}`],
];

const hosts = [...words('a ab nas home house server [::1] xn-- 300.1.1.1'), '', 'a/b', 'u@a', 'a b', '[x'];
const hostHeaders = hosts.flatMap((host) => [[`Host: ${host}`], [`Host: ${host}:8080`]]);
const secondHosts = [['Host: a', 'Host: b'], ['Host: nas', 'Host: nas'], ['Host: a', 'Host:'], ['Host: a, b']].map(
  (hostLines) => ({ hostLines }),
);

interface Form {
  readonly hostLines: readonly string[];
  readonly version?: string;
  /** What stands before the path. */
  readonly prefix?: string;
}

const forms: readonly Form[] = [
  ...hostHeaders.map((hostLines) => ({ hostLines })),
  { hostLines: [], version: '1.0' },
  { hostLines: [], version: '1.0', prefix: 'http://nas' },
  { hostLines: ['Host: nas'], prefix: 'http://nas' },
  { hostLines: ['Host: localhost'], prefix: 'http://a' },
];

async function startWith(basePath: string) {
  const flags = ['--metrics-token', metricsToken, ...(basePath === '' ? [] : ['--base-path', basePath])];
  const server = await startServer([...flags, '--quota', '100000']);
  const key = server.initialKey();
  const { origin } = new URL(server.origin);

  /** The status of the answer, its Allow and Location, and the code of its error. */
  async function ask([method, path]: readonly [string, string], { hostLines, version = '1.1', prefix = '' }: Form) {
    const target = path === '' && basePath === '' ? '/' : path;
    const credential = path.endsWith('/metrics') ? metricsToken : key;
    // A key of its own, since it is compared with the target of the first request that had it.
    const own = method === 'POST' ? [`Idempotency-Key: ${crypto.randomUUID()}`] : [];
    const lines = [
      `${method} ${prefix}${target} HTTP/${version}`,
      `Authorization: Bearer ${credential}`,
      'Content-Length: 0',
      ...own,
    ];
    const { head, body } = await exchange(origin, lines, hostLines);
    const header = (name: string) => new RegExp(`^${name}: (.*)\r?$`, 'im').exec(head)?.[1]?.trim();
    const [code] = /(?<="code":")\w+/.exec(body) ?? [];
    // On a busy machine the server is not ready now and then, and says so at the same path.
    const status = /"status":"(not )?ready"/.test(body) ? '200' : head.slice(9, 12);
    return { method, target, status, allow: header('allow'), location: header('location'), code };
  }

  const all = requests.flatMap(([method, path]) => [
    [method, basePath + path] as const,
    ...shifted.map((before) => [method, before + basePath + path] as const),
  ]);
  return { server, ask, askAll: (form: Form) => Promise.all(all.map((request) => ask(request, form))) };
}

describe.each([{ basePath: '' }, { basePath: '/duebook' }])('with the base path "$basePath"', async ({ basePath }) => {
  const { ask, askAll } = await startWith(basePath);
  const expected = await askAll({ hostLines: ['Host: localhost'] });

  test('what is served is served, and nothing behind another path', () => {
    const statusOf = (path: string) => expected.find(({ target }) => target === basePath + path)?.status;
    expect(served.slice(1).map(statusOf)).toEqual(['200', '200', '200', '200', '200', '200', '405', '200']);
    const behind = expected.filter(({ target }) => shifted.some((before) => target.startsWith(`${before}/`)));
    expect(behind.length).toBeGreaterThan(50);
    expect(new Set(behind.map(({ status }) => status))).toEqual(new Set(['404']));
  });

  test.each(forms)('a request has the same answer whatever its host: %j', async (form) => {
    expect(await askAll(form)).toEqual(expected);
  });

  test.each(secondHosts)('a request with two Host headers is refused: %j', async (form) => {
    for (const [method, path] of requests) {
      const answer = await ask([method, basePath + path], form);
      expect([answer.status, method === 'HEAD' ? 'invalid_host' : answer.code]).toEqual(['400', 'invalid_host']);
    }
  });
});

describe('the listener of the metrics', async () => {
  const server = await startServer(['--metrics-port', '0']);
  const line = await server.lineThat((text) => text.includes('metrics are served at'));
  const { origin } = new URL(/http:\S+\/metrics/.exec(line)?.[0] ?? '');
  const statusOf = async (path: string, { hostLines, version = '1.1', prefix = '' }: Form) =>
    (await exchange(origin, [`GET ${prefix}${path} HTTP/${version}`], hostLines)).head.slice(9, 12);

  test.each(forms)('answers /metrics alone, whatever the host: %j', async (form) => {
    const statuses = ['/metrics', '/metrics?x=/', '/abc/metrics', '/abcdefg/metrics', '/'].map((path) =>
      statusOf(path, form),
    );
    expect(await Promise.all(statuses)).toEqual(['200', '200', '404', '404', '404']);
  });

  test.each(secondHosts)('refuses two Host headers: %j', async (form) => {
    expect(await statusOf('/metrics', form)).toBe('400');
  });
});
