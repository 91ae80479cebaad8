import { describe, expect, test } from 'bun:test';
import { addUser, sessionPath, signedIn, signIn, statusWith, withSession } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';

const byProxy = { authHeader: 'Remote-User', publicUrl: 'https://due.example.org' };
const trusting = { trustedProxies: '127.0.0.1', signIn: byProxy };
const service = await startService(trusting);
await addUser(service, 'Alex', { scope: 'admin' });
await addUser(service, 'Jürgen');
const proxy = { proxy: true };
const asAlex = { 'remote-user': 'alex' };

describe('sign-in by the reverse proxy', () => {
  test('§14.6: makes a session of the user whom the header names', async () => {
    expect(await signedIn(service, proxy, asAlex)).toMatchObject({ user: 'Alex', scope: 'admin', owner: 'first' });
    const bytes = Buffer.from('jürgen').toString('latin1');
    expect((await signedIn(service, proxy, { 'remote-user': bytes })).user).toBe('Jürgen');
  });

  test.each([undefined, '', ' ', 'Nobody', 'alex, alex', 'alex,Jürgen', '{http.auth.user.id}', 'a'.repeat(81)])(
    '§14.6: fails when the header is %p',
    async (name) => {
      const headers = name === undefined ? {} : { 'remote-user': Buffer.from(name).toString('latin1') };
      expect((await signIn(service, proxy, headers)).json.error.code).toBe('sign_in_failed');
    },
  );

  test('§14.6: fails when the header is sent twice', async () => {
    const headers = new Headers([
      ['remote-user', 'alex'],
      ['remote-user', 'alex'],
    ]);
    const answer = await fetch(service.origin + sessionPath, { method: 'POST', body: JSON.stringify(proxy), headers });
    expect(answer.status).toBe(401);
  });

  test('§14.6: fails beside a Bearer token, with which proxies let programs through, and works beside another scheme', async () => {
    const statusBeside = async (authorization: string) =>
      (await signIn(service, proxy, { ...asAlex, authorization })).status;
    expect([await statusBeside(`Bearer ${service.keys.read}`), await statusBeside('bearer forged')]).toEqual([
      401, 401,
    ]);
    expect(await statusBeside(`Basic ${btoa('alex:front door')}`)).toBe(201);
  });

  test('§14.6: fails without a trusted proxy, and when it is not configured', async () => {
    const untrusting = await startService({ signIn: byProxy, trustedProxies: '10.0.0.1' });
    const off = await startService({ trustedProxies: '127.0.0.1' });
    for (const own of [untrusting, off]) {
      await addUser(own, 'Alex');
      expect((await signIn(own, proxy, { ...asAlex, 'x-forwarded-for': '10.0.0.1' })).status).toBe(401);
    }
  });

  test.each([
    ['no header is configured', { trustedProxies: '127.0.0.1' }, asAlex],
    ['the request has no such header', trusting, {}],
  ])('§14.6: fails, but counts as no failure, when %s', async (_, settings, headers) => {
    const failures: string[] = [];
    const own = await startService({
      ...settings,
      invalidKeys: { limit: 1, windowSeconds: 3600 },
      observation: {
        observers: [],
        onAuthenticationFailure: ({ reason }) => failures.push(reason),
        onQuotaUsedUp: () => undefined,
      },
    });
    for (let index = 0; index < 3; index += 1)
      expect((await signIn(own, proxy, headers)).json.error.code).toBe('sign_in_failed');
    expect(failures).toEqual([]);
    expect((await signIn(own, { apiKey: 'wrong' })).status).toBe(401);
    expect(failures).toEqual(['failed_sign_in']);
  });

  test('§14.6: the header means nothing elsewhere', async () => {
    expect((await service.call('GET', sessionPath, { key: null, headers: asAlex })).status).toBe(401);
    expect((await signedIn(service, { apiKey: service.keys.read }, asAlex)).user).toBeNull();
  });

  test.each([
    ['http://evil.example', 401],
    ['http://127.0.0.1:1', 401],
    ['null', 401],
    ['https://due.example.org', 201],
    ['own', 201],
  ])('§14.6: a page of the origin %s is answered %i', async (origin, status) => {
    const headers = { ...asAlex, origin: origin === 'own' ? service.origin : origin };
    expect((await signIn(service, proxy, headers)).status).toBe(status);
  });

  test.each([
    ['http://due.example.org', {}, 401],
    ['http://book.lan', { host: 'book.lan', 'x-forwarded-proto': 'https' }, 401],
    ['http://book.lan', { host: 'book.lan', 'x-forwarded-proto': 'http' }, 201],
    ['https://book.lan', { host: 'book.lan', 'x-forwarded-proto': 'http' }, 201],
    ['http://book.lan', { host: 'book.lan' }, 201],
  ])('§14.6: a page of %s is answered %p with %i: one without encryption is not that with it', async (...given) => {
    const [origin, headers, status] = given;
    expect((await signIn(service, proxy, { ...asAlex, origin, ...headers })).status).toBe(status);
  });

  test('§14.6: a session ends for requests in which the proxy names somebody else', async () => {
    const session = await signedIn(service, proxy, asAlex);
    const send = async (headers: Readonly<Record<string, string>>) =>
      (await service.call('GET', sessionPath, withSession(session, headers))).status;
    expect(await send({})).toBe(200);
    expect(await send({ 'remote-user': 'ALEX' })).toBe(200);
    expect(await send({ 'remote-user': 'robin' })).toBe(401);
    expect(await send({ 'remote-user': 'alex, robin' })).toBe(401);
    const ofKey = await signedIn(service, { apiKey: service.keys.read });
    expect((await service.call('GET', sessionPath, withSession(ofKey, { 'remote-user': 'robin' }))).status).toBe(200);
  });

  test('§14.6: makes a missing user of the configured owner, once', async () => {
    const own = await startService({ ...trusting, signIn: { ...byProxy, createFor: 'second' } });
    const [first, again] = [
      await signedIn(own, proxy, { 'remote-user': 'Noor' }),
      await signedIn(own, proxy, { 'remote-user': 'noor' }),
    ];
    expect([first, again]).toMatchObject(
      Array.from({ length: 2 }, () => ({ user: 'Noor', owner: 'second', scope: 'write' })),
    );
    expect(own.store.users.list()).toMatchObject([{ name: 'Noor', owner: 'second', hasPassword: false }]);
    expect(await statusWith(own, first)).toBe(200);
  });

  test('§14.6: makes no user of a placeholder that the proxy sends in place of a name', async () => {
    const own = await startService({ ...trusting, signIn: { ...byProxy, createFor: 'second' } });
    expect((await signIn(own, proxy, { 'remote-user': '{http.auth.user.id}' })).status).toBe(401);
    expect(own.store.users.list()).toEqual([]);
  });

  test('§14.6: makes no user for an owner that does not exist', async () => {
    const own = await startService({ ...trusting, signIn: { ...byProxy, createFor: 'missing' } });
    expect((await signIn(own, proxy, { 'remote-user': 'Noor' })).status).toBe(401);
    expect(own.store.users.list()).toEqual([]);
  });
});
