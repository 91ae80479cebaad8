import { describe, expect, test } from 'bun:test';
import { absentId, expectRefusal } from '../../../support/expectations.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/feeds';
const admin = service.makeKey('first', 'admin');

interface FeedView {
  readonly id: string;
  readonly name: string;
  readonly url?: string;
}

const viewOf = (answer: { readonly json: { readonly data: unknown } }) => answer.json.data as FeedView;
const make = (json: object = {}, call: Call = {}, query = '') =>
  service.call('POST', path + query, { key: admin, json: { name: 'Bills', ...json }, ...call });
const revoke = (id: string, call: Call = {}) => service.call('DELETE', `${path}/${id}`, { key: admin, ...call });
const statusOf = async (url = '') => (await fetch(url)).status;
const listed = async (key = admin) =>
  (await service.call('GET', path, { key })).json.data as unknown as readonly FeedView[];
const tokenIn = (url = '') => /\/(dbk_f_\w{36})\.ics$/.exec(url)?.[1] ?? '';

describe('§17.2: a new feed', () => {
  test('shows its link this once, and has all settings', async () => {
    const answer = await make({ name: '  Bills ', tag: ' family ' });
    const { url, ...feed } = viewOf(answer);
    expect(answer.status).toBe(201);
    expect(feed as object).toEqual({
      id: expect.any(String),
      userId: null,
      name: 'Bills',
      status: 'active',
      category: null,
      tag: 'family',
      daysAhead: 400,
      daysBack: 60,
      alarmDaysBefore: null,
      createdAt: '2026-06-16T12:00:00.000Z',
    });
    expect(url).toBe(`${service.origin}/feeds/${tokenIn(url)}.ics`);
    expect(answer.headers.get('location')).toBe(`${path}/${feed.id}`);
    expect(await statusOf(url)).toBe(200);
    expect((await listed()).find(({ id }) => id === feed.id)).toEqual(feed);
    const match = { headers: { 'If-Match': answer.headers.get('etag') ?? '' } };
    expect((await revoke(feed.id, match)).status).toBe(200);
  });

  test.each([
    ['daysAhead', 29],
    ['daysAhead', 1101],
    ['daysBack', -1],
    ['daysBack', 401],
    ['alarmDaysBefore', 31],
    ['alarmDaysBefore', 0.5],
    ['status', 'ended'],
    ['name', ''],
    ['name', 'dbk_w_0123456789abcdef'],
    ['name', 'x'.repeat(81)],
    ['tag', 'x'.repeat(41)],
  ])('has no %s of %j', async (field, value) => {
    expectRefusal(await make({ [field]: value }), 400, { code: 'invalid_field', field });
  });

  test.each([
    ['daysAhead', [30, 1100]],
    ['daysBack', [0, 400]],
    ['alarmDaysBefore', [0, 30, null]],
    ['status', ['paused', 'cancelled']],
  ])('may have any %s in its range', async (field, values) => {
    for (const value of values) expect(viewOf(await make({ [field]: value }))).toMatchObject({ [field]: value });
  });

  test('has the configured public address in its link', async () => {
    const publicUrl = 'https://home.example/duebook/';
    const signIn = { publicUrl, allowedHosts: [], authHeader: null, createFor: null };
    const other = await startService({ writesInline: true, signIn });
    const answer = await other.call('POST', path, { key: other.makeKey('first', 'admin'), json: { name: 'Bills' } });
    expect(viewOf(answer).url).toMatch(/^https:\/\/home\.example\/duebook\/feeds\/dbk_f_\w{36}\.ics$/);
  });

  test('made by an agent has the address in its link that the agent has called', async () => {
    const client = await connectMcp(service.origin, admin);
    const { structured } = await client.call('createFeed', { name: 'Bills' });
    expect((structured['data'] as FeedView).url).toStartWith(`${service.origin}/feeds/dbk_f_`);
  });
});

describe('§17.3: a revoked feed', () => {
  test('is gone, and its link answers like an unknown one', async () => {
    const { id, url } = viewOf(await make());
    expect(await statusOf(url)).toBe(200);
    expect((await revoke(id)).status).toBe(200);
    expectRefusal(await revoke(id), 404, { code: 'feed_not_found' });
    expect((await listed()).some((feed) => feed.id === id)).toBe(false);
    const unknown = `${service.origin}/feeds/${'dbk_f_'.padEnd(42, '0')}.ics`;
    const answers = await Promise.all(
      [url ?? '', unknown, `${service.origin}/feeds/x`].map(async (one) => {
        const answer = await fetch(one);
        const requestId = answer.headers.get('x-request-id') ?? '';
        return [answer.status, (await answer.text()).replaceAll(requestId, '')] as const;
      }),
    );
    expect(answers[0]?.[0]).toBe(404);
    expect(answers[0]?.[1]).toContain('"code":"feed_not_found"');
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('is not brought back by a revert', async () => {
    const { id, url } = viewOf(await make());
    await revoke(id);
    const entries = service.database
      .query<{ id: string; action: string }, [string]>('SELECT id, action FROM audit_entries WHERE entity_id = ?')
      .all(id);
    expect(entries.map(({ action }) => action)).toEqual(['feed.create', 'feed.delete']);
    for (const entry of entries) {
      const answer = await service.call('POST', `/api/v1/audit/${entry.id}/revert`, { key: admin });
      expectRefusal(answer, 409, { code: 'not_revertible' });
    }
    expect(await statusOf(url)).toBe(404);
  });

  test('ends with its owner', async () => {
    const key = service.makeKey('third', 'admin');
    const { url } = viewOf(await make({}, { key }));
    const actor = { kind: 'service', requestId: absentId } as const;
    const deletion = { kind: 'owner.delete', actor, at: '2026-06-16T12:00:00.000Z', owner: 'third' } as const;
    expect(service.store.inProcess.commit(deletion)).toMatchObject({ outcome: 'deleted' });
    expect(await statusOf(url)).toBe(404);
  });
});

describe('§17.2: the token of a feed', () => {
  test('is in the first answer alone, and stored as a hash', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, again] = [await make({}, { headers }), await make({}, { headers })];
    const preview = await make({}, {}, '?dryRun=true');
    const token = tokenIn(viewOf(first).url);
    expect(token).not.toBe('');
    for (const answer of [again, preview]) expect(answer.text).not.toMatch(/dbk_f_\w{8}/);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    for (const read of ['feeds', 'activity', 'keys', 'audit'])
      expect((await service.call('GET', `/api/v1/${read}`, { key: admin })).text).not.toContain(token);
    await fetch(viewOf(first).url ?? '');
    expect(service.log.join('\n')).not.toContain('dbk_f_');
    expect(service.database.serialize().includes(Buffer.from(token))).toBe(false);
    expect(service.database.query('SELECT hash FROM feeds WHERE hash = ?').get(Bun.SHA256.hash(token, 'hex'))).not.toBe(
      null,
    );
  });

  test('is no API key and no session', async () => {
    const token = tokenIn(viewOf(await make()).url);
    expectRefusal(await service.call('GET', path, { key: token }), 401, { code: 'invalid_api_key' });
    const headers = { 'x-duebook-session': token };
    expectRefusal(await service.call('GET', path, { key: null, headers }), 401, { code: 'invalid_api_key' });
  });

  test('an API key is no token of a feed', async () => {
    expect(await statusOf(`${service.origin}/feeds/${admin}.ics`)).toBe(404);
  });
});
