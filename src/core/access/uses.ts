import type { Db } from '../database/db.ts';
import type { RecordUses } from '../../modules/serviceCommands.ts';
import type { Tools } from '../writer/verbs.ts';
import { change, prepareQuery } from '../database/statement.ts';
import { deleteForgottenUsers } from '../../modules/users/store.ts';

// What one command deletes at most, so that the writes of clients do not wait long.
const deletedMax = 20;

/** Stores when keys and sessions were used, extends those sessions that are due for it, and deletes forgotten ones. */
export function recordUses(
  { database }: Pick<Tools, 'database'>,
  { uses, extension, endedBefore }: RecordUses['input'],
): RecordUses['result'] {
  const use = `UPDATE api_keys SET last_used_at = $hour
    WHERE id = $id AND (last_used_at IS NULL OR last_used_at < $hour)`;
  for (const { id, hour } of uses) {
    change(database, use, { id, hour });
    extendSession(database, id, extension);
  }
  deleteForgottenSessions(database, endedBefore);
  return { outcome: 'recorded' };
}

/** Extends a valid session, at most until its key expires. One that was extended while the clock was ahead is shortened. */
function extendSession(database: Db, id: string, extension: RecordUses['input']['extension']): void {
  const text = `UPDATE api_keys SET expires_at = min($to, coalesce(
      (SELECT key.expires_at FROM api_keys AS key WHERE key.id = api_keys.parent_key_id), $to))
    WHERE id = $id AND kind = 'session' AND revoked_at IS NULL AND expires_at > $at AND (expires_at < $due OR expires_at > $to)`;
  change(database, text, { id, ...extension });
}

/** Deletes some sessions that ended before an instant and that no audit entry has as its actor. */
function deleteForgottenSessions(database: Db, endedBefore: string): void {
  const forgotten = prepareQuery<{ id: string }>(
    database,
    `SELECT id FROM api_keys
     WHERE kind = 'session' AND (expires_at < $endedBefore OR revoked_at < $endedBefore) AND has_entries = 0
       -- The entry of a sign-out has the session as its actor, too.
       AND NOT EXISTS (SELECT 1 FROM audit_entries WHERE entity_id = api_keys.id AND entity_type = 'session'
         AND owner_id = api_keys.owner_id AND actor_id = api_keys.id)
     LIMIT ${deletedMax}`,
  ).all({ endedBefore });
  for (const { id } of forgotten) change(database, 'DELETE FROM api_keys WHERE id = $id', { id });
  if (forgotten.length > 0) change(database, deleteForgottenUsers);
}
