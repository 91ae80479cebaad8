import type { Database } from 'bun:sqlite';
import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { endedSessionsMax, sessionsMax } from '../../domain/keys/session.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { isSessionOf, isValidAt, type SessionRoot } from './ownSessions.ts';

// What one sign-in deletes at most: more than one, so that the sessions of an earlier version go, too.
const deletedMax = 5;

/**
 * Makes room for one more session of a user, or of a key: ends the oldest one when there are too many, never one of
 * others, and bounds what a credential stores by signing in again and again. Of the ended sessions that have changed
 * nothing, the oldest ones beyond a number are deleted, with the audit entries about them.
 */
export function makeRoom(database: Database, root: SessionRoot, at: string): void {
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
