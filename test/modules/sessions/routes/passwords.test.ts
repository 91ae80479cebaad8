import { describe, expect, test } from 'bun:test';
import { addCode, addUser, sessionPath, signedIn, signIn, statusWith, withSession } from '../../../support/people.ts';
import type { SessionView } from '../../../support/people.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const [right, next] = ['correct horse', 'another battery'];
const passwordPath = `${sessionPath}/password`;

async function setPassword(session: SessionView, json: unknown) {
  return service.call('POST', passwordPath, { ...withSession(session), json });
}

describe('signing in with a password', () => {
  test('§14.1: takes the name in any case, and has the scope of the user', async () => {
    await addUser(service, 'Ünal', { password: right, scope: 'read' });
    expect(await signedIn(service, { user: 'ÜNAL', password: right })).toMatchObject({ user: 'Ünal', scope: 'read' });
    expect((await signIn(service, { user: 'Ünal', password: `${right} ` })).status).toBe(401);
  });

  test('§14.3: fails for a user without a password', async () => {
    await addUser(service, 'Jo');
    expect((await signIn(service, { user: 'Jo', password: '' })).status).toBe(400);
    expect((await signIn(service, { user: 'Jo', password: 'null' })).status).toBe(401);
  });

  test('§14.5: compares spaces at the beginning and the end, however the password was set', async () => {
    const spaced = ` ${right} `;
    const near = [right, ` ${right}`, `${right} `, ` ${right}  `];
    const statusesOf = (user: string, passwords: readonly string[]) =>
      Promise.all(passwords.map(async (password) => (await signIn(service, { user, password })).status));
    await addUser(service, 'Ida', { password: spaced });
    expect([...(await statusesOf('Ida', near)), ...(await statusesOf('Ida', [spaced]))]).toEqual([
      401, 401, 401, 401, 201,
    ]);
    const session = await signedIn(service, { user: 'Ida', password: spaced });
    expect((await setPassword(session, { current: right, new: next })).status).toBe(400);
    expect((await setPassword(session, { current: spaced, new: `${next} ` })).status).toBe(200);
    expect(await statusesOf('Ida', [next, `${next} `])).toEqual([401, 201]);
    const admin = service.makeKey('first', 'admin');
    const made = { name: 'Eli', scope: 'read', password: spaced };
    expect((await service.call('POST', '/api/v1/users', { key: admin, json: made })).status).toBe(201);
    expect(await statusesOf('Eli', [right, spaced])).toEqual([401, 201]);
  });

  test('§14.5: characters that are composed in different ways are the same', async () => {
    await addUser(service, 'Eve', { password: 'caf\u00e9 caf\u00e9' });
    expect((await signIn(service, { user: 'Eve', password: 'cafe\u0301 cafe\u0301' })).status).toBe(201);
  });
});

describe('setting the password', () => {
  test('§14.5: needs the present one; the session goes on, the others of the user and codes end', async () => {
    const userId = await addUser(service, 'Kim', { password: right });
    const [session, other] = [
      await signedIn(service, { user: 'Kim', password: right }),
      await signedIn(service, { user: 'Kim', password: right }),
    ];
    const ofKey = await signedIn(service, { apiKey: service.keys.write });
    const code = addCode(service, userId);
    const missing = await setPassword(session, { new: next });
    expect([missing.status, missing.json.error.field]).toEqual([400, 'current']);
    const wrong = await setPassword(session, { current: next, new: next });
    expect([wrong.status, wrong.json.error.field]).toEqual([400, 'current']);
    const { token: _token, ...shown } = session;
    expect((await setPassword(session, { current: right, new: next })).json.data as unknown).toEqual(shown);
    const statuses = await Promise.all([session, other, ofKey].map((one) => statusWith(service, one)));
    expect(statuses).toEqual([200, 401, 200]);
    expect((await signIn(service, { code })).status).toBe(401);
    expect((await signIn(service, { user: 'Kim', password: right })).status).toBe(401);
    expect((await signIn(service, { user: 'Kim', password: next })).status).toBe(201);
  });

  test('§14.5: needs no present one within 15 minutes after a code', async () => {
    const own = await startService();
    const userId = await addUser(own, 'Lou', { password: right });
    const fresh = await signedIn(own, { code: addCode(own, userId) });
    const stale = await signedIn(own, { code: addCode(own, userId) });
    const send = async (session: SessionView, json: unknown) =>
      (await own.call('POST', passwordPath, { ...withSession(session), json })).status;
    own.clock.advance(900);
    expect(await send(fresh, { new: next })).toBe(200);
    expect(await send(stale, { new: next })).toBe(401);
    own.clock.advance(0.001);
    expect(await send(fresh, { new: right })).toBe(400);
    expect(await send(fresh, { current: next, new: right })).toBe(200);
  });

  test('§14.5: needs the present one when the session has less than the user: a password would bring the rest', async () => {
    const userId = await addUser(service, 'Ada', { password: right, scope: 'admin' });
    const reader = await signedIn(service, { code: addCode(service, userId, 'read') });
    const answer = await setPassword(reader, { new: next });
    expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([400, 'invalid_field', 'current']);
    expect((await signIn(service, { user: 'Ada', password: next })).status).toBe(401);
    expect((await setPassword(reader, { current: right, new: next })).status).toBe(200);
  });

  test.each(['session', 'key'] as const)(
    '§14.5: needs the present one of an admin after a code that an admin made over the API, with a %s',
    async (maker) => {
      const name = `Root ${maker}`;
      const userId = await addUser(service, name, { password: right, scope: 'admin' });
      const stolen = await signedIn(service, { user: name, password: right });
      const sent = maker === 'session' ? withSession(stolen) : { key: service.makeKey('first', 'admin') };
      const made = await service.call('POST', `/api/v1/users/${userId}/code`, sent);
      const { code } = made.json.data as unknown as { readonly code: string };
      const session = await signedIn(service, { code });
      const answer = await setPassword(session, { new: next });
      expect([answer.status, answer.json.error.field]).toEqual([400, 'current']);
      expect((await signIn(service, { user: name, password: right })).status).toBe(201);
      const fromOperator = await signedIn(service, { code: addCode(service, userId) });
      expect((await setPassword(fromOperator, { new: next })).status).toBe(200);
    },
  );

  test.each([
    ['who has none yet, also an admin', { scope: 'admin' }],
    ['who has forgotten it and is no admin', { scope: 'write', password: right }],
  ] as const)('§14.5: needs no present one after a code that an admin made for a user %s', async (who, options) => {
    const userId = await addUser(service, who, options);
    const made = await service.call('POST', `/api/v1/users/${userId}/code`, { key: service.makeKey('first', 'admin') });
    const { code } = made.json.data as unknown as { readonly code: string };
    const session = await signedIn(service, { code });
    expect((await setPassword(session, { new: next })).status).toBe(200);
    expect((await signIn(service, { user: who, password: next })).status).toBe(201);
  });

  test('§14.5: cannot be set in such a session while there is none', async () => {
    const userId = await addUser(service, 'Bo', { scope: 'write' });
    const reader = await signedIn(service, { code: addCode(service, userId, 'read') });
    expect((await setPassword(reader, { new: next })).status).toBe(400);
    expect((await setPassword(reader, { current: next, new: next })).status).toBe(400);
    expect((await signIn(service, { user: 'Bo', password: next })).status).toBe(401);
  });

  test.each(['short', '123456789', '\ud800 is not well-formed', 'correct horse\tbattery', 'x'.repeat(201), 1234567890])(
    '§14.5: %p is refused, and never repeated',
    async (password) => {
      const userId = await addUser(service, `Pat ${String(password).slice(0, 12).toWellFormed()}`);
      const session = await signedIn(service, { code: addCode(service, userId) });
      const answer = await setPassword(session, { new: password });
      expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([400, 'invalid_field', 'new']);
      expect(answer.text).not.toContain(String(password).toWellFormed());
    },
  );

  test.each(['1234567890', '🔑'.repeat(10), '🔑'.repeat(200)])(
    '§14.5: %p is long enough and not too long',
    async (password) => {
      const userId = await addUser(service, `Max ${password.length}`);
      const session = await signedIn(service, { code: addCode(service, userId) });
      expect((await setPassword(session, { new: password })).status).toBe(200);
      expect((await signIn(service, { user: `Max ${password.length}`, password })).status).toBe(201);
    },
  );

  test.each(['read', 'write'] as const)(
    '§14.5: needs the present one after a code of the scope %s for an admin, who would else get more by signing in again',
    async (scope) => {
      const userId = await addUser(service, `Sam ${scope}`, { password: right, scope: 'admin' });
      const session = await signedIn(service, { code: addCode(service, userId, scope) });
      const answer = await setPassword(session, { new: next });
      expect([answer.status, answer.json.error.field]).toEqual([400, 'current']);
      expect((await signIn(service, { user: `Sam ${scope}`, password: next })).status).toBe(401);
      expect((await setPassword(session, { current: right, new: next })).status).toBe(200);
    },
  );

  test('§14.5: is refused for a session that has no user', async () => {
    const answer = await setPassword(await signedIn(service, { apiKey: service.keys.write }), { new: next });
    expect([answer.status, answer.json.error.code]).toEqual([403, 'session_required']);
  });

  test('§14.5: stores an argon2id hash of 19 MiB and two passes alone', async () => {
    const rows = JSON.stringify(service.database.query('SELECT password_hash FROM users').values());
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    const trail = JSON.stringify(service.database.query('SELECT metadata FROM audit_entries').values());
    for (const secret of [right, next, '$argon2id']) expect(trail).not.toContain(secret);
  });
});
