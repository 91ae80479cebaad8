import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { RecordUses } from '../writer/serviceCommands.ts';
import { auditEntries } from '../audit/table.ts';
import type { Db } from '../database/db.ts';
import type { Tools } from '../writer/executor.ts';
import { deleteForgottenUsers } from './credentialEnds.ts';
import { apiKeys } from './table.ts';

// What one command deletes at most, so that the writes of clients do not wait long.
const deletedMax = 20;

/** Stores when keys and sessions were used, extends those sessions that are due for it, and deletes forgotten ones. */
export function recordUses(
  { database: db }: Pick<Tools, 'database'>,
  { uses, extension, endedBefore }: RecordUses['input'],
): RecordUses['result'] {
  const use = prepareUse(db);
  const extend = prepareExtension(db, extension);
  for (const { id, hour } of uses) {
    use.run({ id, hour });
    extend.run({ id });
  }
  deleteForgottenSessions(db, endedBefore);
  return { outcome: 'recorded' };
}

function prepareUse(db: Db) {
  const hour = sql.placeholder('hour');
  const { id, lastUsedAt } = apiKeys;
  return db
    .update(apiKeys)
    .set({ lastUsedAt: sql`${hour}` })
    .where(and(eq(id, sql.placeholder('id')), or(isNull(lastUsedAt), lt(lastUsedAt, hour))))
    .prepare();
}

/** Extends a valid session, at most until its key expires. One that was extended while the clock was ahead is shortened. */
function prepareExtension(db: Db, { at, due, to }: RecordUses['input']['extension']) {
  const key = alias(apiKeys, 'key');
  const endOfKey = db.select({ expiresAt: key.expiresAt }).from(key).where(eq(key.id, apiKeys.parentKeyId));
  const { id, kind, revokedAt, expiresAt } = apiKeys;
  return db
    .update(apiKeys)
    .set({ expiresAt: sql`min(${to}, coalesce(${endOfKey}, ${to}))` })
    .where(
      and(
        eq(id, sql.placeholder('id')),
        eq(kind, 'session'),
        isNull(revokedAt),
        gt(expiresAt, at),
        or(lt(expiresAt, due), gt(expiresAt, to)),
      ),
    )
    .prepare();
}

/** Deletes some sessions that ended before an instant and that no audit entry has as its actor. */
function deleteForgottenSessions(db: Db, endedBefore: string): void {
  const { id, ownerId, kind, expiresAt, revokedAt, hasEntries } = apiKeys;
  // The entry of a sign-out has the session as its actor, too.
  const ownEntries = db
    .select({ one: sql`1` })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.entityId, id),
        eq(auditEntries.entityType, 'session'),
        eq(auditEntries.ownerId, ownerId),
        eq(auditEntries.actorId, id),
      ),
    );
  const forgotten = db
    .select({ id })
    .from(apiKeys)
    .where(
      and(
        eq(kind, 'session'),
        or(lt(expiresAt, endedBefore), lt(revokedAt, endedBefore)),
        eq(hasEntries, 0),
        notExists(ownEntries),
      ),
    )
    .limit(deletedMax);
  const deleted = db.delete(apiKeys).where(inArray(id, forgotten)).returning({ id }).all();
  if (deleted.length > 0) deleteForgottenUsers(db);
}
