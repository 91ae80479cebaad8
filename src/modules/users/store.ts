import type { Db } from '../../core/database/db.ts';
import { isFromFuture } from '../../core/access/apiKey.ts';
import type { Scope } from '../../core/access/scope.ts';
import type { UserRecord } from './model.ts';
import { foldUserName, lookOfUserName } from '../../core/access/userNames.ts';
import { change, inTransaction, prepareQuery } from '../../core/database/statement.ts';

/** A user as it is stored, with its membership. */
export type StoredUser = Omit<UserRecord, 'hasPassword'> & {
  readonly ownerId: number;
  readonly passwordHash: string | null;
};

/** Reads users. None of these reads takes part in the answer of an ordinary request. */
export function readUsers(database: Db) {
  return {
    /** Every user, by owner and name. */
    list: (): UserRecord[] =>
      inTransaction(database, 'deferred', () =>
        prepareQuery<StoredUser>(database, `${selectUsers} ORDER BY owners.name, users.name`).all({}),
      ).map(shownUser),

    /** Whether there is any user. */
    hasAny: (): boolean =>
      inTransaction(database, 'deferred', () =>
        prepareQuery(database, 'SELECT 1 FROM users WHERE removed_at IS NULL LIMIT 1').first({}),
      ) !== undefined,

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
    ownerOfCode(hash: string, at: string): number | undefined {
      const select = `SELECT owner_id AS ownerId, created_at AS createdAt FROM sign_in_codes
        WHERE hash = $hash AND expires_at > $at`;
      const code = inTransaction(database, 'deferred', () =>
        prepareQuery<{ ownerId: number; createdAt: string }>(database, select).first({ hash, at }),
      );
      return code === undefined || isFromFuture(code.createdAt, at) ? undefined : code.ownerId;
    },

    /** Whether somebody has signed in with a code under a host name, in lower case and without a port. */
    isKnownHost: (host: string): boolean =>
      inTransaction(database, 'deferred', () =>
        prepareQuery(database, 'SELECT 1 FROM known_hosts WHERE host = $host').first({ host }),
      ) !== undefined,
  };
}

/** The user of a name: that of {@link foldUserName}, and no other one. */
export function findUserByName(database: Db, name: string): StoredUser | undefined {
  return prepareQuery<StoredUser>(database, `${selectUsers} AND name_folded = $folded`).first({
    folded: foldUserName(name),
  });
}

/**
 * Whether a user has a name, or one that looks like it.
 *
 * @param exceptId the id of a user who does not count: the one who gets the name
 */
export function isNameTaken(database: Db, name: string, exceptId?: string): boolean {
  // All names are compared, since only new users need this: those of 10,000 users take about 10 ms.
  const [folded, look] = [foldUserName(name), lookOfUserName(name)];
  const users = prepareQuery<Pick<UserRecord, 'id' | 'name'>>(
    database,
    'SELECT id, name FROM users WHERE removed_at IS NULL',
  ).all({});
  const others = users.filter(({ id }) => id !== exceptId);
  return others.some((other) => foldUserName(other.name) === folded || lookOfUserName(other.name) === look);
}

/** The user with an id. */
export function findUser(database: Db, userId: string): StoredUser | undefined {
  return prepareQuery<StoredUser>(database, `${selectUsers} AND users.id = $userId`).first({ userId });
}

/** Whether an owner has another user than this one; with a scope, another user with that scope. */
export function hasOtherUser(
  database: Db,
  { id, ownerId }: Pick<StoredUser, 'id' | 'ownerId'>,
  scope: Scope | null = null,
): boolean {
  const others = `SELECT 1 FROM memberships JOIN users ON users.id = user_id AND removed_at IS NULL
    WHERE owner_id = $ownerId AND scope = coalesce($scope, scope) AND user_id <> $id LIMIT 1`;
  return prepareQuery(database, others).first({ id, ownerId, scope }) !== undefined;
}

/** A user without what only sign-in may know. */
export function shownUser({ passwordHash, ownerId: _ownerId, ...user }: StoredUser): UserRecord {
  return { ...user, hasPassword: passwordHash !== null };
}

const selectUsers = `SELECT users.id, users.name, password_hash AS passwordHash, users.created_at AS createdAt,
    memberships.owner_id AS ownerId, scope, owners.name AS owner
  FROM users JOIN memberships ON user_id = users.id JOIN owners ON owners.id = memberships.owner_id
  WHERE removed_at IS NULL`;

/** Deletes the removed users that no session names any more. */
export const deleteForgottenUsers = `DELETE FROM users
  WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)
    AND NOT EXISTS (SELECT 1 FROM api_keys WHERE user_id = users.id)`;

/** A name of a user, of an owner. */
interface OwnersName {
  readonly ownerId: number;
  readonly name: string;
}

/** Makes the reverse proxy make no user of the name of a removed one for its owner. */
export function keepNameOut(database: Db, { ownerId, name }: OwnersName): void {
  const values = { ownerId, folded: foldUserName(name) };
  change(database, 'INSERT OR IGNORE INTO removed_names (owner_id, name_folded) VALUES ($ownerId, $folded)', values);
}

const ofName = 'FROM removed_names WHERE owner_id = $ownerId AND name_folded = $folded';

/** Whether a user of a name was removed from an owner, and not added again. */
export function isNameKeptOut(database: Db, { ownerId, name }: OwnersName): boolean {
  return prepareQuery(database, `SELECT 1 ${ofName}`).first({ ownerId, folded: foldUserName(name) }) !== undefined;
}

/** Forgets that a user of a name was removed from an owner. */
export function forgetRemovedName(database: Db, { ownerId, name }: OwnersName): void {
  change(database, `DELETE ${ofName}`, { ownerId, folded: foldUserName(name) });
}
