import type { Database } from 'bun:sqlite';
import { recordEnd, type CredentialEnd } from '../credentials/credentialEnds.ts';

// In place of a hash: the audit entry by which the password was set. No hash begins with it.
const setBy = 'set by ';

/**
 * The last setting of each user's password, by its audit entry. An earlier schema version did not keep the hash that was
 * replaced, so that a backup's password is told to be older by its trail, which does not have the entry.
 */
export function passwordSettings(replaced: Database): CredentialEnd[] {
  return replaced
    .query<CredentialEnd, [string]>(
      `SELECT 'password' AS kind, entity_id AS id, ? || id AS hash, created_at AS endedAt FROM audit_entries
       WHERE sequence IN (SELECT max(sequence) FROM audit_entries
         WHERE entity_type = 'user' AND action = 'user.setPassword' GROUP BY entity_id)`,
    )
    .all(setBy);
}

/**
 * Stores that the passwords of a restored database have ended which were replaced by a setting that it does not know.
 *
 * @param ends those of the replaced database, before they are stored in the restored one
 * @param present the password hashes of the replaced database, by user
 */
export function endReplacedPasswords(
  restored: Database,
  ends: readonly CredentialEnd[],
  present: ReadonlyMap<string, string | null>,
): void {
  const hashOf = restored.query<{ hash: string | null }, [string]>(
    'SELECT password_hash AS hash FROM users WHERE id = ? AND removed_at IS NULL',
  );
  const isKnown = restored.query<unknown, [string, string]>(
    `SELECT 1 FROM audit_entries WHERE id = ?1
     UNION ALL SELECT 1 FROM credential_ends WHERE kind = 'password' AND hash = ?2`,
  );
  for (const { kind, id, hash, endedAt } of ends) {
    if (kind !== 'password' || !hash.startsWith(setBy)) continue;
    const user = hashOf.get(id);
    if (user === null || user.hash === present.get(id) || isKnown.get(hash.slice(setBy.length), hash) !== null)
      continue;
    recordEnd(restored, { kind, id, hash: user.hash ?? '', endedAt });
  }
}
