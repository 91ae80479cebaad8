import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { OwnSession } from '../../domain/keys/session.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { inTransaction } from '../sqlite/statement.ts';

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
export function listOwnSessions(database: Database): (sessionId: string, at: string) => OwnSession[] {
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
