import type { Db } from '../database/db.ts';
import type { KeyEnd } from '../../modules/keys/rules.ts';
import { scopeIncludes, scopes, type Scope } from './scope.ts';
import { change } from '../database/statement.ts';
import { deleteForgottenUsers } from '../../modules/users/store.ts';

/** Ends a user: its sessions, codes and password, at an instant. Its name is free again. */
export function endUser(database: Db, userId: string, at: string): void {
  endSessionsOf(database, { userId }, at);
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
  database: Db,
  { userId, exceptId = '' }: { readonly userId: string; readonly exceptId?: string },
  at: string,
): void {
  change(database, `${revokeSessions} AND user_id = $userId AND id <> $exceptId`, { userId, exceptId, at });
}

/** Revokes the sessions of a user that may do more than a scope allows, and deletes such codes. */
export function endSessionsBeyond(
  database: Db,
  { userId, scope }: { readonly userId: string; readonly scope: Scope },
  at: string,
): void {
  const wider = JSON.stringify(scopes.filter((one) => !scopeIncludes(scope, one)));
  const areWider = 'user_id = $userId AND scope IN (SELECT value FROM json_each($wider))';
  change(database, `${revokeSessions} AND ${areWider}`, { userId, wider, at });
  change(database, `DELETE FROM sign_in_codes WHERE ${areWider}`, { userId, wider });
}

/** Makes the sessions of a key end no later than the key. */
export function endSessionsWithKey(database: Db, keyId: string, { revokedAt, expiresAt }: KeyEnd): void {
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
export function endSessionsForGood(database: Db, at: string): void {
  change(database, revokeSessions, { at });
  change(database, "DELETE FROM api_keys WHERE kind = 'session' AND has_entries = 0");
  change(database, 'DELETE FROM sign_in_codes');
  change(database, deleteForgottenUsers);
}

const revokeSessions = "UPDATE api_keys SET revoked_at = $at WHERE kind = 'session' AND revoked_at IS NULL";
