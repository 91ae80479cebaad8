import type { Database } from 'bun:sqlite';
import { and, eq, gt, isNull, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { KeyEnd } from '../../domain/keys/keyRecord.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { signInCodes, users } from '../schema/tables/users.ts';
import { isForgotten } from './users.ts';

/** Revokes the sessions of a user that are not revoked yet; those of one session may be kept. */
export function endSessionsOf(
  database: Database,
  { userId, exceptId }: { readonly userId: string; readonly exceptId?: string },
  at: string,
): void {
  const others = exceptId === undefined ? undefined : ne(apiKeys.id, exceptId);
  revoke(database, and(eq(apiKeys.userId, userId), others), at);
}

/** Makes the sessions of a key end no later than the key. */
export function endSessionsWithKey(database: Database, keyId: string, { revokedAt, expiresAt }: KeyEnd): void {
  const isOfKey = eq(apiKeys.parentKeyId, keyId);
  if (revokedAt !== null) revoke(database, isOfKey, revokedAt);
  if (expiresAt === null) return;
  const isLater = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, expiresAt));
  drizzle(database).update(apiKeys).set({ expiresAt }).where(and(isOfKey, isLater)).run();
}

/**
 * Ends every session and code of a database that was restored: sessions that audit entries name are revoked, others are
 * deleted.
 */
export function endSessionsForGood(database: Database, at: string): void {
  const builder = drizzle(database);
  revoke(database, undefined, at);
  // The database may have a schema version without the column `has_entries`.
  const sessionsWithEntries = builder
    .select({ id: auditEntries.actorId })
    .from(auditEntries)
    .where(eq(auditEntries.actorKind, 'session'));
  builder
    .delete(apiKeys)
    .where(and(eq(apiKeys.kind, 'session'), notInArray(apiKeys.id, sessionsWithEntries)))
    .run();
  builder.delete(signInCodes).run();
  builder.delete(users).where(isForgotten).run();
}

function revoke(database: Database, which: SQL | undefined, at: string): void {
  const isValid = and(eq(apiKeys.kind, 'session'), isNull(apiKeys.revokedAt));
  drizzle(database)
    .update(apiKeys)
    .set({ revokedAt: sql`${at}` })
    .where(and(which, isValid))
    .run();
}
