import { and, desc, eq, inArray, not, type SQL } from 'drizzle-orm';
import { apiKeys, signInCodes } from '../../core/access/table.ts';
import { auditEntries } from '../../core/audit/table.ts';
import type { Db } from '../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import type { SessionCommands, SignInProof } from './commands.ts';
import { isFromFuture, stateOfApiKey } from '../../core/access/apiKey.ts';
import type { Scope } from '../../core/access/scope.ts';
import { endedSessionsMax, sessionsMax } from '../../core/access/session.ts';
import type { CodeMaker } from '../../core/access/signInCode.ts';
import { findOwner } from '../owners/store.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';
import { findKey } from '../keys/store/keys.ts';
import { isSessionOf, isValid, rootOf, type SessionRoot } from './store.ts';
import { knownHosts } from './table.ts';
import { findUser, findUserByName, isNameKeptOut, isNameTaken, shownUser, type StoredUser } from '../users/store.ts';
import { entityOf, insertUser } from '../users/writes.ts';

/** The verbs of sessions. */
export const verbs: Verbs<SessionCommands> = {
  'session.create': { perform: create, current: undefined, storesOutcome: false },
  'session.end': { perform: end, current: undefined, storesOutcome: false },
};

function create(
  { database: db, record, newId }: Tools,
  command: CommandOf<'session.create'>,
): OutcomeOf<'session.create'> {
  const { id, start, hash, name, proof, at } = command;
  const proven = provenBy(db, command);
  if (proven === undefined) return { outcome: 'refused' };
  const { ownerId, scope, user, parentKeyId, keyExpiresAt, codeMadeBy, madeUser } = proven;
  if (madeUser !== undefined) {
    const creation = { ...command, auditEntryId: newId() };
    record(creation, 'user.create', entityOf(madeUser), { after: shownUser(madeUser) });
  }
  const userId = user?.id ?? null;
  const expiresAt = keyExpiresAt !== null && keyExpiresAt < command.expiresAt ? keyExpiresAt : command.expiresAt;
  makeRoom(db, { userId, parentKeyId }, at);
  const session = { id, ownerId, kind: 'session', scope, name, start, createdAt: at, expiresAt } as const;
  db.insert(apiKeys)
    .values({ ...session, hash, signedInBy: proof.method, parentKeyId, userId, codeMadeBy: codeMadeBy ?? null })
    .run();
  const members = { id, name, scope, signedInBy: proof.method, userId, user: user?.name ?? null };
  const after = { ...members, parentKeyId, expiresAt };
  record(command, 'session.create', { entityType: 'session', entityId: id, ownerId }, { after });
  return { outcome: 'stored', sessionId: id };
}

function end({ database: db, record }: Tools, command: CommandOf<'session.end'>): OutcomeOf<'session.end'> {
  const { actor, at: revokedAt, sessionId: id } = command;
  const { ownerId } = actor;
  const root = rootOf(db, actor.id);
  if (root === undefined) return { outcome: 'missing' };
  const { createdAt, expiresAt, revokedAt: endedAt } = apiKeys;
  const stored = db
    .select({ createdAt, expiresAt, revokedAt: endedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isSessionOf(root)))
    .get();
  if (stored === undefined) return { outcome: 'missing' };
  if (stateOfApiKey(stored, () => revokedAt) !== 'active') return { outcome: 'ended' };
  db.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, id)).run();
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
function makeRoom(db: Db, root: SessionRoot, at: string): void {
  const { id, createdAt, hasEntries } = apiKeys;
  const newestFirst = (which: SQL | undefined) =>
    db
      .select({ id })
      .from(apiKeys)
      .where(and(isSessionOf(root), which))
      .orderBy(desc(createdAt), desc(id))
      .all()
      .map((session) => session.id);
  const excess = newestFirst(isValid(at)).slice(sessionsMax - 1);
  db.update(apiKeys).set({ revokedAt: at }).where(inArray(id, excess)).run();
  const idle = newestFirst(and(not(isValid(at)), eq(hasEntries, 0))).slice(endedSessionsMax);
  const forgotten = idle.slice(-deletedMax);
  if (forgotten.length === 0) return;
  db.delete(auditEntries)
    .where(and(eq(auditEntries.entityType, 'session'), inArray(auditEntries.entityId, forgotten)))
    .run();
  db.delete(apiKeys).where(inArray(id, forgotten)).run();
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
function provenBy(db: Db, { proof, at }: Pick<CommandOf<'session.create'>, 'proof' | 'at'>): Proven | undefined {
  switch (proof.method) {
    case 'key':
      return byKey(db, proof, at);
    case 'code':
      return byCode(db, proof, at);
    case 'password': {
      const user = findUser(db, proof.userId);
      return user?.passwordHash === proof.passwordHash ? ofUser(user) : undefined;
    }
    case 'proxy':
      return byProxy(db, proof, at);
  }
}

function byKey(db: Db, { keyId }: ProofOf<'key'>, at: string): Proven | undefined {
  const key = findKey(db, keyId);
  if (key === undefined || stateOfApiKey(key, () => at) !== 'active') return undefined;
  return { ownerId: key.ownerId, scope: key.scope, user: null, parentKeyId: key.id, keyExpiresAt: key.expiresAt };
}

function byCode(db: Db, { hash, host }: ProofOf<'code'>, at: string): Proven | undefined {
  const { userId, scope, createdAt, expiresAt, madeBy, isInvitation } = signInCodes;
  const code = db
    .delete(signInCodes)
    .where(eq(signInCodes.hash, hash))
    .returning({ userId, scope, createdAt, expiresAt, madeBy, isInvitation })
    .get();
  if (code === undefined) return undefined;
  const user = findUser(db, code.userId);
  if (code.expiresAt <= at || isFromFuture(code.createdAt, at) || user === undefined) return undefined;
  // Who makes codes for themselves may not decide which hosts are served to everybody.
  if (host !== undefined && code.madeBy !== 'self')
    db.insert(knownHosts).values({ host, createdAt: at }).onConflictDoNothing().run();
  return { ...ofUser(user), ...(!code.isInvitation && { scope: code.scope }), codeMadeBy: code.madeBy };
}

function byProxy(db: Db, { userName: name, create: wanted }: ProofOf<'proxy'>, at: string): Proven | undefined {
  const user = findUserByName(db, name);
  if (wanted === undefined) return user && ofUser(user);
  const owner = findOwner(db, wanted.owner);
  if (owner === undefined) return undefined;
  if (user !== undefined) return user.ownerId === owner.id ? ofUser(user) : undefined;
  if (isNameTaken(db, name) || isNameKeptOut(db, { ownerId: owner.id, name })) return undefined;
  const { userId, scope } = wanted;
  const madeUser = insertUser(db, owner.id, { userId, name, passwordHash: null, scope, at });
  return { ...ofUser(madeUser), madeUser };
}

function ofUser({ id, name, ownerId, scope }: StoredUser): Proven {
  return { ownerId, scope, user: { id, name }, parentKeyId: null, keyExpiresAt: null };
}
