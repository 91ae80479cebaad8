import { describe, expect, test } from 'bun:test';
import { addCode, addUser, signIn } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';

const password = 'correct horse';
const publicUrl = 'https://due.example.org';
const options = { trustedProxies: '127.0.0.1', signIn: { publicUrl, authHeader: 'Remote-User' } };
const service = await startService(options);
const alex = await addUser(service, 'Alex', { password });
const { host } = new URL(service.origin);

/** Each way to sign in, with what is right. */
const ways: Readonly<Record<string, () => { json: unknown; headers?: Readonly<Record<string, string>> }>> = {
  'an API key': () => ({ json: { apiKey: service.keys.read } }),
  'a code': () => ({ json: { code: addCode(service, alex) } }),
  'a password': () => ({ json: { user: 'Alex', password } }),
  'the proxy': () => ({ json: { proxy: true }, headers: { 'remote-user': 'alex' } }),
};

describe.each(Object.keys(ways))('a sign-in with %s', (way) => {
  test.each([
    ['another site', { origin: 'https://evil.example' }, 403],
    ['another site that names this one in its path', { origin: `https://evil.example/${host}` }, 403],
    ['another port of the same host', { origin: 'http://127.0.0.1:1' }, 403],
    ['no origin that can be named, such as a file or a sandboxed frame', { origin: 'null' }, 403],
    ['no origin at all, but an empty one', { origin: '' }, 403],
    [
      'another site, whatever the browser calls it',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
      403,
    ],
    ['a subdomain', { origin: 'https://page.due.example.org' }, 403],
    ['the service itself', { origin: `http://${host}` }, 201],
    ['the service itself behind a proxy with TLS', { origin: `https://${host}` }, 201],
    ['the host that a proxy forwards', { origin: 'https://book.lan', 'x-forwarded-host': 'book.lan' }, 201],
    ['the public address', { origin: publicUrl }, 201],
    ['the same origin, as the browser says', { origin: 'https://kitchen.lan', 'sec-fetch-site': 'same-origin' }, 201],
    ['a program', {}, 201],
  ] as const)('§14.3: by %s %j is answered %i', async (_, headers, status) => {
    const { json, headers: others } = ways[way]?.() ?? { json: {} };
    const answer = await signIn(service, json, { ...others, ...headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json.error.code).toBe('origin_not_allowed');
  });
});

describe('a sign-in by a page of another site', () => {
  const foreign = { origin: 'https://evil.example' };

  test('§14.3: counts nothing: neither the name nor the address is locked, and no failure is reported', async () => {
    const failures: string[] = [];
    const observation = {
      observers: [],
      onAuthenticationFailure: ({ reason }: { readonly reason: string }) => failures.push(reason),
      onQuotaUsedUp: () => undefined,
    };
    const own = await startService({ ...options, observation, invalidKeys: { limit: 2, windowSeconds: 3600 } });
    await addUser(own, 'Alex', { password });
    for (let count = 0; count < 25; count += 1)
      for (const json of [{ user: 'Alex', password: 'wrong' }, { apiKey: 'wrong' }])
        expect((await signIn(own, json, foreign)).status).toBe(403);
    expect(failures).toEqual([]);
    expect((await signIn(own, { user: 'Alex', password })).status).toBe(201);
  });

  test('§14.3: does not use up a code', async () => {
    const code = addCode(service, alex);
    expect((await signIn(service, { code }, foreign)).status).toBe(403);
    expect((await signIn(service, { code })).status).toBe(201);
  });

  test('§14.3: is told from the own page below a base path, too', async () => {
    const below = await startService({ basePath: '/duebook' });
    const { origin } = new URL(below.origin);
    expect((await signIn(below, { apiKey: below.keys.read }, { origin })).status).toBe(201);
    expect((await signIn(below, { apiKey: below.keys.read }, foreign)).status).toBe(403);
  });
});
