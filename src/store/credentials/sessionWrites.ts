import type { Database } from 'bun:sqlite';
import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { SessionCommands, SignInProof } from '../../commands/session.ts';
import { stateOfApiKey } from '../../domain/keys/apiKey.ts';
import type { Scope } from '../../domain/keys/scope.ts';
import type { PrincipalKind } from '../../domain/keys/principal.ts';
import { endedSessionsMax, sessionsMax } from '../../domain/keys/session.ts';
import { findOwner } from '../entities/owners.ts';
import type { Tools, Verbs } from '../entities/verbs.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { knownHosts, signInCodes } from '../schema/tables/users.ts';
import { selectKeys } from './keys.ts';
import { isSessionOf, isValidAt, rootOf, type SessionRoot } from './sessions.ts';
import { findUser, findUserByName, isNameKeptOut, isNameTaken, shownUser, type StoredUser } from './users.ts';
import { entityOf, insertUser } from './userWrites.ts';

/** The verbs of sessions. */
export const sessionVerbs: Verbs<keyof SessionCommands> = {
  'session.create': { perform: create, current: undefined, storesOutcome: false, mayEndActors: true },
  'session.end': { perform: end, current: undefined, storesOutcome: false, mayEndActors: true },
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
  const row = { ...session, hash, signedInBy: proof.method, parentKeyId, userId, codeMadeBy };
  drizzle(database).insert(apiKeys).values(row).run();
  const members = { id, name, scope, signedInBy: proof.method, userId, user: user?.name ?? null };
  const after = { ...members, parentKeyId, expiresAt };
  record(command, 'session.create', { entityType: 'session', entityId: id, ownerId }, { after });
  return { outcome: 'stored', sessionId: id };
}

function end({ database, record }: Tools, command: CommandOf<'session.end'>): OutcomeOf<'session.end'> {
  const { actor, at: revokedAt, sessionId: id } = command;
  const { ownerId } = actor;
  const root = rootOf(database, actor.id);
  if (root === undefined) return { outcome: 'missing' };
  const stored = drizzle(database)
    .select({ expiresAt: apiKeys.expiresAt, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isSessionOf(root)))
    .get();
  if (stored === undefined) return { outcome: 'missing' };
  if (stateOfApiKey(stored, () => revokedAt) !== 'active') return { outcome: 'ended' };
  drizzle(database).update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, id)).run();
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
function makeRoom(database: Database, root: SessionRoot, at: string): void {
  const isOfRoot = isSessionOf(root);
  const isEnded = and(isOfRoot, sql`not (${isValidAt(at)})`);
  const excess = newestFirst(database, and(isOfRoot, isValidAt(at))).slice(sessionsMax - 1);
  const builder = drizzle(database);
  builder.update(apiKeys).set({ revokedAt: at }).where(inArray(apiKeys.id, excess)).run();
  const ended = builder.select({ number: count() }).from(apiKeys).where(isEnded).get()?.number ?? 0;
  if (ended <= endedSessionsMax) return;
  const forgotten = newestFirst(database, and(isEnded, eq(apiKeys.hasEntries, 0)))
    .slice(endedSessionsMax)
    .slice(-deletedMax);
  const isAbout = and(eq(auditEntries.entityType, 'session'), inArray(auditEntries.entityId, forgotten));
  builder.delete(auditEntries).where(isAbout).run();
  builder.delete(apiKeys).where(inArray(apiKeys.id, forgotten)).run();
}

function newestFirst(database: Database, which: SQL | undefined): string[] {
  const query = drizzle(database).select({ id: apiKeys.id }).from(apiKeys).where(which);
  return query
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .all()
    .map(({ id }) => id);
}

/** What a proof allows: a session of an owner, with a scope. */
interface Proven {
  readonly ownerId: number;
  readonly scope: Scope;
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly parentKeyId: string | null;
  /** When the key expires that the session must not outlive. */
  readonly keyExpiresAt: string | null;
  /** What kind of principal made the code. */
  readonly codeMadeBy?: PrincipalKind | null;
  /** The user that was made on the way. */
  readonly madeUser?: StoredUser;
}

type ProofOf<Method extends SignInProof['method']> = Extract<SignInProof, { method: Method }>;

/** What the proof of a sign-in allows; undefined when it is not valid, or no longer valid. */
function provenBy(
  database: Database,
  { proof, at }: Pick<CommandOf<'session.create'>, 'proof' | 'at'>,
): Proven | undefined {
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

function byKey(database: Database, { keyId }: ProofOf<'key'>, at: string): Proven | undefined {
  const key = selectKeys(database).where(eq(apiKeys.id, keyId)).get();
  if (key === undefined || stateOfApiKey(key, () => at) !== 'active') return undefined;
  return { ownerId: key.ownerId, scope: key.scope, user: null, parentKeyId: key.id, keyExpiresAt: key.expiresAt };
}

function byCode(database: Database, { hash, host }: ProofOf<'code'>, at: string): Proven | undefined {
  const builder = drizzle(database);
  const code = builder.select().from(signInCodes).where(eq(signInCodes.hash, hash)).get();
  if (code === undefined) return undefined;
  builder.delete(signInCodes).where(eq(signInCodes.hash, hash)).run();
  const user = findUser(database, code.userId);
  if (code.expiresAt <= at || user === undefined) return undefined;
  if (host !== undefined) builder.insert(knownHosts).values({ host, createdAt: at }).onConflictDoNothing().run();
  return { ...ofUser(user), scope: code.scope, codeMadeBy: code.madeBy };
}

function byProxy(
  database: Database,
  { userName: name, create: wanted }: ProofOf<'proxy'>,
  at: string,
): Proven | undefined {
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
