import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { composeApiKey, composeFeedToken, composeSessionToken } from '../../../../src/core/access/apiKey.ts';
import { systemRandomness } from '../../../../src/core/runtime/system.ts';
import { addUser, sessionPath, signedIn, signIn, statusWith, withSession } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';
import { areOneName, peculiarNames } from '../../../support/userNames.ts';

const byProxy = { authHeader: 'Remote-User', publicUrl: 'https://due.example.org' };
const trusting = { trustedProxies: '127.0.0.1', signIn: byProxy };
const service = await startService(trusting);
await addUser(service, 'Alex', { scope: 'admin' });
await addUser(service, 'Jürgen');
const proxy = { proxy: true };
const asAlex = { 'remote-user': 'alex' };
/** The header with a name, as a proxy sends it: Bun takes each byte as one character. */
const naming = (name: string) => ({ 'remote-user': Buffer.from(name).toString('latin1') });

describe('sign-in by the reverse proxy', () => {
  test('§14.6: makes a session of the user whom the header names', async () => {
    expect(await signedIn(service, proxy, asAlex)).toMatchObject({ user: 'Alex', scope: 'admin', owner: 'first' });
    expect((await signedIn(service, proxy, naming('jürgen'))).user).toBe('Jürgen');
  });

  test.each(['ａｌｅｘ', 'ªlex', 'ⓐlex', 'ᵃˡᵉˣ', '\ufeffalex', 'al\u200bex', '\u00a0alex', 'alex\u3000', 'аlex', 'ª'])(
    '§15.8: %j, which only looks like the name of a user, is none',
    async (name) => {
      const answer = await signIn(service, proxy, naming(name));
      expect([answer.status, answer.json.error.code]).toEqual([401, 'sign_in_failed']);
    },
  );

  test.each(['Nicolà', 'MARKOŠ', 'à', '\u00e0 Nicolà'])(
    '§14.6: a name may end or begin with the byte A0: %s; spaces and tabs around it are no part of it',
    async (name) => {
      await addUser(service, name);
      for (const sent of [name, ` \t${name}\t `, name.toLowerCase(), name.normalize('NFD')])
        expect((await signedIn(service, proxy, naming(sent))).user).toBe(name);
    },
  );

  test('§15.8: no two headers reach the same user unless they are equal but for composition and case', async () => {
    const own = await startService(trusting);
    const [names, headers] = [fc.sample(peculiarNames, { numRuns: 150, seed: 19 }), new Set<string>()];
    for (const name of names) await addUser(own, name).catch(() => headers.add(name));
    const kept = own.store.users.list().map(({ name }) => name);
    const reached = { users: 0, nobody: 0 };
    for (const name of [...kept.map((one) => one.toUpperCase()), ...headers]) {
      const { status, json } = await signIn(own, proxy, naming(name));
      const user = status === 201 ? (json.data as unknown as { readonly user: string }).user : undefined;
      if (user === undefined) expect(kept.filter((one) => one === name)).toEqual([]);
      else expect([user, name]).toSatisfy(([one = '', other = '']) => areOneName(one, other));
      reached[user === undefined ? 'nobody' : 'users'] += 1;
    }
    expect(reached.users).toBeGreaterThan(20);
    expect(reached.nobody).toBeGreaterThan(20);
  });

  test.each([
    ['an API key', composeApiKey('write', systemRandomness.bytes)],
    ['a key in upper case', composeApiKey('read', systemRandomness.bytes).toUpperCase()],
    ['a session token', composeSessionToken(systemRandomness.bytes)],
    ['the token of a feed', composeFeedToken(systemRandomness.bytes)],
    ['a key in a text', `Bearer ${composeApiKey('admin', systemRandomness.bytes)}`],
    ['a token of another service', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.Zm9vYmFyYmF6'],
    ['what an Authorization header has', 'Bearer abcdefghijkl'],
    ['a key that is cut short', composeApiKey('admin', systemRandomness.bytes).slice(0, 20)],
  ])('§14.6: refuses %s in the place of a name, and stores and logs nothing of it', async (_, name) => {
    const own = await startService({ ...trusting, signIn: { ...byProxy, createFor: 'first' } });
    expect((await signIn(own, proxy, naming('Somebody'))).status).toBe(201);
    const refused = await signIn(own, proxy, naming(name));
    expect([refused.status, refused.json.error.code]).toEqual([401, 'sign_in_failed']);
    expect(own.store.users.list().map((user) => user.name)).toEqual(['Somebody']);
    expect([refused.text, ...own.log].filter((line) => line.includes(name))).toEqual([]);
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
});

describe('a user whom the reverse proxy names and nobody has added', () => {
  const making = { ...trusting, signIn: { ...byProxy, createFor: 'second' } };

  test('§14.6: makes a missing user of the configured owner, once', async () => {
    const own = await startService(making);
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
    const own = await startService(making);
    expect((await signIn(own, proxy, { 'remote-user': '{http.auth.user.id}' })).status).toBe(401);
    expect(own.store.users.list()).toEqual([]);
  });

  test('§14.6: makes no user for an owner that does not exist', async () => {
    const own = await startService({ ...trusting, signIn: { ...byProxy, createFor: 'missing' } });
    expect((await signIn(own, proxy, { 'remote-user': 'Noor' })).status).toBe(401);
    expect(own.store.users.list()).toEqual([]);
  });

  test('§14.6: is not the user of another owner: the session would show the records of that owner', async () => {
    const own = await startService(making);
    await addUser(own, 'Noor', { owner: 'first' });
    await addUser(own, 'Sam', { owner: 'second', scope: 'read' });
    const answer = await signIn(own, proxy, { 'remote-user': 'noor' });
    expect([answer.status, answer.json.error.code]).toEqual([401, 'sign_in_failed']);
    expect(await signedIn(own, proxy, { 'remote-user': 'sam' })).toMatchObject({ owner: 'second', scope: 'read' });
    expect(own.store.users.list()).toHaveLength(2);
  });

  test('§14.6: is not one who was removed, until an admin adds the name again', async () => {
    const own = await startService({ ...making, quota: { limit: 100, windowSeconds: 3600 } });
    const admin = own.makeKey('second', 'admin');
    const add = (name: string) => own.call('POST', '/api/v1/users', { key: admin, json: { name, scope: 'read' } });
    const { id } = (await add('Sam')).json.data;
    expect((await signedIn(own, proxy, { 'remote-user': 'sam' })).scope).toBe('read');
    await own.call('DELETE', `/api/v1/users/${id}`, { key: admin });
    for (const name of ['sam', 'SAM', 'Sam'])
      expect((await signIn(own, proxy, { 'remote-user': name })).status).toBe(401);
    expect(own.store.users.list()).toEqual([]);
    const { headers } = await add('SAM');
    expect(headers.get('x-ratelimit-remaining')).toBe('96');
    expect(await signedIn(own, proxy, { 'remote-user': 'sam' })).toMatchObject({ user: 'SAM', scope: 'read' });
  });

  test('§14.6: may have the name of somebody who was removed from another owner', async () => {
    const own = await startService(making);
    const admin = own.makeKey('first', 'admin');
    const { json } = await own.call('POST', '/api/v1/users', { key: admin, json: { name: 'Sam', scope: 'read' } });
    await own.call('DELETE', `/api/v1/users/${json.data.id}`, { key: admin });
    expect((await signedIn(own, proxy, { 'remote-user': 'sam' })).owner).toBe('second');
  });

  test.each(['ｎｏｏｒ', '\ufeffNoor', '\u00a0Zoe', 'Zoe\u3000'])(
    '§15.8: is not made of %j, which looks like another name or has space around it',
    async (name) => {
      const own = await startService(making);
      await addUser(own, 'Noor', { owner: 'second' });
      expect((await signIn(own, proxy, naming(name))).status).toBe(401);
      expect(own.store.users.list()).toHaveLength(1);
    },
  );
});

test('§15.10: the former name of a renamed user makes no user: the reverse proxy would give a reader more', async () => {
  const own = await startService({ ...trusting, signIn: { ...byProxy, createFor: 'first' } });
  const userId = await addUser(own, 'reader', { scope: 'read' });
  const key = own.makeKey('first', 'admin');
  const rename = (name: string) => own.call('PATCH', `/api/v1/users/${userId}`, { key, json: { name } });
  expect((await rename('renamed')).status).toBe(200);
  expect((await signIn(own, proxy, naming('reader'))).status).toBe(401);
  expect(await signedIn(own, proxy, naming('renamed'))).toMatchObject({ scope: 'read' });
  expect((await rename('Reader')).status).toBe(200);
  expect(await signedIn(own, proxy, naming('reader'))).toMatchObject({ scope: 'read' });
});
