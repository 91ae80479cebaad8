import { describe, expect, test } from 'bun:test';
import type { SignInProof } from '../../../src/modules/sessions/commands.ts';
import { composeSessionToken, hashApiKey, startOfApiKey } from '../../../src/core/access/apiKey.ts';
import { scopes, type Scope } from '../../../src/core/access/scope.ts';
import { composeCode, hashCode } from '../../../src/core/access/signInCode.ts';
import { systemRandomness } from '../../../src/core/runtime/system.ts';
import { addKey, operatorAt, revokeKey } from '../../support/operator.ts';
import { openTestStore } from '../../support/testStore.ts';

const { database, store, first } = openTestStore();
const [now, later] = ['2026-06-16T12:00:00.000Z', '2026-06-16T12:15:00.000Z'];
const id = () => systemRandomness.uuid();

function makeUser(scope: Scope, passwordHash: string | null = null) {
  const userId = id();
  const user = { userId, name: `user ${userId}`, passwordHash, scope, owner: 'first' };
  store.inProcess.commit({ ...operatorAt(now), ...user, kind: 'user.create' });
  return user;
}

function makeCode(userId: string, scope?: Scope): string {
  const hash = hashCode(composeCode(systemRandomness.bytes)) ?? '';
  const wanted = { userId, hash, expiresAt: later, ...(scope !== undefined && { scope }) };
  store.inProcess.commit({ ...operatorAt(now), ...wanted, kind: 'user.createCode' });
  return hash;
}

function makeKey(scope: Scope, expiresAt: string | null = null): string {
  const keyId = id();
  addKey(store, { key: keyId, id: keyId, owner: 'first', scope, name: null, createdAt: now, expiresAt });
  return keyId;
}

/** Signs in with a proof; undefined when it is refused. */
function signIn(proof: SignInProof, at = now) {
  const token = composeSessionToken(systemRandomness.bytes);
  const secret = { id: id(), start: startOfApiKey(token), hash: hashApiKey(token), name: null };
  const expiresAt = '2026-07-16T12:00:00.000Z';
  const { outcome } = store.inProcess.commit({
    ...operatorAt(at),
    ...secret,
    expiresAt,
    proof,
    kind: 'session.create',
  });
  const session = store.sessions.findHolder(token, () => at);
  if ((outcome === 'stored') !== (session !== undefined)) throw new Error(`${outcome}, but the session differs`);
  return session;
}

const rank = (scope: Scope) => scopes.indexOf(scope);
const pairs = scopes.flatMap((held) => scopes.map((wanted) => [held, wanted] as const));

describe('a session has never more than what it was signed in with', () => {
  test.each(scopes)('a key of scope %s', (scope) => {
    expect(signIn({ method: 'key', keyId: makeKey(scope) })).toMatchObject({ scope, user: null, signedInBy: 'key' });
  });

  test.each(pairs)('a code for a user of scope %s that asks for %s', (held, wanted) => {
    const { userId } = makeUser(held);
    const session = signIn({ method: 'code', hash: makeCode(userId, wanted) });
    expect(session?.scope).toBe(rank(wanted) < rank(held) ? wanted : held);
    expect(session?.user?.id).toBe(userId);
  });

  test.each(scopes)('the password of a user of scope %s', (scope) => {
    const { userId } = makeUser(scope, '$hash');
    expect(signIn({ method: 'password', userId, passwordHash: '$hash' })?.scope).toBe(scope);
  });

  test.each(scopes)('a user of scope %s whom the proxy names, whatever it would create', (scope) => {
    const { name } = makeUser(scope);
    const create = { userId: id(), owner: 'first', scope: 'admin' } as const;
    const session = signIn({ method: 'proxy', userName: name.toUpperCase(), create });
    expect(session).toMatchObject({ scope, ownerId: first.ownerId });
  });

  test('a user of another owner than the one that the proxy signs in to has nothing', () => {
    const { name } = makeUser('read');
    const create = { userId: id(), owner: 'second', scope: 'write' } as const;
    expect(signIn({ method: 'proxy', userName: name, create })).toBeUndefined();
    expect(signIn({ method: 'proxy', userName: name })).toBeDefined();
  });
});

describe('a proof is checked again in the transaction', () => {
  test('a key that was revoked, or has expired, meanwhile', () => {
    const [revoked, expired] = [makeKey('write'), makeKey('write', later)];
    revokeKey(store, revoked, now);
    expect(signIn({ method: 'key', keyId: revoked })).toBeUndefined();
    expect(signIn({ method: 'key', keyId: expired }, later)).toBeUndefined();
    expect(signIn({ method: 'key', keyId: expired })).toBeDefined();
  });

  test('a session does not sign in another one, nor does the key of the service', () => {
    const session = signIn({ method: 'key', keyId: makeKey('write') });
    const query = "SELECT id FROM api_keys WHERE kind = 'service' LIMIT 1";
    const service = database.query<{ id: string }, []>(query).get();
    for (const one of [session, service]) expect(signIn({ method: 'key', keyId: one?.id ?? '' })).toBeUndefined();
    expect(service).not.toBeNull();
  });

  test('a code is used once, and makes the host known only when it is valid', () => {
    const { userId } = makeUser('write');
    const hash = makeCode(userId);
    const host = 'tunnel.example';
    expect(signIn({ method: 'code', hash: '0'.repeat(64), host })).toBeUndefined();
    expect(store.sessions.isKnownHost(host)).toBe(false);
    expect(signIn({ method: 'code', hash, host })).toBeDefined();
    expect(store.sessions.isKnownHost(host)).toBe(true);
    expect(signIn({ method: 'code', hash, host })).toBeUndefined();
    const expired = makeCode(userId);
    expect(signIn({ method: 'code', hash: expired, host: 'late.example' }, later)).toBeUndefined();
    expect(store.sessions.isKnownHost('late.example')).toBe(false);
  });

  test('a password that was changed, or a user who was removed, meanwhile', () => {
    const { userId, name } = makeUser('write', '$old');
    const code = makeCode(userId);
    store.inProcess.commit({ ...operatorAt(now), kind: 'user.setPassword', userId, passwordHash: '$new' });
    expect(signIn({ method: 'password', userId, passwordHash: '$old' })).toBeUndefined();
    expect(signIn({ method: 'code', hash: code })).toBeUndefined();
    const session = signIn({ method: 'password', userId, passwordHash: '$new' });
    store.inProcess.commit({ ...operatorAt(now), kind: 'user.delete', userId });
    expect(signIn({ method: 'password', userId, passwordHash: '$new' })).toBeUndefined();
    expect(signIn({ method: 'proxy', userName: name })).toBeUndefined();
    const row = database.query('SELECT revoked_at AS revokedAt FROM api_keys WHERE id = ?').get(session?.id ?? '');
    expect(row).toEqual({ revokedAt: now });
  });

  test('a refused sign-in has no audit entry; each other one has one, and that of a new user comes first', () => {
    const actions = () => database.query('SELECT action FROM audit_entries ORDER BY sequence').values().flat();
    const before = actions().length;
    signIn({ method: 'proxy', userName: 'Nobody' });
    expect(actions()).toHaveLength(before);
    signIn({ method: 'proxy', userName: 'Noor', create: { userId: id(), owner: 'second', scope: 'write' } });
    expect(actions().slice(before)).toEqual(['user.create', 'session.create']);
  });
});

test('a session that an admin revokes like a key has the audit entry of its end', () => {
  const { id: keyId = '' } = signIn({ method: 'key', keyId: makeKey('write') }) ?? {};
  const actor = { ...first.principal, requestId: id() };
  store.inProcess.commit({ kind: 'key.revoke', actor, at: now, auditEntryId: id(), keyId });
  const newest = database.query('SELECT entity_id, entity_type, action FROM audit_entries ORDER BY sequence DESC');
  expect(newest.values()[0]).toEqual([keyId, 'session', 'session.end']);
});

describe('a change of the password', () => {
  test('ends the sessions of its user, and of nobody else', () => {
    const users = [makeUser('read', '$old'), makeUser('read', '$old')];
    const sessions = users.map(({ userId }) => signIn({ method: 'password', userId, passwordHash: '$old' })?.id ?? '');
    const [changed] = users;
    const command = { ...operatorAt(later), kind: 'user.setPassword', userId: changed?.userId ?? '' } as const;
    expect(store.inProcess.commit({ ...command, passwordHash: '$new' }).outcome).toBe('stored');
    const endOf = database.query('SELECT revoked_at FROM api_keys WHERE id = ?');
    expect(sessions.map((session) => endOf.values(session).flat())).toEqual([[later], [null]]);
  });

  test('leaves the end of a session as it was that has ended before', () => {
    const { userId } = makeUser('read', '$old');
    const session = signIn({ method: 'password', userId, passwordHash: '$old' })?.id ?? '';
    for (const at of [now, later])
      store.inProcess.commit({ ...operatorAt(at), kind: 'user.setPassword', userId, passwordHash: '$new' });
    expect(database.query('SELECT revoked_at FROM api_keys WHERE id = ?').values(session)).toEqual([[now]]);
  });

  test('is refused for a session that has ended, and when the password was changed meanwhile', () => {
    const { userId } = makeUser('read', '$old');
    const session = signIn({ method: 'password', userId, passwordHash: '$old' });
    if (session === undefined) throw new Error('the sign-in was refused');
    const { kind, ownerId, scope } = session;
    const actor = { kind, id: session.id, ownerId, scope, requestId: id() };
    const change = (verifiedHash: string | null, passwordHash: string) =>
      store.inProcess.commit({
        kind: 'user.setPassword',
        actor,
        at: now,
        auditEntryId: id(),
        verifiedHash,
        passwordHash,
      });
    expect(change('$other', '$new').outcome).toBe('changedMeanwhile');
    expect(change('$old', '$new').outcome).toBe('stored');
    expect(change(null, '$newer').outcome).toBe('stored');
    store.inProcess.commit({ ...operatorAt(now), kind: 'user.setPassword', userId, passwordHash: '$reset' });
    expect(change('$reset', '$mine').outcome).toBe('actorEnded');
  });
});
