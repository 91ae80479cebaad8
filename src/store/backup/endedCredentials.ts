import type { Database } from 'bun:sqlite';
import { instantAt } from '../../runtime/system.ts';
import { endSessionsForGood, endUser, recordEnd, type CredentialEnd } from '../credentials/credentialEnds.ts';
import { deleteEndedFeeds } from '../credentials/feedWrites.ts';
import { addTables, schemaVersionOf } from '../schema/migrations.ts';
import type { removedNames } from '../schema/tables/users.ts';
import { removedNamesInTrail } from '../schema/userNames.ts';
import { inTransaction } from '../sqlite/statement.ts';
import { keepNames, type KnownUser, lowerScopes, namesOf, ownersWithoutAdmin, usersOf } from './restoredUsers.ts';

// The schema versions from which on there are users, sessions and codes, and the table of what has ended.
const peopleVersion = 7;
const endsVersion = 8;

// In place of a hash: the audit entry by which the password was set. No hash begins with it.
const setBy = 'set by ';

/** What a restore has kept ended. */
export interface KeptEnds {
  /** The number of keys, calendar feeds and users that have ended and that the backup has as valid; null if nobody can know. */
  readonly ended: number | null;
  /** The names of the users who were added after the backup, and are gone. */
  readonly goneUsers: readonly string[];
  /** The names of the users who have no password now, since that of the backup was replaced. */
  readonly withoutPassword: readonly string[];
  /** The names of the users who had a larger scope in the backup, and keep the smaller one that they got since. */
  readonly lowered: readonly string[];
  /** The names of the owners who had an admin among their users in the replaced database, and have none now. */
  readonly withoutAdmin: readonly string[];
}

const nothingKept = { goneUsers: [], withoutPassword: [], lowered: [], withoutAdmin: [] } as const;

/** The name of a user who was removed from an owner, and whom the reverse proxy may therefore not bring back. */
type RemovedName = typeof removedNames.$inferSelect;

/** What the replaced database knows. */
interface Known {
  readonly ends: readonly CredentialEnd[];
  readonly removedNames: readonly RemovedName[];
  readonly users: readonly KnownUser[];
}

/**
 * Makes a restored database accept nothing that has ended: no session and no code of it is valid, and of keys, users and
 * passwords nothing that ended in the replaced database or in any that it had replaced before; nor gives it a user a larger
 * scope than the replaced database. It keeps all these ends, so that the next restore has them, too.
 *
 * @param replaced the replaced database; null if there was none, undefined if it is damaged
 * @param wallMilliseconds the wall clock, in milliseconds since 1970
 */
export function carryEndsOver(
  restored: Database,
  replaced: Database | null | undefined,
  wallMilliseconds: number,
): KeptEnds {
  const at = instantAt(wallMilliseconds);
  const hasPeople = schemaVersionOf(restored) >= peopleVersion;
  const known = replaced === null ? { ends: [], removedNames: [], users: [] } : replaced && readKnown(replaced);
  return inTransaction(restored, 'immediate', () => {
    if (hasPeople) endSessionsForGood(restored, at);
    if (known === undefined) return { ended: null, ...nothingKept };
    addTables(restored, 'credential_ends', 'removed_names');
    const present = new Map(known.users.map(({ id, hash }) => [id, hash]));
    if (hasPeople) endReplacedPasswords(restored, known.ends, present);
    for (const end of known.ends) recordEnd(restored, end);
    addRemovedNames(restored, known.removedNames);
    const endedKeys = endKeys(restored) + deleteEndedFeeds(restored);
    if (!hasPeople) {
      const withoutAdmin = ownersWithoutAdmin(restored, known.users, hasPeople);
      return { ended: endedKeys, ...nothingKept, goneUsers: namesOf(known.users), withoutAdmin };
    }
    const ended = endedKeys + endUsers(restored, at);
    const withoutPassword = replacePasswords(restored, present);
    keepNames(restored, known.users);
    // A user of another installation may have the name.
    const isThere = restored.query<unknown, [string, string]>('SELECT 1 FROM users WHERE id = ? OR name_folded = ?');
    const isEnded = restored.query<unknown, [string]>("SELECT 1 FROM credential_ends WHERE kind = 'user' AND id = ?");
    const gone = known.users.filter(({ id, folded }) => isThere.get(id, folded) === null && isEnded.get(id) === null);
    // The reverse proxy would make them anew, with a larger scope than an admin gave them.
    const isNamed = restored.query<unknown, [string]>('SELECT 1 FROM users WHERE name_folded = ?');
    const readers = known.users.filter(({ scope, folded }) => scope === 'read' && isNamed.get(folded) === null);
    addRemovedNames(
      restored,
      readers.map(({ ownerId, folded }) => ({ ownerId, nameFolded: folded })),
    );
    const lowered = lowerScopes(restored, known.users);
    const withoutAdmin = ownersWithoutAdmin(restored, known.users, hasPeople);
    return { ended, goneUsers: namesOf(gone), withoutPassword, lowered, withoutAdmin };
  });
}

function removedNamesOf(database: Database): RemovedName[] {
  return database
    .query<RemovedName, []>('SELECT owner_id AS ownerId, name_folded AS nameFolded FROM removed_names')
    .all();
}

/** The upgrade of an older database finds the table there. An owner that the backup does not have is gone. */
function addRemovedNames(restored: Database, names: readonly RemovedName[]): void {
  const add = restored.query(
    'INSERT OR IGNORE INTO removed_names (owner_id, name_folded) SELECT id, ?1 FROM owners WHERE id = ?2',
  );
  for (const { nameFolded, ownerId } of names) add.run(nameFolded, ownerId);
}

/** What the replaced database knows; undefined when it cannot be read. */
function readKnown(replaced: Database): Known | undefined {
  try {
    const version = schemaVersionOf(replaced);
    const hasTable = replaced.query("SELECT 1 FROM sqlite_schema WHERE name = 'credential_ends'").get() !== null;
    const stored = hasTable
      ? replaced.query<CredentialEnd, []>('SELECT kind, id, hash, ended_at AS endedAt FROM credential_ends').all()
      : [];
    const knowsUsers = version >= peopleVersion;
    const earlier = version >= endsVersion ? [] : earlierEnds(replaced, knowsUsers);
    const settings = knowsUsers ? passwordSettings(replaced) : [];
    const names = hasTable ? removedNamesOf(replaced) : [];
    const namesInTrail = knowsUsers && version < endsVersion ? removedNamesInTrail(replaced) : [];
    return {
      ends: [...stored, ...earlier, ...settings],
      removedNames: [...names, ...namesInTrail],
      users: knowsUsers ? usersOf(replaced) : [],
    };
  } catch {
    // It may be damaged, or of a newer version with other tables.
    return undefined;
  }
}

/** Makes the keys of a restored database end when they have ended; returns how many end earlier than in the backup. */
function endKeys(restored: Database): number {
  const changed = restored
    .query<{ id: string }, []>(
      `SELECT keys.id FROM api_keys AS keys JOIN credential_ends AS ends ON ends.id = keys.id
       WHERE keys.revoked_at IS NULL
         AND (ends.kind = 'key' OR ends.kind = 'expiry' AND (keys.expires_at IS NULL OR keys.expires_at > ends.ended_at))
       GROUP BY keys.id`,
    )
    .all();
  const endOf = (kind: string) =>
    `(SELECT ended_at FROM credential_ends WHERE kind = '${kind}' AND credential_ends.id = api_keys.id)`;
  const end = restored.query(
    `UPDATE api_keys SET revoked_at = ${endOf('key')},
       expires_at = min(coalesce(expires_at, ${endOf('expiry')}), coalesce(${endOf('expiry')}, expires_at))
     WHERE id = ?`,
  );
  for (const { id } of changed) end.run(id);
  return changed.length;
}

/** Ends the users of a restored database that have ended, and keeps their names out; returns how many there are. */
function endUsers(restored: Database, at: string): number {
  const users = restored
    .query<{ id: string }, []>(
      `SELECT users.id FROM users JOIN credential_ends AS ends ON ends.id = users.id
       WHERE ends.kind = 'user' AND users.removed_at IS NULL`,
    )
    .all();
  // The replaced database may have let the name in again, for a user whom the restored one does not have.
  const keepOut = restored.query(
    `INSERT OR IGNORE INTO removed_names (owner_id, name_folded) SELECT owner_id, name_folded FROM memberships
     JOIN users ON users.id = user_id WHERE user_id = ?`,
  );
  for (const { id } of users) {
    keepOut.run(id);
    endUser(restored, id, at);
  }
  return users.length;
}

/**
 * Replaces the passwords of a restored database that were replaced since: by that of the replaced database, unless that one
 * has ended, too. Returns the names of the users who have none then.
 */
function replacePasswords(restored: Database, present: ReadonlyMap<string, string | null>): string[] {
  const hasEnded = restored.query<unknown, [string, string]>(
    "SELECT 1 FROM credential_ends WHERE kind = 'password' AND id = ? AND hash = ?",
  );
  const replace = restored.query('UPDATE users SET password_hash = ? WHERE id = ?');
  return usersOf(restored).flatMap(({ id, name, hash }) => {
    if (hasEnded.get(id, hash ?? '') === null) return [];
    const newer = present.get(id) ?? null;
    const valid = newer !== null && hasEnded.get(id, newer) === null ? newer : null;
    replace.run(valid, id);
    return valid === null && hash !== null ? [name] : [];
  });
}

interface EndedKey {
  readonly id: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/**
 * What had ended in a replaced database of an earlier schema version, which has no table of that: as its keys and its
 * audit trail tell.
 *
 * @param hasUsers whether it has users
 */
function earlierEnds(replaced: Database, hasUsers: boolean): CredentialEnd[] {
  const keys = replaced
    .query<EndedKey, []>(
      `SELECT id, expires_at AS expiresAt, revoked_at AS revokedAt FROM api_keys
       WHERE revoked_at IS NOT NULL OR expires_at IS NOT NULL`,
    )
    .all();
  const ofKeys = keys.flatMap(({ id, expiresAt, revokedAt }) => [
    ...endsOf('key', id, revokedAt),
    ...endsOf('expiry', id, expiresAt),
  ]);
  return hasUsers ? [...ofKeys, ...removalsOfUsers(replaced)] : ofKeys;
}

function endsOf(kind: CredentialEnd['kind'], id: string, endedAt: string | null): CredentialEnd[] {
  return endedAt === null ? [] : [{ kind, id, hash: '', endedAt }];
}

/** All of them: a backup that is restored later may have the user, although the present one has not. */
function removalsOfUsers(replaced: Database): CredentialEnd[] {
  return replaced
    .query<CredentialEnd, []>(
      `SELECT 'user' AS kind, entity_id AS id, '' AS hash, min(created_at) AS endedAt FROM audit_entries
       WHERE entity_type = 'user' AND action = 'user.delete' GROUP BY entity_id`,
    )
    .all();
}

/**
 * The last setting of each user's password, by its audit entry. An earlier schema version did not keep the hash that was
 * replaced, so that a backup's password is told to be older by its trail, which does not have the entry.
 */
function passwordSettings(replaced: Database): CredentialEnd[] {
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
function endReplacedPasswords(
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
