import type { Database } from 'bun:sqlite';
import { and, asc, eq, gt, isNull, notExists, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { UserRecord } from '../../domain/users/userFields.ts';
import { foldUserName, lookOfUserName } from '../../domain/users/userNames.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners } from '../schema/tables/owners.ts';
import { knownHosts, memberships, removedNames, signInCodes, users } from '../schema/tables/users.ts';
import { guarded, inTransaction } from '../sqlite/statement.ts';

/** A user as it is stored, with its membership. */
export type StoredUser = Omit<UserRecord, 'hasPassword'> & {
  readonly ownerId: number;
  readonly passwordHash: string | null;
};

/** Reads users. None of these reads takes part in the answer of an ordinary request. */
export function readUsers(database: Database) {
  return {
    /** Every user, by owner and name. */
    list: (): UserRecord[] => shownIn(database, selectUsers(database)),

    /** Whether there is any user. */
    hasAny: (): boolean =>
      // Each start asks this: the query builder would take longer than all else that the start reads.
      guarded(() => database.query('SELECT 1 FROM users WHERE removed_at IS NULL LIMIT 1').get()) !== null,

    /** The user of a name, with the hash of the password. */
    findByName: (name: string): StoredUser | undefined =>
      inTransaction(database, 'deferred', () => findUserByName(database, name)),

    /** Whether a user has a name, or one that looks like it. */
    isNameTaken: (name: string): boolean => inTransaction(database, 'deferred', () => isNameTaken(database, name)),

    /** Whether the reverse proxy may not make a user of a name for an owner, because one was removed. */
    isNameKeptOut: (name: { readonly ownerId: number; readonly name: string }): boolean =>
      inTransaction(database, 'deferred', () => isNameKeptOut(database, name)),

    /** The user with an id, with the hash of the password. */
    find: (userId: string): StoredUser | undefined =>
      inTransaction(database, 'deferred', () => findUser(database, userId)),

    /** The owner of the sign-in code with a hash, if it is valid at an instant, ISO 8601 UTC. */
    ownerOfCode: (hash: string, at: string): number | undefined =>
      inTransaction(database, 'deferred', () => {
        const query = drizzle(database).select({ ownerId: signInCodes.ownerId }).from(signInCodes);
        return query.where(and(eq(signInCodes.hash, hash), gt(signInCodes.expiresAt, at))).get()?.ownerId;
      }),

    /** Whether somebody has signed in with a code under a host name, in lower case and without a port. */
    isKnownHost: (host: string): boolean =>
      inTransaction(database, 'deferred', () => {
        const query = drizzle(database).select({ host: knownHosts.host }).from(knownHosts);
        return query.where(eq(knownHosts.host, host)).get() !== undefined;
      }),
  };
}

/** The user of a name: that of {@link foldUserName}, and no other one. */
export function findUserByName(database: Database, name: string): StoredUser | undefined {
  return selectUsers(database)
    .where(and(isUser, eq(users.nameFolded, foldUserName(name))))
    .get();
}

/** Whether a user has a name, or one that looks like it. */
export function isNameTaken(database: Database, name: string): boolean {
  if (findUserByName(database, name) !== undefined) return true;
  // All names are compared, since only new users need this: those of 10,000 users take about 10 ms.
  const look = lookOfUserName(name);
  const names = drizzle(database).select({ name: users.name }).from(users).where(isUser).all();
  return names.some((other) => lookOfUserName(other.name) === look);
}

/** The user with an id. */
export function findUser(database: Database, userId: string): StoredUser | undefined {
  return selectUsers(database)
    .where(and(isUser, eq(users.id, userId)))
    .get();
}

/** A user without what only sign-in may know. */
export function shownUser({ passwordHash, ownerId: _ownerId, ...user }: StoredUser): UserRecord {
  return { ...user, hasPassword: passwordHash !== null };
}

const isUser = isNull(users.removedAt);

function selectUsers(database: Database) {
  return drizzle(database)
    .select({
      id: users.id,
      name: users.name,
      passwordHash: users.passwordHash,
      createdAt: users.createdAt,
      ownerId: memberships.ownerId,
      scope: memberships.scope,
      owner: owners.name,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(owners, eq(owners.id, memberships.ownerId))
    .where(isUser)
    .orderBy(asc(owners.name), asc(users.name))
    .$dynamic();
}

function shownIn(database: Database, query: ReturnType<typeof selectUsers>): UserRecord[] {
  return inTransaction(database, 'deferred', () => query.all()).map(shownUser);
}

/** The condition that a user has no membership, and that no session names the user. */
export const isForgotten = and(
  notExists(sql`(select 1 from ${memberships} where ${memberships.userId} = ${users.id})`),
  notExists(sql`(select 1 from ${apiKeys} where ${apiKeys.userId} = ${users.id})`),
);

/** A name of a user, of an owner. */
interface OwnersName {
  readonly ownerId: number;
  readonly name: string;
}

/** Makes the reverse proxy make no user of the name of a removed one for its owner. */
export function keepNameOut(database: Database, { ownerId, name }: OwnersName): void {
  const row = { ownerId, nameFolded: foldUserName(name) };
  drizzle(database).insert(removedNames).values(row).onConflictDoNothing().run();
}

/** Whether a user of a name was removed from an owner, and not added again. */
export function isNameKeptOut(database: Database, name: OwnersName): boolean {
  const query = drizzle(database).select({ ownerId: removedNames.ownerId }).from(removedNames);
  return query.where(isSame(name)).get() !== undefined;
}

/** Forgets that a user of a name was removed from an owner. */
export function forgetRemovedName(database: Database, name: OwnersName): void {
  drizzle(database).delete(removedNames).where(isSame(name)).run();
}

function isSame({ ownerId, name }: OwnersName) {
  return and(eq(removedNames.ownerId, ownerId), eq(removedNames.nameFolded, foldUserName(name)));
}
