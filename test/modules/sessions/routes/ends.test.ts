import { describe, expect, test } from 'bun:test';
import { instantOf } from '../../../../src/core/runtime/system.ts';
import { operatorAt, removeOwner, revokeKey } from '../../../support/operator.ts';
import {
  addCode,
  addUser,
  sessionPath,
  signedIn,
  signIn,
  statusWith,
  withSession,
  type SessionView,
} from '../../../support/people.ts';
import { startService, type Service } from '../../../support/service.ts';

const service = await startService();

function commitUser({ store, clock }: Service, command: { kind: 'user.delete'; userId: string }): void {
  store.inProcess.commit({ ...operatorAt(instantOf(clock)), ...command });
}

describe('a session ends', () => {
  test('§14.2: with the key that it was signed in with, when that is revoked', async () => {
    const { key, id } = service.makeKeyRecord('first', 'write');
    const session = await signedIn(service, { apiKey: key });
    expect(await statusWith(service, session)).toBe(200);
    revokeKey(service.store, id, '2026-06-16T12:00:00.000Z');
    expect(await statusWith(service, session)).toBe(401);
    expect((await signIn(service, { apiKey: key })).status).toBe(401);
  });

  test('§15.4: with the key that it was signed in with, when an admin revokes that over the API', async () => {
    const { key, id } = service.makeKeyRecord('first', 'write');
    const [session, other] = [
      await signedIn(service, { apiKey: key }),
      await signedIn(service, { apiKey: service.keys.write }),
    ];
    const admin = service.makeKey('first', 'admin');
    expect((await service.call('DELETE', `/api/v1/keys/${id}`, { key: admin })).status).toBe(200);
    expect([await statusWith(service, session), await statusWith(service, other)]).toEqual([401, 200]);
  });

  test.each([
    ['an hour, with it', 3600, 3600],
    ['60 days, when it would have ended anyway', 60 * 86_400, 30 * 86_400],
  ])('§14.2: when its key is rotated with an overlap of %s', async (_, graceSeconds, endsAfter) => {
    const own = await startService();
    const { key, id: keyId } = own.makeKeyRecord('first', 'write');
    const session = await signedIn(own, { apiKey: key });
    const successor = { id: 'successor', start: 'dbk_w_', hash: 'none' };
    const rotation = { kind: 'key.rotate', keyId, graceSeconds, successor } as const;
    own.store.inProcess.commit({ ...operatorAt(instantOf(own.clock)), ...rotation });
    own.clock.advance(endsAfter - 0.001);
    expect(await statusWith(own, session)).toBe(200);
    own.clock.advance(0.001);
    expect(await statusWith(own, session)).toBe(401);
  });

  test('§14.2: with the key that it was signed in with, when that expires', async () => {
    const own = await startService();
    const session = await signedIn(own, { apiKey: own.makeKey('first', 'write', '2026-06-16T13:00:00.000Z') });
    expect(session.expiresAt).toBe('2026-06-16T13:00:00.000Z');
    own.clock.advance(3599);
    expect(await statusWith(own, session)).toBe(200);
    own.clock.advance(1);
    expect(await statusWith(own, session)).toBe(401);
  });

  test('§14.2: with its user, when that is removed, and its codes end too', async () => {
    const userId = await addUser(service, 'Robin', { password: 'correct horse' });
    const session = await signedIn(service, { user: 'robin', password: 'correct horse' });
    const code = addCode(service, userId);
    commitUser(service, { kind: 'user.delete', userId });
    expect(await statusWith(service, session)).toBe(401);
    expect((await signIn(service, { code })).status).toBe(401);
    expect((await signIn(service, { user: 'Robin', password: 'correct horse' })).status).toBe(401);
  });

  test('§14.2: with its owner, when that is deleted', async () => {
    await service.create({}, service.makeKey('leaving', 'write'));
    const userId = await addUser(service, 'Sam', { owner: 'leaving', password: 'correct horse' });
    const session = await signedIn(service, { code: addCode(service, userId) });
    removeOwner(service.store, 'leaving');
    expect(await statusWith(service, session)).toBe(401);
    expect((await signIn(service, { user: 'Sam', password: 'correct horse' })).status).toBe(401);
  });

  test('§14.2: after 30 days, and not a millisecond before', async () => {
    const own = await startService();
    const session = await signedIn(own, { apiKey: own.keys.write });
    own.clock.advance(30 * 86_400 - 0.001);
    expect(await statusWith(own, session)).toBe(200);
    own.clock.advance(0.001);
    expect(await statusWith(own, session)).toBe(401);
  });

  test('§14.2: when its user, or its key, has 50 others: the oldest one first, and none of anybody else', async () => {
    const own = await startService();
    const userId = await addUser(own, 'Alex', { password: 'correct horse' });
    const others = [
      await signedIn(own, { code: addCode(own, userId) }),
      await signedIn(own, { apiKey: own.keys.write }),
      await signedIn(own, { apiKey: own.keys.otherWrite }),
    ];
    const sessions: SessionView[] = [];
    for (let index = 0; index < 52; index += 1) {
      own.clock.advance(1);
      sessions.push(await signedIn(own, { apiKey: own.keys.read }));
    }
    const statusesOf = async (some: readonly SessionView[]) => Promise.all(some.map((one) => statusWith(own, one)));
    const fifty = Array.from({ length: 50 }, () => 200);
    expect(await statusesOf(sessions)).toEqual([401, 401, ...fifty]);
    expect(await statusesOf(others)).toEqual([200, 200, 200]);
    const ofUser = [];
    for (let index = 0; index < 50; index += 1) {
      own.clock.advance(1);
      ofUser.push(await signedIn(own, { code: addCode(own, userId) }));
    }
    expect(await statusesOf([...others, ...ofUser])).toEqual([401, 200, 200, ...fifty]);
    expect(await statusesOf(sessions)).toEqual([401, 401, ...fifty]);
  });
});

describe('a sign-in', () => {
  test('§14.3: counts against the quota of the owner, and is refused when it is exhausted', async () => {
    const own = await startService({ quota: { limit: 2, windowSeconds: 3600 } });
    const session = await signedIn(own, { apiKey: own.keys.write });
    expect((await own.call('GET', sessionPath, withSession(session))).headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await signIn(own, { apiKey: own.keys.write })).json.error.code).toBe('rate_limit_exceeded');
  });

  test('§14.2: is a use of its key, and one that fails is none', async () => {
    const used: string[] = [];
    const own = await startService({ onUse: (id) => used.push(id) });
    const { id, key } = own.makeKeyRecord('first', 'read');
    await signedIn(own, { apiKey: key });
    expect(used).toEqual([id]);
    revokeKey(own.store, id, '2026-06-16T12:00:00.000Z');
    expect((await signIn(own, { apiKey: key })).status).toBe(401);
    expect(used).toEqual([id]);
  });

  test('§14.2: names the browser of the session, and never stores its token', async () => {
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const { token } = await signedIn(service, { apiKey: service.keys.write }, agent);
    const rows = service.database
      .query('SELECT name, start, hash FROM api_keys WHERE kind = ? ORDER BY created_at DESC, id DESC')
      .all('session') as readonly { readonly name: string | null; readonly start: string; readonly hash: string }[];
    expect(rows[0]).toMatchObject({ name: 'Firefox on Linux', start: token.slice(0, 11) });
    expect(JSON.stringify(rows)).not.toContain(token);
    const entries = service.database.query('SELECT metadata FROM audit_entries').all();
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});
