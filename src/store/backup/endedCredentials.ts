import type { Database } from 'bun:sqlite';
import { instantAt } from '../../runtime/system.ts';
import { endSessionsForGood } from '../credentials/sessionEnds.ts';
import { endUser } from '../credentials/userEnds.ts';
import { schemaVersionOf } from '../schema/migrations.ts';
import { inTransaction } from '../sqlite/statement.ts';

// The schema version from which on there are users, sessions and codes.
const peopleVersion = 7;

/** When a key ends, as a database stores it. */
interface KeyEnd {
  readonly id: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** What has changed for a user since the backup. */
type UserChange = { readonly id: string } & ({ readonly isRemoved: true } | { readonly passwordHash: string });

/** What a database knows to have ended. */
interface Ends {
  readonly keys: readonly KeyEnd[];
  readonly users: readonly UserChange[];
}

/**
 * Makes a restored database accept nothing that had ended: no session and no code of it is valid, keys that the replaced
 * database had revoked or made to expire earlier end as they did there, and so do users. A password that was set since the
 * backup stays.
 *
 * @param replaced the replaced database; null if there was none, undefined if it is damaged
 * @param wallMilliseconds the wall clock, in milliseconds since 1970
 * @returns how many keys and users have ended that the backup has as valid; null if the replaced database cannot tell
 */
export function carryEndsOver(
  restored: Database,
  replaced: Database | null | undefined,
  wallMilliseconds: number,
): number | null {
  const at = instantAt(wallMilliseconds);
  const hasPeople = schemaVersionOf(restored) >= peopleVersion;
  const ends = replaced === null ? { keys: [], users: [] } : replaced && readEnds(replaced, restored, hasPeople);
  return inTransaction(restored, 'immediate', () => {
    if (hasPeople) endSessionsForGood(restored, at);
    if (ends === undefined) return null;
    const users = ends.users.filter((user) => changeUser(restored, user, at));
    return ends.keys.filter((key) => endKey(restored, key)).length + users.length;
  });
}

/** What a database knows to have ended; undefined when it cannot be read. */
function readEnds(replaced: Database, restored: Database, hasPeople: boolean): Ends | undefined {
  try {
    const keys = replaced
      .query<KeyEnd, []>(
        `SELECT id, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_keys
         WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL`,
      )
      .all();
    const knowsUsers = hasPeople && schemaVersionOf(replaced) >= peopleVersion;
    return { keys, users: knowsUsers ? changesOfUsers(replaced, restored) : [] };
  } catch {
    // It may be damaged, or of a newer version with other tables.
    return undefined;
  }
}

/** The changes of the users of a restored database that only the replaced one has. */
function changesOfUsers(replaced: Database, restored: Database): UserChange[] {
  const users = restored.query<{ id: string }, []>('SELECT id FROM users WHERE removed_at IS NULL').all();
  const lastEntry = replaced.query<{ id: string; action: string }, [string]>(
    `SELECT id, action FROM audit_entries WHERE entity_id = ? AND entity_type = 'user'
       AND action IN ('user.delete', 'user.setPassword') ORDER BY sequence DESC LIMIT 1`,
  );
  const isKnown = restored.query<unknown, [string]>('SELECT 1 FROM audit_entries WHERE id = ?');
  const hashOf = replaced.query<{ hash: string | null }, [string]>(
    'SELECT password_hash AS hash FROM users WHERE id = ?',
  );
  return users.flatMap(({ id }): UserChange[] => {
    const entry = lastEntry.get(id);
    if (entry === null || isKnown.get(entry.id) !== null) return [];
    if (entry.action === 'user.delete') return [{ id, isRemoved: true }];
    const passwordHash = hashOf.get(id)?.hash ?? undefined;
    return passwordHash === undefined ? [] : [{ id, passwordHash }];
  });
}

/** Ends a user, or sets its password. Returns whether it is ended. */
function changeUser(restored: Database, change: UserChange, at: string): boolean {
  if ('isRemoved' in change) {
    endUser(restored, change.id, at);
    return true;
  }
  restored.query('UPDATE users SET password_hash = ? WHERE id = ?').run(change.passwordHash, change.id);
  return false;
}

/** Makes a key end no later than in the replaced database. Returns whether it ends earlier than in the backup. */
function endKey(restored: Database, { id, ...end }: KeyEnd): boolean {
  const stored = restored
    .query<KeyEnd, [string]>(
      'SELECT id, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_keys WHERE id = ? AND revoked_at IS NULL',
    )
    .get(id);
  if (stored === null) return false;
  const isEarlier = end.expiresAt !== null && (stored.expiresAt === null || end.expiresAt < stored.expiresAt);
  if (end.revokedAt === null && !isEarlier) return false;
  const expiresAt = isEarlier ? end.expiresAt : stored.expiresAt;
  restored.query('UPDATE api_keys SET expires_at = ?, revoked_at = ? WHERE id = ?').run(expiresAt, end.revokedAt, id);
  return true;
}
