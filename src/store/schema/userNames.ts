import type { Database } from 'bun:sqlite';
import { codePointLength } from '../../domain/text/text.ts';
import { foldUserName } from '../../domain/users/userNames.ts';
import { userNameLengthMax } from '../../domain/users/user.ts';

interface UserRow {
  readonly id: string;
  readonly name: string;
}

/**
 * Stores the identity of each user's name anew, as part of the migration to schema version 8: until then, names that only
 * looked alike were one name. Of users whose names are one name only since then, such as two that differ in a final sigma,
 * the oldest keeps it, and the others get a number after it.
 */
export function refoldUserNames(database: Database): void {
  const users = database
    .query<UserRow, []>('SELECT id, name FROM users WHERE removed_at IS NULL ORDER BY created_at, id')
    .all();
  // While the names change, each is one that nobody has: no name begins with a space.
  database.run(`UPDATE users SET name_folded = ' changing ' || id WHERE removed_at IS NULL`);
  const store = database.query('UPDATE users SET name = ?, name_folded = ? WHERE id = ?');
  const numbered = numberedNames(users);
  const taken = new Set<string>();
  for (const { id, name } of users) {
    const own = taken.has(foldUserName(name)) ? numbered(name) : name;
    taken.add(foldUserName(own));
    store.run(own, foldUserName(own), id);
  }
}

/** Gives a function that adds the first number to a name that makes it one that nobody has. */
function numberedNames(users: readonly UserRow[]) {
  const known = new Set(users.map(({ name }) => foldUserName(name)));
  return function numbered(name: string): string {
    for (let number = 2; ; number += 1) {
      const end = ` ${number}`;
      const kept = Array.from(name).slice(0, userNameLengthMax - codePointLength(end));
      const candidate = kept.join('') + end;
      if (known.has(foldUserName(candidate))) continue;
      known.add(foldUserName(candidate));
      return candidate;
    }
  };
}

/** The names of users who were removed from an owner, and whom nobody has added again, as the audit trail knows. */
export function removedNamesInTrail(database: Database): { readonly ownerId: number; readonly nameFolded: string }[] {
  const removals = database
    .query<{ ownerId: number; name: string | null }, []>(
      `SELECT DISTINCT owner_id AS ownerId, json_extract(metadata, '$.before.name') AS name FROM audit_entries
       WHERE entity_type = 'user' AND action = 'user.delete'`,
    )
    .all();
  const members = database
    .query<{ ownerId: number; name: string }, []>(
      'SELECT owner_id AS ownerId, name FROM users JOIN memberships ON user_id = id',
    )
    .all();
  const present = new Set(members.map(({ ownerId, name }) => `${ownerId} ${foldUserName(name)}`));
  return removals.flatMap(({ ownerId, name }) => {
    if (typeof name !== 'string' || present.has(`${ownerId} ${foldUserName(name)}`)) return [];
    return [{ ownerId, nameFolded: foldUserName(name) }];
  });
}

/** Stores which names were removed from which owners, for the migration to schema version 8. */
export function recordRemovedNames(database: Database): void {
  const record = database.query('INSERT OR IGNORE INTO removed_names (owner_id, name_folded) VALUES (?, ?)');
  for (const { ownerId, nameFolded } of removedNamesInTrail(database)) record.run(ownerId, nameFolded);
}
