import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, shownPath, subscriptionsPath, withoutWriting } from '../../../support/expectations.ts';
import { startWithOutcomes } from '../../../support/outcomes.ts';
import { startService, validDraft, type Answer } from '../../../support/service.ts';

const { outcomes, service, record } = await startWithOutcomes();

/** What only the inside of the server knows: code, statements, places. */
const inside =
  /\bat .+:\d+|\.[jt]s\b|sqlite|\bselect\b|\binsert\b|no such (table|column)|\/tmp\/|\/home\/|node_modules|stack/i;

describe('every JSON answer', () => {
  test.each(outcomes)('§1.7: to $name has a request id, is not stored, and shows no internals', async (row) => {
    const answer = await row.send();
    expect(answer.status).toBe(row.status);
    expect(answer.json.requestId).toMatch(/./);
    expect(answer.headers.get('x-request-id')).toBe(answer.json.requestId);
    expect(answer.headers.get('content-type')).toStartWith('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('www-authenticate')).toBe(row.status === 401 ? 'Bearer' : null);
    if (row.status < 400) return;
    expect(Object.keys(answer.json).sort()).toEqual(['error', 'requestId']);
    expect(answer.json.error.message).not.toBe('');
    expect(answer.json.error.suggestedFix).toMatch(/^[A-Z].+\.$/);
    expect(answer.text).not.toMatch(inside);
  });

  test('§1.7: has a request id of its own', async () => {
    const ids = new Set<string>();
    for (let count = 0; count < 3; count += 1) for (const { send } of outcomes) ids.add((await send()).json.requestId);
    expect(ids.size).toBe(3 * outcomes.length);
  });

  test('§1.7: to a HEAD request has the same headers', async () => {
    const answer = await service.call('HEAD', pathOf(record));
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('an error', () => {
  test('§1.7: repeats a value of the client only as JSON text', async () => {
    const name = '"\u0007<b>\r\nSet-Cookie: x\u2028';
    const answer = await service.call('PATCH', pathOf(record), { raw: JSON.stringify({ [name]: 1, name: 'Renamed' }) });
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: name });
    expect(answer.headers.has('set-cookie')).toBe(false);
  });
});

const broken = await startService();
const stored = await broken.create();

describe('a fault of the server itself', () => {
  /** Hides a table from the service while it answers. */
  async function withoutTable(table: string, ask: () => Promise<Answer>): Promise<Answer> {
    broken.database.run(`alter table ${table} rename to hidden_${table}`);
    try {
      return await ask();
    } finally {
      broken.database.run(`alter table hidden_${table} rename to ${table}`);
    }
  }

  test.each(
    [
      { method: 'GET', path: subscriptionsPath, table: 'subscriptions' },
      { method: 'GET', path: pathOf(stored), table: 'subscriptions' },
      { method: 'POST', path: subscriptionsPath, json: validDraft, table: 'subscriptions' },
      { method: 'POST', path: subscriptionsPath, json: validDraft, table: 'audit_entries' },
      { method: 'PATCH', path: pathOf(stored), json: { name: 'Renamed' }, table: 'audit_entries' },
      { method: 'DELETE', path: pathOf(stored), table: 'subscriptions' },
      { method: 'GET', path: '/api/v1/audit', table: 'audit_entries' },
      { method: 'GET', path: '/api/v1/analytics/summary', table: 'subscriptions' },
      { method: 'GET', path: '/api/v1/analytics/optimizations', table: 'subscriptions' },
      { method: 'GET', path: '/api/v1/analytics/payments', table: 'subscriptions' },
      { method: 'GET', path: '/api/v1/analytics/forecast', table: 'subscriptions' },
      { method: 'GET', path: '/api/v1/analytics/deadlines', table: 'subscriptions' },
      { method: 'GET', path: subscriptionsPath, table: 'api_keys' },
    ].map((row) => ({ ...row, shown: shownPath(row.path) })),
  )(
    '§1.7, §7.1: at $method $shown without $table has its request id and no details',
    async ({ method, path, table, shown: _shown, ...sent }) => {
      const answer = await withoutWriting(broken, () => withoutTable(table, () => broken.call(method, path, sent)));
      expectRefusal(answer, 500, { code: 'internal_error' });
      expect(answer.text).not.toMatch(inside);
      expect(answer.text).not.toContain(table);
      const logged = broken.log.filter((line) => line.includes(answer.json.requestId));
      expect(logged).toEqual([expect.stringContaining('no such table: ')]);
    },
  );

  test('§1.7: has the headers of every answer', async () => {
    const answer = await withoutTable('subscriptions', () => broken.call('GET', subscriptionsPath));
    expect(answer.status).toBe(500);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'x-request-id': answer.json.requestId,
    });
  });

  test('§1.7: ends with its cause', async () => {
    await withoutTable('subscriptions', () => broken.call('GET', subscriptionsPath));
    expect((await broken.list()).data).toEqual([stored]);
  });
});
