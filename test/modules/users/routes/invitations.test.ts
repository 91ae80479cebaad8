import { describe, expect, test } from 'bun:test';
import { hashCode } from '../../../../src/core/access/signInCode.ts';
import { addCode, addUser, sessionPath, signedIn, signIn, withSession } from '../../../support/people.ts';
import type { SessionView } from '../../../support/people.ts';
import { startService, type Call, type Service } from '../../../support/service.ts';

const service = await startService();
const admin = service.makeKey('first', 'admin');
const password = 'correct horse battery';
const weekSeconds = 7 * 86_400;

async function invite(userId: string, { call, makeKey }: Service = service): Promise<string> {
  const answer = await call('POST', `/api/v1/users/${userId}/invitation`, { key: makeKey('first', 'admin') });
  expect(answer.status).toBe(201);
  return (answer.json.data as unknown as { readonly code: string }).code;
}

const statusOf = async (code: string, at: Service = service) => (await signIn(at, { code })).status;
const choose = (session: SessionView, json: unknown, at: Service = service) =>
  at.call('POST', `${sessionPath}/password`, { ...withSession(session), json });
const ways = async (session: SessionView, at: Service = service) => {
  const { data } = (await at.call('GET', sessionPath, withSession(session))).json;
  const { hasWayBack, needsCurrent } = data as unknown as Readonly<Record<'hasWayBack' | 'needsCurrent', boolean>>;
  return { hasWayBack, needsCurrent };
};

describe('§15.12: an invitation', () => {
  test('leads to a page that asks for a password, and only its hash is stored', async () => {
    const own = await startService({ signIn: { publicUrl: 'https://duebook.example/home' } });
    const key = own.makeKey('first', 'admin');
    const userId = await addUser(own, 'Sam', { scope: 'write' });
    const answer = await own.call('POST', `/api/v1/users/${userId}/invitation`, { key });
    const { code, ...rest } = answer.json.data as unknown as { readonly code: string };
    const link = `https://duebook.example/home/sign-in#invitation=${code}`;
    expect(rest).toEqual({ link, expiresAt: '2026-06-23T12:00:00.000Z', scope: 'write' });
    const stored = own.database.query<{ hash: string }, []>('SELECT * FROM sign_in_codes').all();
    expect(stored).toMatchObject([{ hash: hashCode(code), user_id: userId, is_invitation: 1 }]);
    const trail = JSON.stringify(own.database.query('SELECT * FROM audit_entries').all());
    expect([trail.includes('user.invite'), trail.includes(code), own.log.join().includes(code)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is valid once within 7 days', async () => {
    const own = await startService();
    const [sam, kim] = [await addUser(own, 'Sam'), await addUser(own, 'Kim')];
    const [ofSam, ofKim] = [await invite(sam, own), await invite(kim, own)];
    own.clock.advance(weekSeconds - 1);
    expect([await statusOf(ofSam, own), await statusOf(ofSam, own)]).toEqual([201, 401]);
    own.clock.advance(1);
    expect(await statusOf(ofKim, own)).toBe(401);
  });

  test.each([
    ['a new one is made', (id: string): Promise<unknown> => invite(id), 401],
    ['a one-time code is made', (id: string): Promise<unknown> => Promise.resolve(addCode(service, id)), 201],
    [
      'the user is deleted',
      (id: string): Promise<unknown> => service.call('DELETE', `/api/v1/users/${id}`, { key: admin }),
      401,
    ],
    [
      'the user gets a password',
      async (id: string): Promise<unknown> =>
        choose(await signedIn(service, { code: addCode(service, id) }), { new: password }),
      401,
    ],
  ] as const)('after %s', async (what, act, expected) => {
    const userId = await addUser(service, what);
    const code = await invite(userId);
    await act(userId);
    expect(await statusOf(code)).toBe(expected);
  });

  test('ends no one-time code, and signs in with the scope that the user then has', async () => {
    const userId = await addUser(service, 'Lee', { scope: 'write' });
    const given = addCode(service, userId);
    const code = await invite(userId);
    expect(await statusOf(given)).toBe(201);
    const patch = { key: admin, json: { scope: 'read' } };
    expect((await service.call('PATCH', `/api/v1/users/${userId}`, patch)).status).toBe(200);
    expect(await signedIn(service, { code })).toMatchObject({ user: 'Lee', scope: 'read' });
  });

  test.each([
    ['a write key', (): Call => ({ key: service.keys.write }), 403],
    ['an admin of another owner', (): Call => ({ key: service.makeKey('second', 'admin') }), 404],
  ] as const)('is not made by %s', async (who, call, expected) => {
    const userId = await addUser(service, who);
    const answer = await service.call('POST', `/api/v1/users/${userId}/invitation`, call());
    expect(answer.status).toBe(expected);
  });
});

describe('§14.5: the first password', () => {
  test('is set at any time in a session without a way back, which then has one', async () => {
    const own = await startService();
    const userId = await addUser(own, 'Sam');
    const session = await signedIn(own, { code: await invite(userId, own) });
    const other = await signedIn(own, { code: addCode(own, userId) });
    own.clock.advance(20 * 86_400);
    expect(await ways(session, own)).toEqual({ hasWayBack: false, needsCurrent: false });
    expect((await choose(session, { new: 'short' }, own)).status).toBe(400);
    expect((await choose(session, { new: password }, own)).status).toBe(200);
    expect(await ways(session, own)).toEqual({ hasWayBack: true, needsCurrent: true });
    // The first one only; and what else was signed in has ended.
    expect((await choose(session, { new: 'another battery' }, own)).status).toBe(400);
    expect((await choose(other, { new: 'another battery' }, own)).status).toBe(401);
    expect((await signIn(own, { user: 'Sam', password })).status).toBe(201);
  });

  test('is set from a code that the user made, too; but not with fewer rights than the user', async () => {
    const userId = await addUser(service, 'Una', { scope: 'write' });
    const here = await signedIn(service, { code: addCode(service, userId) });
    const made = await service.call('POST', `${sessionPath}/code`, withSession(here));
    const there = await signedIn(service, { code: (made.json.data as unknown as { code: string }).code });
    const reader = await signedIn(service, { code: addCode(service, userId, 'read') });
    expect(await ways(reader)).toEqual({ hasWayBack: false, needsCurrent: true });
    expect((await choose(reader, { new: password })).status).toBe(400);
    expect((await choose(there, { new: password })).status).toBe(200);
  });

  test('waits for a fresh code where the reverse proxy may sign the user in, and a key has no password', async () => {
    const own = await startService({ signIn: { authHeader: 'Remote-User' } });
    const session = await signedIn(own, { code: addCode(own, await addUser(own, 'Sam')) });
    expect(await ways(session, own)).toEqual({ hasWayBack: true, needsCurrent: false });
    own.clock.advance(901);
    expect(await ways(session, own)).toEqual({ hasWayBack: true, needsCurrent: true });
    expect((await choose(session, { new: password }, own)).status).toBe(400);
    const ofKey = await signedIn(own, { apiKey: own.keys.write });
    expect(await ways(ofKey, own)).toEqual({ hasWayBack: true, needsCurrent: true });
    expect((await choose(ofKey, { new: password }, own)).status).toBe(403);
  });
});
