import { describe, expect, test } from 'bun:test';
import { createLog } from '../../../src/core/observability/log.ts';
import { logAuthenticationFailures, logRequests } from '../../../src/core/observability/accessLog.ts';
import { createTestClock } from '../../support/clock.ts';

const now = '2026-06-16T12:00:00.000Z';
const request = new Request('http://localhost/api/v1/subscriptions/1?q=secret', {
  headers: { authorization: 'Bearer dbk_r_secret' },
});
const answer = {
  request,
  requestId: '01890000-0000-7000-8000-000000000000',
  method: 'GET',
  route: '/api/v1/subscriptions/:id',
  status: 200,
  milliseconds: 1.23456,
  apiKeyId: '01890000-0000-7000-8000-000000000001',
};

function openRequestLog(format: 'json' | 'text', includesProbes = false) {
  const lines: string[] = [];
  const clock = createTestClock(now);
  const observer = logRequests({ format, clock, includesProbes, write: (line) => lines.push(line) });
  return { observer, lines, clock };
}

describe('the line of a request', () => {
  test('in JSON has its fields, and neither path nor query nor key', () => {
    const { observer, lines } = openRequestLog('json');
    observer.answered(answer, () => '127.0.0.1');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: now,
      level: 'info',
      message: 'request',
      requestId: answer.requestId,
      method: 'GET',
      route: '/api/v1/subscriptions/:id',
      status: 200,
      durationMs: 1.23,
      keyId: answer.apiKeyId,
      address: '127.0.0.1',
    });
    expect(lines[0]).toEndWith('}\n');
  });

  test('in text is for people', () => {
    const { observer, lines } = openRequestLog('text');
    observer.answered(answer, () => '::1');
    observer.answered({ ...answer, apiKeyId: undefined, status: 401 }, () => '::1');
    expect(lines).toEqual([
      `${now} INFO  GET /api/v1/subscriptions/:id 200 1.23ms requestId=${answer.requestId} keyId=${answer.apiKeyId} address=::1\n`,
      `${now} INFO  GET /api/v1/subscriptions/:id 401 1.23ms requestId=${answer.requestId} address=::1\n`,
    ]);
  });

  test('has the time of the clock after it was set back', () => {
    const { observer, lines, clock } = openRequestLog('json');
    observer.answered(answer, () => '127.0.0.1');
    clock.setWall('2026-06-16T11:00:00.000Z');
    observer.answered(answer, () => '127.0.0.1');
    expect(lines.map((line) => (JSON.parse(line) as { time: string }).time)).toEqual([now, '2026-06-16T11:00:00.000Z']);
  });

  test('has no key for a request without a valid one, and each request has its own time and client', () => {
    const { observer, lines, clock } = openRequestLog('json');
    observer.answered({ ...answer, apiKeyId: undefined }, () => '127.0.0.1');
    clock.advance(1);
    observer.answered(answer, () => '127.0.0.2');
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).not.toHaveProperty('keyId');
    expect(second).toMatchObject({ time: '2026-06-16T12:00:01.000Z', address: '127.0.0.2' });
  });

  test('of a health check is at debug level, and is not written at info level', () => {
    for (const format of ['json', 'text'] as const) {
      const { observer, lines } = openRequestLog(format, true);
      observer.probed?.({ ...answer, route: '/livez' }, () => '127.0.0.1');
      expect(lines).toEqual([
        expect.stringMatching(format === 'json' ? /"level":"debug",.*"\/livez"/ : / DEBUG GET \/livez /),
      ]);
      expect(openRequestLog(format).observer.probed).toBeUndefined();
    }
  });

  test('is one line whatever the address is', () => {
    for (const format of ['json', 'text'] as const) {
      const { observer, lines } = openRequestLog(format);
      observer.answered(answer, () => 'a"\n{"level":"warn"');
      expect(lines[0]?.match(/\n/g)).toHaveLength(1);
      if (format === 'json') expect(JSON.parse(lines[0] ?? '')).toMatchObject({ address: 'a"\n{"level":"warn"' });
    }
  });
});

describe('the line of an authentication that failed', () => {
  test('names the reason and the client; a valid key that may not write is no such failure', () => {
    const lines: string[] = [];
    const log = createLog({
      level: 'warn',
      format: 'json',
      clock: createTestClock(now),
      write: (line) => lines.push(line),
    });
    const tell = logAuthenticationFailures(log);
    const failure = { requestId: answer.requestId, address: '192.0.2.1' };
    tell({ ...failure, reason: 'invalid_key' });
    tell({ ...failure, reason: 'insufficient_scope' });
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { time: now, level: 'warn', message: 'authentication failed', authFailed: 'invalid_key', ...failure },
    ]);
  });
});
