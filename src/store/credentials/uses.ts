import type { Database } from 'bun:sqlite';
import { and, eq, gt, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { RecordUses } from '../../commands/service.ts';
import type { Tools } from '../entities/verbs.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { users } from '../schema/tables/users.ts';
import { isForgotten } from './users.ts';

// What one command deletes at most, so that the writes of clients do not wait long.
const deletedMax = 20;

/** Stores when keys and sessions were used, extends those sessions that are due for it, and deletes forgotten ones. */
export function recordUses(
  { database }: Pick<Tools, 'database'>,
  { uses, extension, endedBefore }: RecordUses['input'],
): RecordUses['result'] {
  const builder = drizzle(database);
  for (const { id, hour } of uses) {
    const isEarlier = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, hour));
    builder
      .update(apiKeys)
      .set({ lastUsedAt: hour })
      .where(and(eq(apiKeys.id, id), isEarlier))
      .run();
    extendSession(database, id, extension);
  }
  deleteForgottenSessions(database, endedBefore);
  return { outcome: 'recorded' };
}

/** Extends a valid session, at most until its key expires. */
function extendSession(database: Database, id: string, { at, due, to }: RecordUses['input']['extension']): void {
  const keyExpiresAt = sql`(select key.expires_at from ${apiKeys} as key where key.id = ${apiKeys.parentKeyId})`;
  const isValid = and(eq(apiKeys.kind, 'session'), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, at));
  drizzle(database)
    .update(apiKeys)
    .set({ expiresAt: sql`min(${to}, coalesce(${keyExpiresAt}, ${to}))` })
    .where(and(eq(apiKeys.id, id), isValid, lt(apiKeys.expiresAt, due)))
    .run();
}

// The entry of a sign-out has the session as its actor, too.
const isNotInTrail = notExists(
  sql`(select 1 from ${auditEntries} where ${auditEntries.entityId} = ${apiKeys.id}
    and ${auditEntries.entityType} = 'session' and ${auditEntries.ownerId} = ${apiKeys.ownerId}
    and ${auditEntries.actorId} = ${apiKeys.id})`,
);

/** Deletes some sessions that ended before an instant and that no audit entry has as its actor. */
function deleteForgottenSessions(database: Database, endedBefore: string): void {
  const builder = drizzle(database);
  const isEnded = or(lt(apiKeys.expiresAt, endedBefore), lt(apiKeys.revokedAt, endedBefore));
  const forgotten = builder
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.kind, 'session'), isEnded, eq(apiKeys.hasEntries, 0), isNotInTrail))
    .limit(deletedMax)
    .all();
  for (const { id } of forgotten) builder.delete(apiKeys).where(eq(apiKeys.id, id)).run();
  if (forgotten.length > 0) builder.delete(users).where(isForgotten).run();
}
