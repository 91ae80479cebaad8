import type { Database } from 'bun:sqlite';
import type { KeyEnd } from '../../domain/keys/keyRecord.ts';
import { scopeIncludes, scopes, type Scope } from '../../domain/keys/scope.ts';
import type { credentialEnds } from '../schema/tables/credentialEnds.ts';
import { change, prepareQuery } from '../sqlite/statement.ts';
import { deleteForgottenUsers } from './users.ts';

/** That something ends for good, at an instant in ISO 8601 UTC. */
export type CredentialEnd = typeof credentialEnds.$inferSelect;

/** Stores that something ends; of two ends of the same, the earlier one stays. */
export function recordEnd(
  database: Database,
  { kind, id, hash = '', endedAt }: Omit<CredentialEnd, 'hash'> & { readonly hash?: string },
): void {
  const insert = `INSERT INTO credential_ends (kind, id, hash, ended_at) VALUES ($kind, $id, $hash, $endedAt)
    ON CONFLICT DO UPDATE SET ended_at = min(ended_at, excluded.ended_at)`;
  change(database, insert, { kind, id, hash, endedAt });
}

/** Stores that a key was revoked, or when it expires. */
export function recordKeyEnd(database: Database, id: string, { revokedAt, expiresAt }: KeyEnd): void {
  if (revokedAt !== null) recordEnd(database, { kind: 'key', id, endedAt: revokedAt });
  if (expiresAt !== null) recordEnd(database, { kind: 'expiry', id, endedAt: expiresAt });
}

/** Forgets the ends of a key: a rotation whose new key nobody has seen is undone. */
export function forgetKeyEnds(database: Database, id: string): void {
  change(database, "DELETE FROM credential_ends WHERE kind IN ('key', 'expiry') AND id = $id", { id });
}

/** Revokes the keys of an owner, and stores that. */
export function endKeysOf(database: Database, ownerId: number, at: string): void {
  const revoke =
    'UPDATE api_keys SET revoked_at = $at WHERE owner_id = $ownerId AND revoked_at IS NULL RETURNING id, kind';
  for (const { id, kind } of prepareQuery<{ id: string; kind: string }>(database, revoke).all({ ownerId, at }))
    if (kind === 'key') recordEnd(database, { kind: 'key', id, endedAt: at });
}

/** Ends a user: its sessions, codes and password, at an instant. Its name is free again. */
export function endUser(database: Database, userId: string, at: string): void {
  endSessionsOf(database, { userId }, at);
  recordEnd(database, { kind: 'user', id: userId, endedAt: at });
  change(database, 'DELETE FROM sign_in_codes WHERE user_id = $userId', { userId });
  change(database, 'DELETE FROM memberships WHERE user_id = $userId', { userId });
  // No folded name begins with a space.
  const end = `UPDATE users SET password_hash = NULL, name_folded = ' removed ' || id, removed_at = $at WHERE id = $userId`;
  change(database, end, { userId, at });
  // The row stays while sessions name it, since the audit trail names these.
  change(database, deleteForgottenUsers);
}

/** Revokes the sessions of a user that are not revoked yet; those of one session may be kept. */
export function endSessionsOf(
  database: Database,
  { userId, exceptId = '' }: { readonly userId: string; readonly exceptId?: string },
  at: string,
): void {
  change(database, `${revokeSessions} AND user_id = $userId AND id <> $exceptId`, { userId, exceptId, at });
}

/** Revokes the sessions of a user that may do more than a scope allows, and deletes such codes. */
export function endSessionsBeyond(
  database: Database,
  { userId, scope }: { readonly userId: string; readonly scope: Scope },
  at: string,
): void {
  const wider = JSON.stringify(scopes.filter((one) => !scopeIncludes(scope, one)));
  const areWider = 'user_id = $userId AND scope IN (SELECT value FROM json_each($wider))';
  change(database, `${revokeSessions} AND ${areWider}`, { userId, wider, at });
  change(database, `DELETE FROM sign_in_codes WHERE ${areWider}`, { userId, wider });
}

/** Makes the sessions of a key end no later than the key. */
export function endSessionsWithKey(database: Database, keyId: string, { revokedAt, expiresAt }: KeyEnd): void {
  if (revokedAt !== null) change(database, `${revokeSessions} AND parent_key_id = $keyId`, { keyId, at: revokedAt });
  if (expiresAt === null) return;
  const shorten = `UPDATE api_keys SET expires_at = $expiresAt
    WHERE parent_key_id = $keyId AND (expires_at IS NULL OR expires_at > $expiresAt)`;
  change(database, shorten, { keyId, expiresAt });
}

/**
 * Ends every session and code of a database that was restored: sessions that audit entries name are revoked, others are
 * deleted.
 */
export function endSessionsForGood(database: Database, at: string): void {
  change(database, revokeSessions, { at });
  // The database may have a schema version without the column `has_entries`.
  const isUnnamed = "id NOT IN (SELECT actor_id FROM audit_entries WHERE actor_kind = 'session')";
  change(database, `DELETE FROM api_keys WHERE kind = 'session' AND ${isUnnamed}`);
  change(database, 'DELETE FROM sign_in_codes');
  change(database, deleteForgottenUsers);
}

const revokeSessions = "UPDATE api_keys SET revoked_at = $at WHERE kind = 'session' AND revoked_at IS NULL";
