import type { Database } from 'bun:sqlite';
import { and, eq, gt, inArray, isNull, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { KeyEnd } from '../../domain/keys/keyRecord.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { credentialEnds } from '../schema/tables/credentialEnds.ts';
import { memberships, signInCodes, users } from '../schema/tables/users.ts';
import { isForgotten } from './users.ts';

/** That something ends for good, at an instant in ISO 8601 UTC. */
export type CredentialEnd = typeof credentialEnds.$inferSelect;

/** Stores that something ends; of two ends of the same, the earlier one stays. */
export function recordEnd(
  database: Database,
  { kind, id, hash = '', endedAt }: Omit<CredentialEnd, 'hash'> & { readonly hash?: string },
): void {
  const target = [credentialEnds.kind, credentialEnds.id, credentialEnds.hash];
  const set = { endedAt: sql`min(${credentialEnds.endedAt}, excluded.ended_at)` };
  const values = { kind, id, hash, endedAt };
  drizzle(database).insert(credentialEnds).values(values).onConflictDoUpdate({ target, set }).run();
}

/** Stores that a key was revoked, or when it expires. */
export function recordKeyEnd(database: Database, id: string, { revokedAt, expiresAt }: KeyEnd): void {
  if (revokedAt !== null) recordEnd(database, { kind: 'key', id, endedAt: revokedAt });
  if (expiresAt !== null) recordEnd(database, { kind: 'expiry', id, endedAt: expiresAt });
}

/** Forgets the ends of a key: a rotation whose new key nobody has seen is undone. */
export function forgetKeyEnds(database: Database, id: string): void {
  const isOfKey = and(inArray(credentialEnds.kind, ['key', 'expiry']), eq(credentialEnds.id, id));
  drizzle(database).delete(credentialEnds).where(isOfKey).run();
}

/** Revokes the keys of an owner, and stores that. */
export function endKeysOf(database: Database, ownerId: number, at: string): void {
  const builder = drizzle(database);
  const isValid = and(eq(apiKeys.ownerId, ownerId), isNull(apiKeys.revokedAt));
  const revoked = builder.update(apiKeys).set({ revokedAt: at }).where(isValid);
  for (const { id, kind } of revoked.returning({ id: apiKeys.id, kind: apiKeys.kind }).all())
    if (kind === 'key') recordEnd(database, { kind: 'key', id, endedAt: at });
}

/** Ends a user: its sessions, codes and password, at an instant. Its name is free again. */
export function endUser(database: Database, userId: string, at: string): void {
  const builder = drizzle(database);
  endSessionsOf(database, { userId }, at);
  recordEnd(database, { kind: 'user', id: userId, endedAt: at });
  builder.delete(signInCodes).where(eq(signInCodes.userId, userId)).run();
  builder.delete(memberships).where(eq(memberships.userId, userId)).run();
  // No folded name begins with a space.
  const ended = { passwordHash: null, nameFolded: ` removed ${userId}`, removedAt: at };
  builder.update(users).set(ended).where(eq(users.id, userId)).run();
  // The row stays while sessions name it, since the audit trail names these.
  builder.delete(users).where(isForgotten).run();
}

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
