import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { hashApiKey, isSessionToken, stateOfApiKey } from '../../domain/keys/apiKey.ts';
import type { SessionHolder } from '../../domain/keys/principal.ts';
import type { OwnSession } from '../../domain/keys/session.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners } from '../schema/tables/owners.ts';
import { users } from '../schema/tables/users.ts';
import { columnsOf, inTransaction, prepareQuery } from '../sqlite/statement.ts';

/** Reads sessions. Only the hash and the start of a token are stored. */
export function readSessions(database: Database) {
  const byHash = prepareByHash(database);
  const ownerOf = prepareOwnerName(database);

  return {
    /** The session of a token, if it is known, not ended and not expired at the present instant (ISO 8601 UTC). */
    findHolder(token: string, now: () => string): SessionHolder | undefined {
      if (!isSessionToken(token)) return undefined;
      const row = byHash.first({ hash: hashApiKey(token) });
      if (row === undefined || stateOfApiKey(row, now) !== 'active') return undefined;
      const { id, ownerId, scope, createdAt, signedInBy, codeMadeBy, expiresAt, userId, userName } = row;
      // Each session has both.
      if (signedInBy === null || expiresAt === null) return undefined;
      const user = userId === null ? null : { id: userId, name: userName ?? '' };
      return { kind: 'session', id, ownerId, scope, createdAt, signedInBy, codeMadeBy, expiresAt, user };
    },

    /** The valid sessions of the user, or of the key, of a session, newest first. */
    listOwn: listOwnSessions(database),

    /** The name of an owner; undefined for one that was deleted. */
    ownerName: (ownerId: number): string | undefined => ownerOf.first({ ownerId })?.name,
  };
}

function prepareByHash(database: Database) {
  const { id, ownerId, scope, createdAt, expiresAt, revokedAt, signedInBy, codeMadeBy, userId } = columnsOf(apiKeys);
  const query = drizzle(database)
    .select({
      id,
      ownerId,
      scope,
      createdAt,
      expiresAt,
      revokedAt,
      signedInBy,
      codeMadeBy,
      userId,
      userName: sql<string | null>`${users.name}`.as('userName'),
    })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.hash, sql.placeholder('hash')), eq(apiKeys.kind, 'session')));
  return prepareQuery(database, query);
}

function prepareOwnerName(database: Database) {
  const query = drizzle(database)
    .select({ name: columnsOf(owners).name })
    .from(owners);
  return prepareQuery(database, query.where(eq(owners.id, sql.placeholder('ownerId'))));
}

/** What a session was signed in with: a user, or else a key. */
export type SessionRoot = Readonly<Record<'userId' | 'parentKeyId', string | null>>;

/** The condition that a row is a session of the same user, or else of the same key. */
export function isSessionOf({ userId, parentKeyId }: SessionRoot) {
  const isSame = userId === null ? eq(apiKeys.parentKeyId, parentKeyId ?? '') : eq(apiKeys.userId, userId);
  return and(eq(apiKeys.kind, 'session'), isSame);
}

/** The condition that a session is valid at an instant, ISO 8601 UTC. */
export function isValidAt(at: string) {
  return and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, at));
}

/** What a session was signed in with; undefined for an unknown one. */
export function rootOf(database: Database, sessionId: string): SessionRoot | undefined {
  const { userId, parentKeyId } = apiKeys;
  const isSession = and(eq(apiKeys.id, sessionId), eq(apiKeys.kind, 'session'));
  return drizzle(database).select({ userId, parentKeyId }).from(apiKeys).where(isSession).get();
}

/** Gives a function that lists the valid sessions of the user, or of the key, of a session, newest first. */
function listOwnSessions(database: Database): (sessionId: string, at: string) => OwnSession[] {
  const { id, name, scope, createdAt, lastUsedAt } = apiKeys;
  // Each session has one.
  const expiresAt = sql<string>`${apiKeys.expiresAt}`;
  return (sessionId, at) =>
    inTransaction(database, 'deferred', () => {
      const root = rootOf(database, sessionId);
      if (root === undefined) return [];
      const shown = { id, name, scope, createdAt, lastUsedAt, expiresAt };
      const query = drizzle(database).select(shown).from(apiKeys);
      return query
        .where(and(isSessionOf(root), isValidAt(at)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
        .all();
    });
}
