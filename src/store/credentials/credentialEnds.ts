import type { Database } from 'bun:sqlite';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { KeyEnd } from '../../domain/keys/keyRecord.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { credentialEnds } from '../schema/tables/credentialEnds.ts';

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
