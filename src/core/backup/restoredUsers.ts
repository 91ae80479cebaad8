import type { Connection } from '../database/driver.ts';
import { scopeIncludes, type Scope } from '../access/scope.ts';
import { foldUserName } from '../access/userNames.ts';

/** A user of a restored or of a replaced database. */
export type KnownUser = Readonly<
  Record<'id' | 'name' | 'folded', string> & { scope: Scope; hash: string | null; ownerId: number }
>;

/** The users of a database who are not removed, by name. */
export function usersOf(database: Connection): KnownUser[] {
  return database
    .query<KnownUser, []>(
      `SELECT id, name, name_folded AS folded, password_hash AS hash, scope, owner_id AS ownerId
       FROM users JOIN memberships ON user_id = id WHERE removed_at IS NULL ORDER BY name`,
    )
    .all();
}

/** The names of users, sorted. */
export function namesOf(users: readonly KnownUser[]): string[] {
  return users.map(({ name }) => name).sort();
}

/** Gives the users of a restored database no larger scope than they have in the replaced one; returns whom that concerns. */
export function lowerScopes(restored: Connection, present: readonly KnownUser[]): string[] {
  const scopeOf = new Map(present.map(({ id, scope }) => [id, scope]));
  const lower = restored.query('UPDATE memberships SET scope = ? WHERE user_id = ?');
  return usersOf(restored).flatMap(({ id, name, scope }) => {
    const smaller = scopeOf.get(id);
    if (smaller === undefined || scopeIncludes(smaller, scope)) return [];
    lower.run(smaller, id);
    return [name];
  });
}

/** Users keep the names that they got since the backup: the former one may be that of another person now. */
export function keepNames(restored: Connection, present: readonly KnownUser[]): void {
  const rename = restored.query('UPDATE OR IGNORE users SET name = ?1, name_folded = ?2 WHERE id = ?3');
  const isOther = restored.query('SELECT 1 FROM users WHERE id = ?1 AND removed_at IS NULL AND name <> ?2');
  const renamed = present.filter(({ id, name }) => isOther.get(id, name) !== null);
  // First a name that nobody has, since users may have swapped theirs.
  for (const { id } of renamed) rename.run(id, id, id);
  for (const { id, name } of renamed) rename.run(name, foldUserName(name), id);
}

/**
 * The names of the owners of a restored database who have no admin among their users, although they had one in the replaced
 * database: that one was added later, and the others keep the smaller scopes that they got since.
 */
export function ownersWithoutAdmin(restored: Connection, present: readonly KnownUser[]): readonly string[] {
  const managed = new Set(present.filter(({ scope }) => scope === 'admin').map(({ ownerId }) => ownerId));
  for (const { ownerId, scope } of usersOf(restored)) if (scope === 'admin') managed.delete(ownerId);
  const nameOf = restored.query<{ name: string }, [number]>('SELECT name FROM owners WHERE id = ?');
  return Array.from(managed, (id) => nameOf.get(id)?.name)
    .filter((name) => name !== undefined)
    .sort();
}
