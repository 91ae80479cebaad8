import { and, eq, gt, inArray, isNull, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database/db.ts';
import { scopeIncludes, scopes, type Scope } from './scope.ts';
import { apiKeys, memberships, signInCodes, users } from './table.ts';

/** Ends a user: its sessions, codes and password, at an instant. Its name is free again. */
export function endUser(db: Db, userId: string, at: string): void {
  endSessionsOf(db, { userId }, at);
  db.delete(signInCodes).where(eq(signInCodes.userId, userId)).run();
  db.delete(memberships).where(eq(memberships.userId, userId)).run();
  db.update(users)
    // No folded name begins with a space.
    .set({ passwordHash: null, nameFolded: ` removed ${userId}`, removedAt: at })
    .where(eq(users.id, userId))
    .run();
  // The row stays while sessions name it, since the audit trail names these.
  deleteForgottenUsers(db);
}

/** Revokes the sessions of a user that are not revoked yet; those of one session may be kept. */
export function endSessionsOf(
  db: Db,
  { userId, exceptId = '' }: { readonly userId: string; readonly exceptId?: string },
  at: string,
): void {
  revokeSessions(db, at, and(eq(apiKeys.userId, userId), ne(apiKeys.id, exceptId)));
}

/** Revokes the sessions of a user that may do more than a scope allows, and deletes such codes. An invitation has no scope of its own. */
export function endSessionsBeyond(
  db: Db,
  { userId, scope }: { readonly userId: string; readonly scope: Scope },
  at: string,
): void {
  const wider = scopes.filter((one) => !scopeIncludes(scope, one));
  revokeSessions(db, at, and(eq(apiKeys.userId, userId), inArray(apiKeys.scope, wider)));
  db.delete(signInCodes)
    .where(and(eq(signInCodes.userId, userId), eq(signInCodes.isInvitation, false), inArray(signInCodes.scope, wider)))
    .run();
}

/** Makes the sessions of a key end no later than the key. */
export function endSessionsWithKey(
  db: Db,
  keyId: string,
  { revokedAt, expiresAt }: Pick<typeof apiKeys.$inferSelect, 'revokedAt' | 'expiresAt'>,
): void {
  const areOfKey = eq(apiKeys.parentKeyId, keyId);
  if (revokedAt !== null) revokeSessions(db, revokedAt, areOfKey);
  if (expiresAt === null) return;
  const endLater = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, expiresAt));
  db.update(apiKeys).set({ expiresAt }).where(and(areOfKey, endLater)).run();
}

/** Ends every session and code of a database that was restored. The sessions are forgotten in time, since the audit trail names some. */
export function endSessionsForGood(db: Db, at: string): void {
  revokeSessions(db, at);
  db.delete(signInCodes).run();
}

function revokeSessions(db: Db, at: string, which?: SQL): void {
  db.update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.kind, 'session'), isNull(apiKeys.revokedAt), which))
    .run();
}

/** Deletes the removed users that no session names any more. */
export function deleteForgottenUsers(db: Db): void {
  const found = { one: sql`1` };
  const ofOwners = db.select(found).from(memberships).where(eq(memberships.userId, users.id));
  const ofSessions = db.select(found).from(apiKeys).where(eq(apiKeys.userId, users.id));
  db.delete(users)
    .where(and(notExists(ofOwners), notExists(ofSessions)))
    .run();
}
