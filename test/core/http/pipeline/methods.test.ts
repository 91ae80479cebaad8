import { describe, expect, test } from 'bun:test';
import type { MetricsReader } from '../../../../src/core/observability/metrics.ts';
import {
  absentId,
  expectRefusal,
  pathOf,
  quotaHeadersOf,
  refusalOf,
  shownPath,
  storedRows,
  subscriptionsPath,
  words,
} from '../../../support/expectations.ts';
import { apiPaths, operationRows } from '../../../support/operations.ts';
import { paymentsOf, renewed } from '../../../support/payments.ts';
import { exchange } from '../../../support/rawSocket.ts';
import { setRates } from '../../../support/operationRequests.ts';
import { startService, type ErrorView } from '../../../support/service.ts';

const service = await startService();
await setRates(service);
const record = await service.create({ lastPaymentDate: '2026-05-10' });
await renewed(service, record);
const [payment] = (await paymentsOf(service)).data;
const key = service.keys.write;

const json = { event: 'renewal', daysBefore: [1] };
const { data: reminder } = (await service.call('POST', '/api/v1/reminders', { json })).json;
const idsByKind: Readonly<Record<string, string | undefined>> = { payments: payment?.id, reminders: reminder.id };
const ofRecord = (path: string) => path.replace('{id}', idsByKind[path.split('/')[3] ?? ''] ?? record.id);
const unsupported = apiPaths.flatMap(({ path, allow }) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'REPORT']
    .filter((method) => !allow.includes(method))
    .map((method) => ({ method, path: ofRecord(path), allow, shown: path })),
);

describe('a method that a path does not support', () => {
  test.each(unsupported)(
    '§1.6: $method $shown is 405, whatever the key, and Allow lists the supported methods',
    async ({ method, path, allow }) => {
      const { answer: refused, cost } = await refusalOf(service, () =>
        service.call(method, path, method === 'GET' ? {} : { raw: '{' }),
      );
      expectRefusal(refused, 405, { code: 'method_not_allowed' });
      expect(refused.headers.get('allow')?.split(', ').sort()).toEqual(allow.toSorted());
      expect([cost, quotaHeadersOf(refused)]).toEqual([0, []]);
      for (const other of [null, 'nonsense', service.keys.read]) {
        const answer = await service.call(method, path, { key: other });
        expectRefusal(answer, 405, { code: 'method_not_allowed' });
        expect(answer.headers.has('www-authenticate')).toBe(false);
      }
    },
  );

  test.each(['/docs', '/docs/page.js', '/openapi.json'])('§1.6: is 405 at %s too', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await service.call(method, path, { key: null });
      expectRefusal(answer, 405, { code: 'method_not_allowed' });
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  });

  test('§1.6: is 405 also where the id is no UUID', async () => {
    expectRefusal(await service.call('PUT', `${subscriptionsPath}/x`), 405, { code: 'method_not_allowed' });
  });

  test('§1.6: TRACE is 405 and sends nothing back', async () => {
    const { head, body } = await exchange(service.origin, [
      `TRACE ${subscriptionsPath} HTTP/1.1`,
      `authorization: Bearer ${key}`,
    ]);
    expect(head).toStartWith('HTTP/1.1 405 ');
    expect(body).toContain('method_not_allowed');
    expect(head + body).not.toContain(key);
  });
});

describe('the fix for a method that a path does not support', () => {
  const others = words('/mcp /metrics /livez /readyz /llms.txt / /docs /docs/page.js /openapi.json');
  const paths = [...apiPaths.map(({ path }) => path.replace('{id}', absentId)), ...others];
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

  test.each(['', '/duebook'])(
    'names only methods and paths that are served, under the base path "%s"',
    async (basePath) => {
      const reader: MetricsReader = { contentType: 'text/plain', read: () => Promise.resolve('') };
      const other = await startService({ basePath, metrics: { token: 'metrics', reader } });
      const statusOf = async (method: string, path: string) => {
        const url = new URL(path.replaceAll('{id}', absentId), other.origin);
        const response = await fetch(url, { method, redirect: 'manual' });
        return { status: response.status, allow: response.headers.get('allow') ?? '', text: await response.text() };
      };
      let refused = 0;
      for (const path of paths) {
        for (const method of methods) {
          const { status, allow, text } = await statusOf(method, basePath + path);
          if (status !== 405) continue;
          refused += 1;
          const fix = (JSON.parse(text) as { error: ErrorView }).error.suggestedFix ?? '';
          const [, named = '', withId = ''] = /([A-Z]+) (\/\S+)\.$/.exec(fix) ?? [];
          if (withId !== '') expect([404, 405], fix).not.toContain((await statusOf(named, withId)).status);
          else expect(fix).toMatch(/^Use (one of )?[A-Z]+(, [A-Z]+)*( with only the fields to change)?\.$/);
          const suggested = withId === '' ? (fix.match(/\b[A-Z]{3,}\b/g) ?? []) : [];
          for (const word of suggested) expect(allow.split(', '), `${method} ${path}: ${fix}`).toContain(word);
        }
      }
      expect(refused).toBeGreaterThan(60);
    },
  );
});

/** The headers that two answers to the same question may have different. */
const ownHeaders = new Set(['date', 'x-request-id', 'x-ratelimit-remaining']);
const sharedHeaders = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !ownHeaders.has(name)));

describe('HEAD', () => {
  test.each(
    [
      ...operationRows
        .filter(({ method, needs }) => method === 'GET' && needs === 'read')
        .map(({ path, status }) => ({ path: ofRecord(path), status })),
      { path: `${subscriptionsPath}?limit=1&sort=name&q=net`, status: 200 },
      { path: '/api/v1/audit?limit=1', status: 200 },
      { path: `${subscriptionsPath}/${absentId}`, status: 404 },
      { path: `${subscriptionsPath}/no-uuid`, status: 400 },
      { path: `${subscriptionsPath}?limit=0`, status: 400 },
      { path: '/api/v1/nothing', status: 404 },
      { path: '/openapi.json', status: 200 },
      { path: '/docs', status: 200 },
    ].map((row) => ({ ...row, shown: shownPath(row.path) })),
  )('§1.6: $shown is answered $status with the headers of GET and no body', async ({ path, status }) => {
    const ask = (method: string) =>
      // Else what is compressed is undone before its length can be seen.
      fetch(service.origin + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
      });
    const [get, head] = [await ask('GET'), await ask('HEAD')];
    expect([get.status, head.status]).toEqual([status, status]);
    expect(sharedHeaders(head.headers)).toEqual(sharedHeaders(get.headers));
    expect(head.headers.get('content-length')).toBe(String((await get.bytes()).length));
    expect(await head.text()).toBe('');
  });

  test('§1.6: costs as much as GET, and its headers say so', async () => {
    const get = await service.call('GET', pathOf(record));
    const head = await service.call('HEAD', pathOf(record));
    const remaining = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));
    expect(remaining(head.headers)).toBe(remaining(get.headers) - 1);
  });

  test.each([
    ['that is there', pathOf(record)],
    ['that is absent', `${subscriptionsPath}/${absentId}`],
  ])('§1.6: of a record %s sends no byte after the headers', async (_, path) => {
    const { body } = await exchange(service.origin, [`HEAD ${path} HTTP/1.1`, `authorization: Bearer ${key}`]);
    expect(body).toBe('');
  });
});

describe('a path that is not served', () => {
  test.each([
    ['/api/v1/analytics/payment', 'Use the path /api/v1/analytics/payments.'],
    ['/api/v2/analytics/payments', 'Use the path /api/v1/analytics/payments.'],
    ['/api/v1/analytics/overdue', 'Look the path up in'],
    ['/api/v1/analytics/prices', 'Look the path up in'],
    ['/subscriptions', 'The paths of the API begin with /api/v1. Use the path /api/v1/subscriptions.'],
    [`/subscriptions/${absentId}`, `begin with /api/v1. Use the path /api/v1/subscriptions/${absentId}.`],
    ['/analytics/summary', 'begin with /api/v1. Use the path /api/v1/analytics/summary.'],
  ])('gets a near path only if its last word is near, too: %s', async (path, fix) => {
    const answer = await service.call('GET', path);
    expectRefusal(answer, 404, { code: 'not_found', suggestedFix: expect.stringContaining(fix) as string });
  });

  const unknownPaths = words(`/api /api/v1 /api/v1/ /api/v2/subscriptions /api/v1/subscription /api/v1/Subscriptions
    /api/v1/subscriptions/ /api/v1/subscriptions// /api/v1/subscriptions/${absentId}/
    /api/v1/subscriptions/${absentId}/audit /api/v1/analytics /api/v1/analytics/ /api/v1/analytics/unknown /api/v1/audit/
    /api/v1/audit/${absentId} /subscriptions /favicon.ico /docs/%2e%2e%2fpackage.json`);

  test.each(unknownPaths)('§1.6: %s is not_found for every method, with a key or without', async (path) => {
    const before = storedRows(service);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const anyKey of [null, 'nonsense', key]) {
        const answer = await service.call(method, path, { key: anyKey });
        expectRefusal(answer, 404, { code: 'not_found' });
        expect(quotaHeadersOf(answer)).toEqual([]);
        expect(answer.headers.has('allow')).toBe(false);
      }
    }
    expect(storedRows(service)).toEqual(before);
  });

  // A client tidies these up before it sends them.
  test.each(['//api/v1/subscriptions', '/api/v1//subscriptions', '/docs/../../etc/passwd'])(
    '§1.6: %s as it is written is not_found',
    async (path) => {
      const { head, body } = await exchange(service.origin, [`GET ${path} HTTP/1.1`, `authorization: Bearer ${key}`]);
      expect(head).toStartWith('HTTP/1.1 404 ');
      expect(body).toContain('"not_found"');
    },
  );
});
