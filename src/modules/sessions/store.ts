import { and, desc, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { clockToleranceSeconds, hashApiKey, isSessionToken, stateOfApiKey } from '../../core/access/apiKey.ts';
import type { SessionHolder } from '../../core/access/principal.ts';
import type { OwnSession } from '../../core/access/session.ts';
import { apiKeys, owners, users } from '../../core/access/table.ts';
import { millisecondsOf } from '../../core/billing/instants.ts';
import { once, type Db } from '../../core/database/db.ts';
import { instantAt } from '../../core/runtime/system.ts';
import { knownHosts } from './table.ts';

/** Reads sessions. Only the hash and the start of a token are stored. */
export function readSessions(db: Db) {
  // Each request of a session needs it.
  const byHash = once(() => prepareByHash(db));
  const householdOf = once(() =>
    db
      .select({ owner: owners.name, householdName: owners.householdName })
      .from(owners)
      .where(eq(owners.id, sql.placeholder('ownerId')))
      .prepare(),
  );

  return {
    /** The session of a token, if it is known, not ended and not expired at the present instant (ISO 8601 UTC). */
    findHolder(token: string, now: () => string): SessionHolder | undefined {
      if (!isSessionToken(token)) return undefined;
      const row = byHash().get({ hash: hashApiKey(token) });
      if (row === undefined || stateOfApiKey(row, now) !== 'active') return undefined;
      const { id, ownerId, scope, createdAt, signedInBy, codeMadeBy, expiresAt, userId, userName } = row;
      // Each session has both.
      if (signedInBy === null || expiresAt === null) return undefined;
      const user = userId === null ? null : { id: userId, name: userName ?? '' };
      return { kind: 'session', id, ownerId, scope, createdAt, signedInBy, codeMadeBy, expiresAt, user };
    },

    /** The valid sessions of the user, or of the key, of a session, newest first. */
    listOwn: (sessionId: string, at: string): OwnSession[] => listOwnSessions(db, sessionId, at),

    /** The name of an owner, and how its household is called; undefined for an owner that was deleted. */
    householdOf: (ownerId: number) => householdOf().get({ ownerId }),

    /** Whether somebody has signed in with a code under a host name, in lower case and without a port. */
    isKnownHost: (host: string): boolean =>
      db.select().from(knownHosts).where(eq(knownHosts.host, host)).get() !== undefined,
  };
}

function prepareByHash(db: Db) {
  const { id, ownerId, scope, createdAt, expiresAt, revokedAt, signedInBy, codeMadeBy, userId } = apiKeys;
  const held = { id, ownerId, scope, createdAt, expiresAt, revokedAt, signedInBy, codeMadeBy, userId };
  return db
    .select({ ...held, userName: users.name })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, userId))
    .where(and(eq(apiKeys.hash, sql.placeholder('hash')), eq(apiKeys.kind, 'session')))
    .prepare();
}

/** What a session was signed in with: a user, or else a key. */
export type SessionRoot = Readonly<Record<'userId' | 'parentKeyId', string | null>>;

/** The condition that a row is a session of the same user, or else of the same key. */
export function isSessionOf({ userId, parentKeyId }: SessionRoot): SQL | undefined {
  const ofRoot = userId === null ? eq(apiKeys.parentKeyId, parentKeyId ?? '') : eq(apiKeys.userId, userId);
  return and(eq(apiKeys.kind, 'session'), ofRoot);
}

/** The condition that a session is valid at an instant, ISO 8601 UTC: see `stateOfApiKey`. */
export function isValid(at: string): SQL {
  const latest = instantAt(millisecondsOf(at) + clockToleranceSeconds * 1000);
  const { revokedAt, expiresAt, createdAt } = apiKeys;
  return sql`(${isNull(revokedAt)} and ${gt(expiresAt, at)} and ${lte(createdAt, latest)})`;
}

/** What a session was signed in with; undefined for an unknown one. */
export function rootOf(db: Db, sessionId: string): SessionRoot | undefined {
  const { id, kind, userId, parentKeyId } = apiKeys;
  const isSession = and(eq(id, sessionId), eq(kind, 'session'));
  return db.select({ userId, parentKeyId }).from(apiKeys).where(isSession).get();
}

/** The valid sessions of the user, or of the key, of a session, newest first. */
function listOwnSessions(db: Db, sessionId: string, at: string): OwnSession[] {
  const root = rootOf(db, sessionId);
  if (root === undefined) return [];
  const { id, name, scope, createdAt, lastUsedAt } = apiKeys;
  // Each session has an end.
  const expiresAt = sql<string>`${apiKeys.expiresAt}`;
  return db
    .select({ id, name, scope, createdAt, lastUsedAt, expiresAt })
    .from(apiKeys)
    .where(and(isSessionOf(root), isValid(at)))
    .orderBy(desc(createdAt), desc(id))
    .all();
}
