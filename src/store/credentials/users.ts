import type { Database } from 'bun:sqlite';
import { and, asc, eq, gt, isNull, notExists, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { foldUserName, type UserRecord } from '../../domain/users/user.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners } from '../schema/tables/owners.ts';
import { knownHosts, memberships, signInCodes, users } from '../schema/tables/users.ts';
import { inTransaction } from '../sqlite/statement.ts';

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
      // Each start asks this, so the query has no joins.
      inTransaction(database, 'deferred', () => {
        const query = drizzle(database).select({ id: users.id }).from(users);
        return query.where(isUser).limit(1).get() !== undefined;
      }),

    /** The user of a name, in any case, with the hash of the password. */
    findByName: (name: string): StoredUser | undefined =>
      inTransaction(database, 'deferred', () => findUserByName(database, name)),

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

/** The user of a name, in any case. */
export function findUserByName(database: Database, name: string): StoredUser | undefined {
  return selectUsers(database)
    .where(and(isUser, eq(users.nameFolded, foldUserName(name))))
    .get();
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
