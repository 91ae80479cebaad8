import { and, eq, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { scopeIncludes } from '../../../core/access/scope.ts';
import { memberships, owners, users } from '../../../core/access/table.ts';
import { foldUserName } from '../../../core/access/userNames.ts';
import { deleteOwnRecords } from '../../users/store.ts';
import type { Db } from '../../../core/database/db.ts';

/** A user of a restored or of a replaced database. */
export type KnownUser = ReturnType<typeof usersOf>[number];

/** The users of a database who are not removed, by name. */
export function usersOf(db: Db) {
  const { id, name, nameFolded, passwordHash } = users;
  const { scope, ownerId } = memberships;
  return db
    .select({ id, name, nameFolded, passwordHash, scope, ownerId })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, id))
    .where(isNull(users.removedAt))
    .orderBy(name)
    .all();
}

/** The names of users, sorted. */
export function namesOf(known: readonly KnownUser[]): string[] {
  return known.map(({ name }) => name).sort();
}

/** Gives the users of a restored database no larger scope than they have in the replaced one; returns whom that concerns. */
export function lowerScopes(restored: Db, present: readonly KnownUser[]): string[] {
  const scopeOf = new Map(present.map(({ id, scope }) => [id, scope]));
  return usersOf(restored).flatMap(({ id, ownerId, name, scope }) => {
    const smaller = scopeOf.get(id);
    if (smaller === undefined || scopeIncludes(smaller, scope)) return [];
    restored.update(memberships).set({ scope: smaller }).where(eq(memberships.userId, id)).run();
    if (smaller === 'read') deleteOwnRecords(restored, { id, ownerId });
    return [name];
  });
}

/** Users keep the names that they got since the backup: the former one may be that of another person now. */
export function keepNames(restored: Db, present: readonly KnownUser[]): void {
  const nameOf = new Map(usersOf(restored).map(({ id, name }) => [id, name]));
  const renamed = present.filter(({ id, name }) => nameOf.has(id) && nameOf.get(id) !== name);
  // First a name that nobody has, since users may have swapped theirs.
  for (const { id } of renamed) rename(restored, id, { name: id, nameFolded: id });
  for (const { id, name } of renamed) rename(restored, id, { name, nameFolded: foldUserName(name) });
}

/** Renames a user, unless another one has the name. */
function rename(restored: Db, id: string, to: Pick<KnownUser, 'name' | 'nameFolded'>): void {
  const other = alias(users, 'other');
  const namesake = restored
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.nameFolded, to.nameFolded), ne(other.id, id)));
  restored
    .update(users)
    .set(to)
    .where(and(eq(users.id, id), notExists(namesake)))
    .run();
}

/**
 * The names of the owners of a restored database who have no admin among their users, although they had one in the replaced
 * database: that one was added later, and the others keep the smaller scopes that they got since.
 */
export function ownersWithoutAdmin(restored: Db, present: readonly KnownUser[]): readonly string[] {
  const managed = new Set(present.filter(({ scope }) => scope === 'admin').map(({ ownerId }) => ownerId));
  for (const { ownerId, scope } of usersOf(restored)) if (scope === 'admin') managed.delete(ownerId);
  const left = inArray(owners.id, Array.from(managed));
  const named = restored.select({ name: owners.name }).from(owners).where(left).all();
  return named.map(({ name }) => name).sort();
}
