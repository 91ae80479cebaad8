import { describe, expect, test } from 'bun:test';
import { addCode, addUser, sessionPath, signedIn, signIn, withSession } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';
import { browserName } from '../../../../src/modules/sessions/signIn/signIn.ts';

const service = await startService();
const alex = await addUser(service, 'Alex', { scope: 'admin' });
const shown = {
  user: null,
  owner: 'first',
  householdName: null,
  expiresAt: '2026-07-16T12:00:00.000Z',
  hasWayBack: true,
  needsCurrent: true,
  today: '2026-06-16',
  timeZone: 'UTC',
  canSendMail: false,
};

describe('a session', () => {
  test('§14.1: is made with an API key, has its scope, and is valid until the sign-out', async () => {
    const answer = await signIn(service, { apiKey: service.keys.read });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(sessionPath);
    const { token, ...view } = answer.json.data as unknown as { readonly token: string };
    expect(view as unknown).toEqual({ ...shown, scope: 'read' });
    const sent = withSession({ token });
    expect((await service.call('GET', sessionPath, sent)).json.data as unknown).toEqual(view);
    expect((await service.call('GET', '/api/v1/subscriptions', sent)).status).toBe(200);
    const refused = await service.call('POST', '/api/v1/subscriptions', { ...sent, json: {} });
    expect(refused.json.error.code).toBe('insufficient_scope');
    expect((await service.call('DELETE', sessionPath, sent)).json).toMatchObject({ deleted: true });
    const ended = await service.call('GET', sessionPath, sent);
    expect([ended.status, ended.json.error.code]).toEqual([401, 'invalid_api_key']);
  });

  test('§14.1: says whether the server has a mail server', async () => {
    const mail = { smtpUrl: 'smtp://localhost', smtpFrom: 'duebook@example.org' };
    const sending = await startService({ mail });
    expect(await signedIn(sending, { apiKey: sending.keys.read })).toMatchObject({ canSendMail: true });
  });

  test('§14.1: is made with a one-time code, once, in any case and with or without hyphens', async () => {
    const code = addCode(service, alex);
    const session = await signedIn(service, { code: ` ${code.toLowerCase().replaceAll('-', '')}` });
    expect(session).toMatchObject({ ...shown, hasWayBack: false, needsCurrent: false, user: 'Alex', scope: 'admin' });
    expect((await signIn(service, { code })).json.error.code).toBe('sign_in_failed');
  });

  test('§14.1: with a code of a smaller scope has that scope', async () => {
    expect((await signedIn(service, { code: addCode(service, alex, 'read') })).scope).toBe('read');
  });

  test('§14.1: is not made with a code that has expired', async () => {
    const own = await startService();
    const code = addCode(own, await addUser(own, 'Kim'));
    own.clock.advance(900);
    expect((await signIn(own, { code })).status).toBe(401);
  });

  test('§14.2: is valid in its own header only: not as a bearer token, not at /mcp, and no key is valid there', async () => {
    const session = await signedIn(service, { apiKey: service.keys.write });
    expect((await service.call('GET', sessionPath, { key: session.token })).status).toBe(401);
    expect((await service.call('GET', sessionPath, withSession({ token: service.keys.write }))).status).toBe(401);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const { headers } = withSession(session);
    const mcp = await fetch(`${service.origin}/mcp`, { method: 'POST', body, headers });
    expect(mcp.status).toBe(401);
  });

  test('§14.2: works behind a proxy with Basic authentication; a bearer token beside it counts alone', async () => {
    const session = await signedIn(service, { apiKey: service.keys.write });
    const basic = withSession(session, { authorization: 'Basic YWxleDpzZWNyZXQ=' });
    expect((await service.call('GET', sessionPath, basic)).status).toBe(200);
    const both = { ...withSession(session), key: service.keys.write };
    expect((await service.call('GET', sessionPath, both)).json.error.code).toBe('session_required');
    expect((await service.call('GET', sessionPath, { ...both, key: 'dbk_w_wrong' })).status).toBe(401);
  });

  test('§14.2: cannot be sent by a page of another origin', async () => {
    const asked = { 'access-control-request-headers': 'x-duebook-session', 'access-control-request-method': 'GET' };
    const preflight = await fetch(service.origin + sessionPath, { method: 'OPTIONS', headers: asked });
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('session');
  });

  test('§14.2: is the actor of what it writes, and its user is not sent along', async () => {
    const session = await signedIn(service, { apiKey: service.keys.write });
    const created = await service.call('POST', '/api/v1/subscriptions', {
      ...withSession(session),
      json: {
        name: 'News',
        category: 'Media',
        amount: 1,
        currency: 'EUR',
        period: 'monthly',
        lastPaymentDate: '2026-06-01',
      },
    });
    expect(created.status).toBe(201);
    const [entry] = (await service.auditTrail('?limit=1')).data;
    const row = service.database.query('SELECT kind FROM api_keys WHERE id = ?').get(entry?.apiKeyId ?? '');
    expect(row).toEqual({ kind: 'session' });
  });
});

describe('the body of a sign-in', () => {
  test.each([
    [{}, 'code'],
    [{ proxy: false }, 'code'],
    [{ user: 'Alex' }, 'password'],
    [{ password: 'correct horse' }, 'user'],
    [{ code: '7K2M', apiKey: 'dbk_w_1' }, 'code'],
    [{ code: '7K2M', proxy: true }, 'proxy'],
    [{ code: 7 }, 'code'],
    [{ apiKey: '' }, 'apiKey'],
  ])('§14.1: %j is refused, and names the field %s', async (json, field) => {
    const answer = await signIn(service, json);
    expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([400, 'invalid_field', field]);
  });

  test.each([
    { apiKey: 'dbk_w_wrong' },
    { code: 'AAAA-BBBB-CCCC-DDDD' },
    { code: 'no code' },
    { user: 'Alex', password: 'wrong horse battery' },
    { user: 'Nobody', password: 'wrong horse battery' },
    { proxy: true },
  ])('§14.3: a failed sign-in with %j is answered the same', async (json) => {
    const answer = await signIn(service, json);
    const { requestId: _id, ...body } = answer.json;
    expect([answer.status, body as unknown]).toEqual([
      401,
      {
        error: {
          code: 'sign_in_failed',
          message: 'The sign-in failed.',
          suggestedFix: 'Check what you typed, or sign in with a one-time code: "duebook sign-in" prints one.',
        },
      },
    ]);
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
  });
});

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 15; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  // A browser of a Linux desktop: there is no Safari for Linux.
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1 Ddg/18.5',
    'DuckDuckGo on iPhone',
  ],
  ['curl/8.14.1', 'curl'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['x'.repeat(10_000), null],
  ['', null],
  [null, null],
])('%s is shown as %p', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
