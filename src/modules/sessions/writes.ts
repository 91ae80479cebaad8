import type { Db } from '../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import type { SessionCommands, SignInProof } from './commands.ts';
import { isFromFuture, stateOfApiKey, type KeyTimes } from '../../core/access/apiKey.ts';
import type { Scope } from '../../core/access/scope.ts';
import { endedSessionsMax, sessionsMax } from '../../core/access/session.ts';
import type { CodeMaker } from '../../core/access/signInCode.ts';
import { findOwner } from '../owners/store.ts';
import type { Tools, Verbs } from '../../core/writer/verbs.ts';
import { columns, insertInto, type Rows } from '../../core/database/columns.ts';
import { change, prepareQuery } from '../../core/database/statement.ts';
import { findKey } from '../keys/store/keys.ts';
import { isSessionOf, isValid, rootOf, type SessionRoot } from './store.ts';
import { findUser, findUserByName, isNameKeptOut, isNameTaken, shownUser, type StoredUser } from '../users/store.ts';
import { entityOf, insertUser } from '../users/writes.ts';

/** The verbs of sessions. */
export const sessionVerbs: Verbs<keyof SessionCommands> = {
  'session.create': { perform: create, current: undefined, storesOutcome: false },
  'session.end': { perform: end, current: undefined, storesOutcome: false },
};

function create({ database, record, newId }: Tools, command: CommandOf<'session.create'>): OutcomeOf<'session.create'> {
  const { id, start, hash, name, proof, at } = command;
  const proven = provenBy(database, command);
  if (proven === undefined) return { outcome: 'refused' };
  const { ownerId, scope, user, parentKeyId, keyExpiresAt, codeMadeBy, madeUser } = proven;
  if (madeUser !== undefined) {
    const creation = { ...command, auditEntryId: newId() };
    record(creation, 'user.create', entityOf(madeUser), { after: shownUser(madeUser) });
  }
  const userId = user?.id ?? null;
  const expiresAt = keyExpiresAt !== null && keyExpiresAt < command.expiresAt ? keyExpiresAt : command.expiresAt;
  makeRoom(database, { userId, parentKeyId }, at);
  const session = { id, ownerId, kind: 'session', scope, name, start, createdAt: at, expiresAt } as const;
  const row = { ...session, hash, signedInBy: proof.method, parentKeyId, userId, codeMadeBy: codeMadeBy ?? null };
  change(database, insertInto('api_keys', newColumns), row);
  const members = { id, name, scope, signedInBy: proof.method, userId, user: user?.name ?? null };
  const after = { ...members, parentKeyId, expiresAt };
  record(command, 'session.create', { entityType: 'session', entityId: id, ownerId }, { after });
  return { outcome: 'stored', sessionId: id };
}

const newColumns = [
  ...(['id', 'ownerId', 'kind', 'scope', 'name', 'start', 'hash', 'createdAt', 'expiresAt'] as const),
  ...(['signedInBy', 'parentKeyId', 'userId', 'codeMadeBy'] as const),
];

function end({ database, record }: Tools, command: CommandOf<'session.end'>): OutcomeOf<'session.end'> {
  const { actor, at: revokedAt, sessionId: id } = command;
  const { ownerId } = actor;
  const root = rootOf(database, actor.id);
  if (root === undefined) return { outcome: 'missing' };
  const text = `SELECT ${columns('api_keys', ['createdAt', 'expiresAt', 'revokedAt'])} FROM api_keys
    WHERE id = $id AND ${isSessionOf(root)}`;
  const stored = prepareQuery<KeyTimes>(database, text).first({ id, ...root });
  if (stored === undefined) return { outcome: 'missing' };
  if (stateOfApiKey(stored, () => revokedAt) !== 'active') return { outcome: 'ended' };
  change(database, 'UPDATE api_keys SET revoked_at = $revokedAt WHERE id = $id', { id, revokedAt });
  // As its own sign-out, since both have the same user or key: a session that is the actor of other entries is kept for ever.
  const signOut = { ...command, actor: { ...actor, id } };
  record(signOut, 'session.end', { entityType: 'session', entityId: id, ownerId }, { after: { id, revokedAt } });
  return { outcome: 'ended' };
}

// What one sign-in deletes at most: more than one, so that the sessions of an earlier version go, too.
const deletedMax = 5;

/**
 * Makes room for one more session of a user, or of a key: ends the oldest one when there are too many, never one of
 * others, and bounds what a credential stores by signing in again and again. Of the ended sessions that have changed
 * nothing, the oldest ones beyond a number are deleted, with the audit entries about them.
 */
function makeRoom(database: Db, root: SessionRoot, at: string): void {
  const [ofRoot, values] = [isSessionOf(root), { ...root, at }];
  const newestFirst = (which: string) =>
    prepareQuery<{ id: string }>(
      database,
      `SELECT id FROM api_keys WHERE ${ofRoot} AND ${which} ORDER BY created_at DESC, id DESC`,
    )
      .all(values)
      .map(({ id }) => id);
  const excess = JSON.stringify(newestFirst(isValid).slice(sessionsMax - 1));
  change(database, 'UPDATE api_keys SET revoked_at = $at WHERE id IN (SELECT value FROM json_each($excess))', {
    excess,
    at,
  });
  const count = `SELECT count(*) AS ended FROM api_keys WHERE ${ofRoot} AND NOT ${isValid}`;
  const { ended = 0 } = prepareQuery<{ ended: number }>(database, count).first(values) ?? {};
  if (ended <= endedSessionsMax) return;
  const idle = newestFirst(`NOT ${isValid} AND has_entries = 0`).slice(endedSessionsMax);
  const forgotten = JSON.stringify(idle.slice(-deletedMax));
  const areForgotten = 'IN (SELECT value FROM json_each($forgotten))';
  change(database, `DELETE FROM audit_entries WHERE entity_type = 'session' AND entity_id ${areForgotten}`, {
    forgotten,
  });
  change(database, `DELETE FROM api_keys WHERE id ${areForgotten}`, { forgotten });
}

/** What a proof allows: a session of an owner, with a scope. */
interface Proven {
  readonly ownerId: number;
  readonly scope: Scope;
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly parentKeyId: string | null;
  /** When the key expires that the session must not outlive. */
  readonly keyExpiresAt: string | null;
  /** What made the code. */
  readonly codeMadeBy?: CodeMaker | null;
  /** The user that was made on the way. */
  readonly madeUser?: StoredUser;
}

type ProofOf<Method extends SignInProof['method']> = Extract<SignInProof, { method: Method }>;

/** What the proof of a sign-in allows; undefined when it is not valid, or no longer valid. */
function provenBy(database: Db, { proof, at }: Pick<CommandOf<'session.create'>, 'proof' | 'at'>): Proven | undefined {
  switch (proof.method) {
    case 'key':
      return byKey(database, proof, at);
    case 'code':
      return byCode(database, proof, at);
    case 'password': {
      const user = findUser(database, proof.userId);
      return user?.passwordHash === proof.passwordHash ? ofUser(user) : undefined;
    }
    case 'proxy':
      return byProxy(database, proof, at);
  }
}

function byKey(database: Db, { keyId }: ProofOf<'key'>, at: string): Proven | undefined {
  const key = findKey(database, keyId);
  if (key === undefined || stateOfApiKey(key, () => at) !== 'active') return undefined;
  return { ownerId: key.ownerId, scope: key.scope, user: null, parentKeyId: key.id, keyExpiresAt: key.expiresAt };
}

function byCode(database: Db, { hash, host }: ProofOf<'code'>, at: string): Proven | undefined {
  type Code = Pick<Rows['sign_in_codes'], 'userId' | 'scope' | 'createdAt' | 'expiresAt' | 'madeBy'>;
  const text = `DELETE FROM sign_in_codes WHERE hash = $hash
    RETURNING user_id AS userId, scope, created_at AS createdAt, expires_at AS expiresAt, made_by AS madeBy`;
  const code = prepareQuery<Code>(database, text).first({ hash });
  if (code === undefined) return undefined;
  const user = findUser(database, code.userId);
  if (code.expiresAt <= at || isFromFuture(code.createdAt, at) || user === undefined) return undefined;
  // Who makes codes for themselves may not decide which hosts are served to everybody.
  if (host !== undefined && code.madeBy !== 'self')
    change(database, 'INSERT OR IGNORE INTO known_hosts (host, created_at) VALUES ($host, $at)', { host, at });
  return { ...ofUser(user), scope: code.scope, codeMadeBy: code.madeBy };
}

function byProxy(database: Db, { userName: name, create: wanted }: ProofOf<'proxy'>, at: string): Proven | undefined {
  const user = findUserByName(database, name);
  if (wanted === undefined) return user && ofUser(user);
  const owner = findOwner(database, wanted.owner);
  if (owner === undefined) return undefined;
  if (user !== undefined) return user.ownerId === owner.id ? ofUser(user) : undefined;
  if (isNameTaken(database, name) || isNameKeptOut(database, { ownerId: owner.id, name })) return undefined;
  const { userId, scope } = wanted;
  const madeUser = insertUser(database, owner.id, { userId, name, passwordHash: null, scope, at });
  return { ...ofUser(madeUser), madeUser };
}

function ofUser({ id, name, ownerId, scope }: StoredUser): Proven {
  return { ownerId, scope, user: { id, name }, parentKeyId: null, keyExpiresAt: null };
}
