import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { validDraft } from '../support/validDraft.ts';
import { createCommands } from '../support/commands.ts';
import { outcomeOf } from '../support/program.ts';

const token = 'a-token-of-the-collector';

/** Starts a server, and calls it. */
async function serve(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const started = await createCommands().serve(words, environment);
  const call = (path: string, bearer: string, init: RequestInit = {}) =>
    fetch(started.origin + path, { ...init, headers: { authorization: `Bearer ${bearer}` } });
  return { ...started, call };
}

/** A free port. */
async function freePort(): Promise<string> {
  const server = Bun.serve({ hostname: 'localhost', port: 0, fetch: () => new Response() });
  const port = String(server.port);
  await server.stop(true);
  return port;
}

/** Stops a server and returns its log. If the stop may have given up on a slow disk, waits until the log has the last text. */
async function logAtEnd({ stop, readLog }: Awaited<ReturnType<typeof serve>>, last: string): Promise<string> {
  const begunAt = performance.now();
  expect(await stop()).toBe(0);
  const mayHaveGivenUp = performance.now() - begunAt >= 390;
  const isWhole = () => readLog().includes(last) && readLog().endsWith('\n');
  if (mayHaveGivenUp) while (!isWhole()) await Bun.sleep(1);
  return readLog();
}

describe('the log of serve', () => {
  test('has a line for each request and each commit when serve ends', async () => {
    const server = await serve(['--log-level', 'debug', '--log-format', 'text']);
    const { call, key, notices } = server;
    await call('/api/v1/subscriptions', key, { method: 'POST', body: JSON.stringify(validDraft) });
    await call('/api/v1/subscriptions', 'dbk_r_wrong');
    const lines = (await logAtEnd(server, 'INFO  stopped')).split('\n');
    expect(lines.map((line) => line.split(' ').slice(1, 6).join(' '))).toEqual([
      expect.stringMatching(/^INFO {2}started version=\S+ dataDirectory=/),
      'DEBUG writes were committed commands=1',
      'INFO  POST /api/v1/subscriptions 201',
      'WARN  authentication failed authFailed=invalid_key',
      'INFO  GET /api/v1/subscriptions 401',
      'INFO  stopping',
      // The last use of the key.
      'DEBUG writes were committed commands=1',
      'INFO  stopped',
      '',
    ]);
    // The first key, and how to sign in.
    expect(notices).toHaveLength(7);
  });

  test('warns about X-Forwarded-For from an address that is not a trusted proxy', async () => {
    const server = await serve(['--log-format', 'text']);
    await fetch(`${server.origin}/api/v1/audit`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    const log = await logAtEnd(server, 'GET /api/v1/audit 401');
    expect(log).toMatch(/ WARN {2}the header X-Forwarded-For from 127\.0\.0\.1 is ignored/);
    expect(log).not.toContain(' ERROR ');
  });

  test('is JSON without a terminal', async () => {
    const server = await serve([]);
    await server.call('/api/v1/audit', server.key);
    const [, line = ''] = (await logAtEnd(server, '"stopped"')).split('\n');
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      route: '/api/v1/audit',
      status: 200,
    });
  });
});

describe('the metrics of serve', () => {
  test('are on a separate port, which closes with the server', async () => {
    const { call, key, stop, readLog } = await serve(['--metrics-port', '0']);
    await call('/api/v1/subscriptions', key, { method: 'POST', body: JSON.stringify(validDraft) });
    while (!readLog().includes('/metrics')) await Bun.sleep(1);
    const url = /http:\S+\/metrics/.exec(readLog())?.[0] ?? '';
    const text = await (await fetch(url)).text();
    expect(text).toContain('duebook_commits_total{outcome="committed"} 1\n');
    expect(text).toMatch(/^duebook_database_bytes [1-9]/m);
    expect(text).toMatch(/^duebook_wal_bytes [1-9]/m);
    expect((await call('/metrics', token)).status).toBe(404);
    await stop();
    expect(fetch(url)).rejects.toThrow();
  });

  test('are on the port of the API for clients with the token, and count what is logged', async () => {
    const { call, key, stop } = await serve(['--quota', '1'], { DUEBOOK_METRICS_TOKEN: token });
    await call('/api/v1/audit', 'dbk_r_wrong');
    for (const status of [200, 429]) expect((await call('/api/v1/audit', key)).status).toBe(status);
    const answer = await (await call('/metrics', token)).text();
    expect(answer).toContain('duebook_authentication_failures_total{reason="invalid_key"} 1\n');
    expect(answer).toContain('duebook_rate_limited_total{limit="quota"} 1\n');
    await stop();
  });

  test.each([
    ['of the same host', []],
    ['where one of the two listens on all addresses', ['--host', '0.0.0.0']],
    ['where the other does', ['--metrics-host', '::']],
  ])('on the port of the API, %s, are refused before there is a data directory', async (_, hosts) => {
    const dataDirectory = join(temporaryDirectory(), 'data');
    const ports = ['--port', '45678', '--metrics-port', '45678'];
    expect(await outcomeOf(['serve', ...ports, ...hosts, '--data-dir', dataDirectory])).toEqual({
      code: 2,
      results: [],
      notices: ['duebook: --port and --metrics-port are both 45678: give them different ports'],
    });
    expect(existsSync(dataDirectory)).toBe(false);
  });

  test('on the port of the API under another name of its host make the start fail before it creates a data directory', async () => {
    const { address = '127.0.0.1' } = (await Bun.dns.lookup('localhost', { family: 4 }))[0] ?? {};
    const dataDirectory = join(temporaryDirectory(), 'data');
    let refused: Awaited<ReturnType<typeof outcomeOf>>;
    let attempts = 0;
    do {
      const port = await freePort();
      const words = ['--host', 'localhost', '--port', port, '--metrics-host', address, '--metrics-port', port];
      refused = await outcomeOf(['serve', ...words, '--data-dir', dataDirectory]);
      attempts += 1;
      // Another program may have taken the port meanwhile; then the metrics fail first.
    } while (attempts < 3 && refused.notices[0]?.includes('--metrics-port') === true);
    expect(refused).toMatchObject({ code: 1, results: [], notices: [expect.stringContaining('--port')] });
    expect(existsSync(dataDirectory)).toBe(false);
  });
});
