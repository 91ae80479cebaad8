import { and, eq, gt, isNull, ne, type SQL } from 'drizzle-orm';
import { isFromFuture } from '../../core/access/apiKey.ts';
import type { Scope } from '../../core/access/scope.ts';
import { channels } from '../channels/table.ts';
import { feeds } from '../feeds/table.ts';
import { reminders } from '../reminders/table.ts';
import type { UserRecord } from './model.ts';
import { memberships, owners, removedNames, signInCodes, users } from '../../core/access/table.ts';
import { foldUserName, lookOfUserName } from '../../core/access/userNames.ts';
import type { Db } from '../../core/database/db.ts';

/** A user as it is stored, with its membership. */
export type StoredUser = Omit<UserRecord, 'hasPassword'> & {
  readonly ownerId: number;
  readonly passwordHash: string | null;
};

/** Reads users. None of these reads takes part in the answer of an ordinary request. */
export function readUsers(db: Db) {
  return {
    /** Every user, by owner and name. */
    list: (): UserRecord[] => selectUsers(db).orderBy(owners.name, users.name).all().map(shownUser),

    /** Whether there is any user. */
    hasAny: (): boolean =>
      db.select({ id: users.id }).from(users).where(isNull(users.removedAt)).limit(1).get() !== undefined,

    /** The user of a name, with the hash of the password. */
    findByName: (name: string): StoredUser | undefined => findUserByName(db, name),

    /** Whether a user has a name, or one that looks like it. */
    isNameTaken: (name: string): boolean => isNameTaken(db, name),

    /** Whether the reverse proxy may not make a user of a name for an owner, because one was removed. */
    isNameKeptOut: (name: OwnersName): boolean => isNameKeptOut(db, name),

    /** The user with an id, with the hash of the password. */
    find: (userId: string): StoredUser | undefined => findUser(db, userId),

    /** The owner of the sign-in code with a hash, if it is valid at an instant, ISO 8601 UTC. */
    ownerOfCode(hash: string, at: string): number | undefined {
      const { ownerId, createdAt, expiresAt } = signInCodes;
      const isValid = and(eq(signInCodes.hash, hash), gt(expiresAt, at));
      const code = db.select({ ownerId, createdAt }).from(signInCodes).where(isValid).get();
      return code === undefined || isFromFuture(code.createdAt, at) ? undefined : code.ownerId;
    },
  };
}

/** The user of a name: that of {@link foldUserName}, and no other one. */
export function findUserByName(db: Db, name: string): StoredUser | undefined {
  return selectUsers(db, eq(users.nameFolded, foldUserName(name))).get();
}

/**
 * Whether a user has a name, or one that looks like it.
 *
 * @param exceptId the id of a user who does not count: the one who gets the name
 */
export function isNameTaken(db: Db, name: string, exceptId?: string): boolean {
  // All names are compared, since only new users need this: those of 10,000 users take about 10 ms.
  const [folded, look] = [foldUserName(name), lookOfUserName(name)];
  const all = db.select({ id: users.id, name: users.name }).from(users).where(isNull(users.removedAt)).all();
  const others = all.filter(({ id }) => id !== exceptId);
  return others.some((other) => foldUserName(other.name) === folded || lookOfUserName(other.name) === look);
}

/** The user with an id. */
export function findUser(db: Db, userId: string): StoredUser | undefined {
  return selectUsers(db, eq(users.id, userId)).get();
}

/** Whether an owner has another user than this one; with a scope, another user with that scope. */
export function hasOtherUser(db: Db, { id, ownerId }: Pick<StoredUser, 'id' | 'ownerId'>, scope?: Scope): boolean {
  const ofScope = scope && eq(memberships.scope, scope);
  const other = selectUsers(db, and(eq(memberships.ownerId, ownerId), ne(users.id, id), ofScope));
  return other.limit(1).get() !== undefined;
}

/** A user without what only sign-in may know. */
export function shownUser({ passwordHash, ownerId: _ownerId, ...user }: StoredUser): UserRecord {
  return { ...user, hasPassword: passwordHash !== null };
}

/** The users who are not removed. */
function selectUsers(db: Db, which?: SQL) {
  const { id, name, passwordHash, createdAt } = users;
  const { ownerId, scope } = memberships;
  return db
    .select({ id, name, passwordHash, createdAt, ownerId, scope, owner: owners.name })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(owners, eq(owners.id, memberships.ownerId))
    .where(and(isNull(users.removedAt), which));
}

// What belongs to a user may name its id as `user_id`, and refers to the membership, which deletes it at the end.
const ownTables = [channels, feeds, reminders];

/** The ids of the channels, feeds and rules of reminders that are a user's own. */
export function ownRecordsOf(db: Db, user: Member): readonly string[] {
  return ownTables.flatMap((table) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(isOwn(table, user))
      .all()
      .map(({ id }) => id),
  );
}

/** Deletes the channels, feeds and rules of reminders that are a user's own. */
export function deleteOwnRecords(db: Db, user: Member): void {
  for (const table of ownTables) db.delete(table).where(isOwn(table, user)).run();
}

type Member = Pick<StoredUser, 'id' | 'ownerId'>;

/** The index of these tables is by the owner. */
function isOwn({ ownerId, userId }: (typeof ownTables)[number], user: Member): SQL | undefined {
  return and(eq(ownerId, user.ownerId), eq(userId, user.id));
}

/** A name of a user, of an owner. */
interface OwnersName {
  readonly ownerId: number;
  readonly name: string;
}

/** Makes the reverse proxy make no user of the name of a removed one for its owner. */
export function keepNameOut(db: Db, { ownerId, name }: OwnersName): void {
  db.insert(removedNames)
    .values({ ownerId, nameFolded: foldUserName(name) })
    .onConflictDoNothing()
    .run();
}

/** Whether a user of a name was removed from an owner, and not added again. */
export function isNameKeptOut(db: Db, name: OwnersName): boolean {
  return db.select().from(removedNames).where(isOf(name)).get() !== undefined;
}

/** Forgets that a user of a name was removed from an owner. */
export function forgetRemovedName(db: Db, name: OwnersName): void {
  db.delete(removedNames).where(isOf(name)).run();
}

function isOf({ ownerId, name }: OwnersName): SQL | undefined {
  return and(eq(removedNames.ownerId, ownerId), eq(removedNames.nameFolded, foldUserName(name)));
}
