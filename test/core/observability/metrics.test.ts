import { describe, expect, test } from 'bun:test';
import { createMetrics } from '../../../src/core/observability/metrics.ts';
import { answerMetricsAlone } from '../../../src/server/serverMetrics.ts';
import { createTestClock } from '../../support/clock.ts';
import { startService, validDraft } from '../../support/service.ts';

const clock = createTestClock('2026-06-16T12:00:00.000Z');
const view = {
  version: '1.2.3',
  databaseBytes: () => 4096,
  walBytes: () => 32,
  backups: {
    state: () => ({ lastBackupFailed: false, failures: 0 }),
    lastBackupAt: () => Promise.resolve<number | undefined>(undefined),
  },
  wallMilliseconds: () => clock.wallMilliseconds(),
  due: { isPerOwner: false, clock, read: () => Promise.resolve([]) },
  deliveries: { mails: () => ({ sent: 0, failed: 0, refused: 0 }), read: () => undefined },
};
const token = 'a-token-of-the-collector';
const metrics = createMetrics(view);
const service = await startService({
  observation: metrics.observation,
  quota: { limit: 8, windowSeconds: 3600 },
  invalidKeys: { limit: 2, windowSeconds: 3600 },
  metrics: { token, reader: metrics.reader },
});

/** The value of each series. */
async function read(reader = metrics.reader): Promise<Map<string, number>> {
  const lines = (await reader.read()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

function askForMetrics(authorization?: string): Promise<Response> {
  return fetch(`${service.origin}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
}

describe('the metrics', () => {
  test('count requests by method, route and status, and how long they took', async () => {
    await service.call('POST', '/api/v1/subscriptions', { json: validDraft });
    await service.call('GET', '/api/v1/subscriptions');
    await service.call('GET', '/api/v1/subscriptions');
    await service.call('GET', '/api/v1/subscriptions', { key: null });
    const series = await read();
    const labels = 'method="GET",route="/api/v1/subscriptions"';
    expect(series.get(`duebook_http_requests_total{${labels},status="200"}`)).toBe(2);
    expect(series.get(`duebook_http_requests_total{${labels},status="401"}`)).toBe(1);
    expect(series.get(`duebook_http_request_duration_seconds_count{${labels}}`)).toBe(3);
    expect(series.get(`duebook_http_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(3);
    expect(series.get('duebook_http_requests_total{method="POST",route="/api/v1/subscriptions",status="201"}')).toBe(1);
    expect(series.get('duebook_http_requests_in_flight')).toBe(0);
  });

  test('do not count health checks', async () => {
    const before = await read();
    for (const path of ['/livez', '/readyz']) await fetch(service.origin + path);
    const sameButTime = (series: Map<string, number>) =>
      [...series].filter(([name]) => name.startsWith('duebook_http'));
    expect(sameButTime(await read())).toEqual(sameButTime(before));
  });

  test('have no more series however many paths, ids and methods are tried', async () => {
    const tryAll = async (name: string) => {
      await fetch(`${service.origin}/${name}`);
      await fetch(`${service.origin}/api/v1/subscriptions/${name}`);
      await fetch(`${service.origin}/${name}`, { method: name.toUpperCase() });
    };
    await tryAll('first');
    const { size } = await read();
    for (let count = 0; count < 20; count += 1) await tryAll(`next${'x'.repeat(count)}`);
    expect((await read()).size).toBe(size);
  });

  test('count what is refused, by its reason', async () => {
    const before = await read();
    for (let count = 0; count < 3; count += 1) await service.call('GET', '/api/v1/audit', { key: 'dbk_r_wrong' });
    for (let count = 0; count < 9; count += 1)
      await service.call('GET', '/api/v1/audit', { key: service.keys.otherWrite });
    await service.call('POST', '/api/v1/subscriptions', { key: service.keys.read, json: validDraft });
    const after = await read();
    const increase = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN);
    expect(increase('duebook_authentication_failures_total{reason="invalid_key"}')).toBe(2);
    expect(increase('duebook_authentication_failures_total{reason="too_many_invalid_keys"}')).toBe(1);
    expect(increase('duebook_authentication_failures_total{reason="insufficient_scope"}')).toBe(1);
    expect(increase('duebook_rate_limited_total{limit="invalid_keys"}')).toBe(1);
    expect(increase('duebook_rate_limited_total{limit="quota"}')).toBe(1);
  });

  test('tell of commits, sizes, the build and the process', async () => {
    metrics.onGroupCommit({ commands: 3, milliseconds: 20, isFailed: false });
    metrics.onGroupCommit({ commands: 1, milliseconds: 5, isFailed: true });
    const series = await read();
    expect(series.get('duebook_commits_total{outcome="committed"}')).toBe(1);
    expect(series.get('duebook_commits_total{outcome="failed"}')).toBe(1);
    expect(series.get('duebook_commit_commands_sum')).toBe(4);
    expect(series.get('duebook_commit_duration_seconds_sum')).toBeCloseTo(0.025);
    expect(series.get('duebook_database_bytes')).toBe(4096);
    expect(series.get('duebook_wal_bytes')).toBe(32);
    expect(series.get(`duebook_build_info{version="1.2.3",bun="${Bun.version}"}`)).toBe(1);
    expect(series.get('process_start_time_seconds')).toBe(clock.wallMilliseconds() / 1000);
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'duebook_heap_used_bytes']) {
      expect(series.get(name)).toBeGreaterThan(0);
    }
  });

  test('tell how old the last backup is, once there is one', async () => {
    const name = 'duebook_backup_age_seconds';
    expect((await read()).has(name)).toBe(false);
    let made: number | undefined;
    const backups = { ...view.backups, lastBackupAt: () => Promise.resolve(made) };
    const { reader } = createMetrics({ ...view, backups });
    expect((await read(reader)).has(name)).toBe(false);
    made = clock.wallMilliseconds() - 90_000;
    expect((await read(reader)).get(name)).toBe(90);
  });

  test('tell whether the last backup failed, and how many have', async () => {
    const told = async (reader = metrics.reader) => {
      const series = await read(reader);
      return ['duebook_backup_last_failed', 'duebook_backup_failures_total'].map((name) => series.get(name));
    };
    expect(await told()).toEqual([0, 0]);
    const state = { lastBackupFailed: true, failures: 2 };
    const { reader } = createMetrics({ ...view, backups: { ...view.backups, state: () => state } });
    expect([await told(reader), await told(reader)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    state.lastBackupFailed = false;
    expect(await told(reader)).toEqual([0, 2]);
  });
});

describe('/metrics beside the API', () => {
  test('needs the token; a wrong one counts as an invalid key, but a valid key does not', async () => {
    service.clock.advance(3600);
    const right = await askForMetrics(`Bearer ${token}`);
    expect(right.status).toBe(200);
    expect(right.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await right.text()).toContain('# TYPE duebook_http_requests_total counter\n');
    const missing = await askForMetrics();
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const failures = async () => (await read()).get('duebook_authentication_failures_total{reason="invalid_key"}');
    const before = await failures();
    for (let count = 0; count < 3; count += 1) {
      expect((await askForMetrics(`Bearer ${service.keys.write}`)).status).toBe(403);
    }
    expect(await failures()).toBe(before);
    for (const [end, status] of [
      ['x', 401],
      ['y', 401],
      ['z', 429],
    ] as const) {
      expect((await askForMetrics(`Bearer ${token}${end}`)).status).toBe(status);
    }
    expect((await askForMetrics(`Bearer ${service.keys.write}`)).status).toBe(403);
    expect((await askForMetrics(`Bearer ${token}`)).status).toBe(200);
    expect((await fetch(`${service.origin}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  test('says that it is the metrics token that is missing or wrong', async () => {
    service.clock.advance(3600);
    const errorOf = async (authorization?: string) => (await askForMetrics(authorization)).json();
    const suggestedFix = expect.stringContaining('--metrics-token') as unknown;
    for (const [authorization, code, words] of [
      [undefined, 'authentication_required', 'The metrics need the metrics token.'],
      [`Bearer ${service.keys.read}`, 'insufficient_scope', 'An API key is not accepted for metrics.'],
      ['Bearer wrong', 'invalid_api_key', 'The metrics token is not valid.'],
    ] as const) {
      expect(await errorOf(authorization)).toMatchObject({ error: { code, message: words, suggestedFix } });
    }
    await askForMetrics('Bearer wrong');
    expect(await errorOf('Bearer wrong')).toMatchObject({
      error: { code: 'rate_limit_exceeded', suggestedFix: expect.stringContaining('Send the metrics token, or wait ') },
    });
  });

  test('is there with the base path and without', async () => {
    const below = await startService({ basePath: '/below', metrics: { token, reader: metrics.reader } });
    for (const path of ['/metrics', '/below/metrics']) {
      const url = new URL(path, below.origin);
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    }
  });

  test('is nothing, and not in the OpenAPI document, while metrics are off', async () => {
    const off = await startService();
    const response = await fetch(`${off.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    expect(JSON.stringify(service.document)).not.toContain('/metrics');
  });
});

describe('a listener for metrics alone', () => {
  const ask = (answer: (request: Request) => Promise<Response>, path: string, init: RequestInit = {}) =>
    answer(new Request(`http://localhost${path}`, init));

  test('serves nothing else', async () => {
    const answer = answerMetricsAlone(metrics.reader, null);
    expect((await ask(answer, '/metrics')).status).toBe(200);
    expect((await ask(answer, '/metrics', { method: 'POST' })).status).toBe(404);
    expect((await ask(answer, '/api/v1/subscriptions')).status).toBe(404);
  });

  test('asks for the token if there is one', async () => {
    const answer = answerMetricsAlone(metrics.reader, token);
    expect((await ask(answer, '/metrics')).status).toBe(401);
    expect((await ask(answer, '/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    expect((await ask(answer, '/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });
});
