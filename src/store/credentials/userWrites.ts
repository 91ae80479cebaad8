import type { Database } from 'bun:sqlite';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { UserCommands } from '../../commands/user.ts';
import { scopeIncludes } from '../../domain/keys/apiKey.ts';
import type { UserRecord } from '../../domain/users/user.ts';
import { foldUserName } from '../../domain/users/userNames.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners } from '../schema/tables/owners.ts';
import { memberships, signInCodes, users } from '../schema/tables/users.ts';
import { findOwner } from '../entities/owners.ts';
import { recordEnd } from './credentialEnds.ts';
import { viewOfUser } from './credentialLists.ts';
import { recordChanges } from './serviceAudit.ts';
import { endSessionsOf } from './sessionEnds.ts';
import { endUser } from './userEnds.ts';
import { forgetRemovedName, keepNameOut } from './removedNames.ts';
import { findUser, isNameTaken, shownUser, type StoredUser } from './users.ts';
import type { Verbs } from '../entities/verbs.ts';

/** The verbs of users. */
export function userVerbs(database: Database, newId: () => string): Verbs<keyof UserCommands> {
  const tools = { database, record: recordChanges(database, newId) };
  return {
    'user.create': { perform: (command) => createFor(tools, findOwner(database, command.owner)?.id, command) },
    'user.delete': { perform: (command) => remove(tools, findUser(database, command.userId), command) },
    'user.setPassword': { perform: (command) => setPassword(tools, command) },
    'user.createCode': { perform: (command) => createCode(tools, findUser(database, command.userId), command) },
    'member.create': { perform: (command) => createMember(tools, command) },
    'member.delete': {
      perform: (command) => removeMember(tools, command),
      current: (command) => {
        const member = memberOf(database, command);
        return member && viewOfUser(shownUser(member));
      },
    },
    'member.createCode': {
      perform: (command) => createCode(tools, memberOf(database, command), command),
    },
  };
}

interface Tools {
  readonly database: Database;
  readonly record: ReturnType<typeof recordChanges>;
}

/** The user of a command of a client, if it is one of the client's owner. */
function memberOf(
  database: Database,
  { actor, userId }: CommandOf<'member.delete' | 'member.createCode'>,
): StoredUser | undefined {
  const user = findUser(database, userId);
  return user?.ownerId === actor.ownerId ? user : undefined;
}

function createMember(tools: Tools, command: CommandOf<'member.create'>) {
  const result = createFor(tools, command.actor.ownerId, command);
  if (result.outcome !== 'missing') return result;
  throw new Error('the owner of a key is missing');
}

function removeMember(tools: Tools, command: CommandOf<'member.delete'>): OutcomeOf<'member.delete'> {
  const { actor, userId, dryRun } = command;
  const builder = drizzle(tools.database);
  const caller = builder.select({ userId: apiKeys.userId }).from(apiKeys).where(eq(apiKeys.id, actor.id)).get();
  if (caller?.userId === userId) return { outcome: 'conflict', reason: 'ownUser' };
  const result = remove(tools, memberOf(tools.database, command), command);
  if (result.outcome !== 'deleted') return result;
  return { outcome: 'deleted', ...(dryRun === true && { viewJson: viewOfUser(result.user) }) };
}

function createFor(
  tools: Tools,
  ownerId: number | undefined,
  command: CommandOf<'user.create' | 'member.create'>,
): OutcomeOf<'user.create'> {
  if (ownerId === undefined || !isOwner(tools.database, ownerId)) return { outcome: 'missing' };
  if (isNameTaken(tools.database, command.name)) return { outcome: 'conflict', reason: 'nameTaken' };
  forgetRemovedName(tools.database, { ownerId, name: command.name });
  const user = insertUser(tools.database, ownerId, command);
  tools.record(command, 'user.create', entityOf(user), { after: shownUser(user) });
  return { outcome: 'stored', ...shown(shownUser(user)), ...dryRunOf(command) };
}

/** Inserts a user with its membership, and returns it. */
export function insertUser(
  database: Database,
  ownerId: number,
  {
    userId,
    name,
    passwordHash,
    scope,
    at,
  }: Pick<CommandOf<'user.create'>, 'userId' | 'name' | 'passwordHash' | 'scope' | 'at'>,
): StoredUser {
  const builder = drizzle(database);
  builder
    .insert(users)
    .values({ id: userId, name, nameFolded: foldUserName(name), passwordHash, createdAt: at })
    .run();
  builder.insert(memberships).values({ userId, ownerId, scope }).run();
  const stored = findUser(database, userId);
  if (stored === undefined) throw new Error('a user is missing right after it was stored');
  return stored;
}

function remove(
  { database, record }: Tools,
  user: StoredUser | undefined,
  command: CommandOf<'user.delete' | 'member.delete'>,
): OutcomeOf<'user.delete'> {
  if (user === undefined) return { outcome: 'missing' };
  record(command, 'user.delete', entityOf(user), { before: shownUser(user) });
  endUser(database, user.id, command.at);
  keepNameOut(database, user);
  return { outcome: 'deleted', user: shownUser(user) };
}

function setPassword(
  { database, record }: Tools,
  command: CommandOf<'user.setPassword'>,
): OutcomeOf<'user.setPassword'> {
  const user = findUser(database, command.userId);
  if (user === undefined) return { outcome: 'missing' };
  storePassword(database, user, command);
  endSessionsOf(database, { userId: user.id }, command.at);
  const after = { ...shownUser(user), hasPassword: true };
  record(command, 'user.setPassword', entityOf(user), { before: shownUser(user), after });
  return { outcome: 'stored', ...shown(after) };
}

/** Stores the hash of a user's password. Codes that were not used become invalid: they would pass the new password by. */
export function storePassword(
  database: Database,
  { id, passwordHash: replaced }: StoredUser,
  { passwordHash, at }: { readonly passwordHash: string; readonly at: string },
): void {
  recordEnd(database, { kind: 'password', id, hash: replaced ?? '', endedAt: at });
  drizzle(database).update(users).set({ passwordHash }).where(eq(users.id, id)).run();
  drizzle(database).delete(signInCodes).where(eq(signInCodes.userId, id)).run();
}

function createCode(
  { database, record }: Tools,
  user: StoredUser | undefined,
  command: CommandOf<'user.createCode' | 'member.createCode'>,
): OutcomeOf<'user.createCode'> {
  if (user === undefined) return { outcome: 'missing' };
  const { hash, expiresAt, at: createdAt } = command;
  const wanted = ('scope' in command ? command.scope : undefined) ?? user.scope;
  const scope = scopeIncludes(user.scope, wanted) ? wanted : user.scope;
  const builder = drizzle(database);
  // A new code replaces an earlier one, which nobody may have seen or kept.
  builder
    .delete(signInCodes)
    .where(and(eq(signInCodes.userId, user.id), eq(signInCodes.ownerId, user.ownerId)))
    .run();
  const madeBy = command.actor.kind;
  const row = { hash, userId: user.id, ownerId: user.ownerId, scope, createdAt, expiresAt, madeBy };
  builder.insert(signInCodes).values(row).run();
  record(command, 'user.createCode', entityOf(user), { user: user.name, scope, expiresAt });
  return { outcome: 'stored', ...shown(shownUser(user)), scope };
}

function shown(user: UserRecord) {
  return { user, viewJson: viewOfUser(user) };
}

function isOwner(database: Database, ownerId: number): boolean {
  return drizzle(database).select({ id: owners.id }).from(owners).where(eq(owners.id, ownerId)).get() !== undefined;
}

function dryRunOf(command: CommandOf<'user.create' | 'member.create'>) {
  return 'dryRun' in command && command.dryRun ? { dryRun: true as const } : {};
}

/** The entity of an audit entry about a user. */
export function entityOf({ id, ownerId }: Pick<StoredUser, 'id' | 'ownerId'>) {
  return { entityType: 'user', entityId: id, ownerId } as const;
}
