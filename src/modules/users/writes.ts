import { and, desc, eq, notInArray } from 'drizzle-orm';
import { endSessionsBeyond, endSessionsOf, endUser } from '../../core/access/credentialEnds.ts';
import { memberships, signInCodes, users } from '../../core/access/table.ts';
import { auditEntries } from '../../core/audit/table.ts';
import type { Db } from '../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import { isByClient, isDryRun } from '../../core/writer/origin.ts';
import type { UserCommands } from './commands.ts';
import type { ValueChange, Values } from '../../core/audit/revert.ts';
import { scopeIncludes, type Scope } from '../../core/access/scope.ts';
import { UserPatch, type UserRecord } from './model.ts';
import type { CodeMaker } from '../../core/access/signInCode.ts';
import { foldUserName } from '../../core/access/userNames.ts';
import { findOwner } from '../owners/store.ts';
import type { Revertibles } from '../audit/writes/reverts.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';
import { viewOfUser } from '../keys/store/credentialLists.ts';
import { rootOf } from '../sessions/store.ts';
import {
  deleteOwnRecords,
  findUser,
  forgetRemovedName,
  hasOtherUser,
  isNameTaken,
  keepNameOut,
  ownRecordsOf,
  shownUser,
  type StoredUser,
} from './store.ts';

/** The verbs of users. */
export const verbs: Verbs<UserCommands> = {
  'user.create': { perform: create, current: undefined, storesOutcome: true },
  'user.update': { perform: update, current: currentView, storesOutcome: true },
  'user.delete': {
    perform: remove,
    current: currentView,
    storesOutcome: true,
  },
  'user.setPassword': { perform: setPassword, current: undefined, storesOutcome: false },
  'user.createCode': { perform: createCode, current: undefined, storesOutcome: false },
};

/** How updates of users are reverted. */
export const reverts: Pick<Revertibles, 'user'> = {
  user: {
    needs: 'admin',
    fields: Object.keys(UserPatch.properties),
    valueChangeOf: (metadata) => metadata as ValueChange,
    find({ database: db }, { ownerId }, userId) {
      const user = findUser(db, userId);
      if (user?.ownerId !== ownerId) return undefined;
      const viewJson = viewOfUser(shownUser(user));
      return { viewJson, values: JSON.parse(viewJson) as Values };
    },
    restore: (tools, write, { entityId: userId, restored: patch, reverted: { entryId } }) =>
      update(tools, { ...write, kind: 'user.update', userId, patch }, { reverts: entryId }),
  },
};

type Targeted = CommandOf<'user.update' | 'user.delete' | 'user.createCode'>;

/** The user of a command; for a client only one of its own owner. */
function findTarget(db: Db, command: Targeted): StoredUser | undefined {
  const user = findUser(db, command.userId);
  return isByClient(command) && user?.ownerId !== command.actor.ownerId ? undefined : user;
}

/** The user of a command as clients see it, as JSON. */
function currentView({ database: db }: Tools, command: Targeted): string | undefined {
  const user = findTarget(db, command);
  return user && viewOfUser(shownUser(user));
}

function create({ database: db, record }: Tools, command: CommandOf<'user.create'>): OutcomeOf<'user.create'> {
  const isClients = isByClient(command);
  const ownerId = isClients ? command.actor.ownerId : findOwner(db, command.owner)?.id;
  if (ownerId === undefined) return { outcome: 'missing' };
  if (isNameTaken(db, command.name)) return { outcome: 'conflict', reason: 'nameTaken' };
  forgetRemovedName(db, { ownerId, name: command.name });
  const user = insertUser(db, ownerId, command);
  record(command, 'user.create', entityOf(user), { after: shownUser(user) });
  const dryRun = isDryRun(command) && { dryRun: true as const };
  return { outcome: 'stored', ...shown(shownUser(user)), ...dryRun };
}

/** Inserts a user with its membership, and returns it. */
export function insertUser(
  db: Db,
  ownerId: number,
  {
    userId,
    name,
    passwordHash,
    scope,
    at,
  }: Pick<CommandOf<'user.create'>, 'userId' | 'name' | 'passwordHash' | 'scope' | 'at'>,
): StoredUser {
  db.insert(users)
    .values({ id: userId, name, nameFolded: foldUserName(name), passwordHash, createdAt: at })
    .run();
  db.insert(memberships).values({ userId, ownerId, scope }).run();
  const stored = findUser(db, userId);
  if (stored === undefined) throw new Error('a user is missing right after it was stored');
  return stored;
}

/** @param recorded what the audit entry records beside the user before and after */
function update(
  tools: Tools,
  command: CommandOf<'user.update'>,
  recorded: { readonly reverts?: string } = {},
): OutcomeOf<'user.update'> {
  const { database: db, record } = tools;
  const { patch, at } = command;
  const user = findTarget(db, command);
  if (user === undefined) return { outcome: 'missing' };
  const before = shownUser(user);
  const after = { ...before, ...patch };
  if (after.name !== user.name && isNameTaken(db, after.name, user.id))
    return { outcome: 'conflict', reason: 'nameTaken' };
  const isDemoted = user.scope === 'admin' && after.scope !== 'admin';
  if (isDemoted && !hasOtherUser(db, user, 'admin')) return { outcome: 'conflict', reason: 'lastAdmin' };
  if (after.name !== user.name) storeName(db, user, after.name);
  if (after.scope !== user.scope) storeScope(tools, user, { scope: after.scope, at });
  record(command, 'user.update', entityOf(user), { before, after, patch, ...recorded });
  return { outcome: 'stored', ...shown(after), ...(isDryRun(command) && { dryRun: true as const }) };
}

function storeName(db: Db, user: StoredUser, name: string): void {
  db.update(users)
    .set({ name, nameFolded: foldUserName(name) })
    .where(eq(users.id, user.id))
    .run();
  // The reverse proxy would make another user of the former name, perhaps with a larger scope.
  keepNameOut(db, user);
  forgetRemovedName(db, { ownerId: user.ownerId, name });
}

function storeScope(
  { database: db, outcomes }: Tools,
  { id: userId, ownerId }: StoredUser,
  { scope, at }: { readonly scope: Scope; readonly at: string },
): void {
  db.update(memberships)
    .set({ scope })
    .where(and(eq(memberships.userId, userId), eq(memberships.ownerId, ownerId)))
    .run();
  endSessionsBeyond(db, { userId, scope }, at);
  if (scope !== 'read') return;
  outcomes.forgetRecords(ownerId, ownRecordsOf(db, { id: userId, ownerId }));
  deleteOwnRecords(db, { id: userId, ownerId });
}

function remove(
  { database: db, record, outcomes }: Tools,
  command: CommandOf<'user.delete'>,
): OutcomeOf<'user.delete'> {
  const { userId, at } = command;
  if (isByClient(command) && rootOf(db, command.actor.id)?.userId === userId)
    return { outcome: 'conflict', reason: 'ownUser' };
  const user = findTarget(db, command);
  if (user === undefined) return { outcome: 'missing' };
  if (isByClient(command) && wouldLeaveNoAdmin(db, user)) return { outcome: 'conflict', reason: 'adminOfOthers' };
  record(command, 'user.delete', entityOf(user), { before: shownUser(user) });
  outcomes.forgetRecords(user.ownerId, [user.id, ...ownRecordsOf(db, user)]);
  endUser(db, user.id, at);
  keepNameOut(db, user);
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson: viewOfUser(shownUser(user)) }) };
}

/** Whether other users of the owner would stay without an admin. Without users, nobody is left in want of one. */
function wouldLeaveNoAdmin(db: Db, user: StoredUser): boolean {
  return user.scope === 'admin' && hasOtherUser(db, user) && !hasOtherUser(db, user, 'admin');
}

function setPassword(
  { database: db, record }: Tools,
  command: CommandOf<'user.setPassword'>,
): OutcomeOf<'user.setPassword'> {
  const { at, passwordHash } = command;
  const session = isByClient(command) ? command : undefined;
  const userId = isByClient(command) ? rootOf(db, command.actor.id)?.userId : command.userId;
  const user = typeof userId === 'string' ? findUser(db, userId) : undefined;
  if (user === undefined) return { outcome: 'missing' };
  // Without the present password it was decided that the user has none, or that the code suffices.
  const verifiedHash = session?.verifiedHash ?? null;
  if (verifiedHash !== null && user.passwordHash !== verifiedHash) return { outcome: 'changedMeanwhile' };
  storePassword(db, user, passwordHash);
  endSessionsOf(db, { userId: user.id, ...(session !== undefined && { exceptId: session.actor.id }) }, at);
  const after = { ...shownUser(user), hasPassword: true };
  record(command, 'user.setPassword', entityOf(user), { before: shownUser(user), after });
  return { outcome: 'stored', ...shown(after) };
}

/** Stores the hash of a user's password. Codes that were not used become invalid: they would pass the new password by. */
function storePassword(db: Db, { id }: StoredUser, passwordHash: string): void {
  db.update(users).set({ passwordHash }).where(eq(users.id, id)).run();
  db.delete(signInCodes).where(eq(signInCodes.userId, id)).run();
}

function createCode(
  { database: db, record }: Tools,
  command: CommandOf<'user.createCode'>,
): OutcomeOf<'user.createCode'> {
  const user = findTarget(db, command);
  if (user === undefined) return { outcome: 'missing' };
  const { hash, expiresAt, at: createdAt, scope: wanted = user.scope, isInvitation = false } = command;
  const scope = scopeIncludes(user.scope, wanted) ? wanted : user.scope;
  const { id: userId, ownerId } = user;
  const ownSession = ownSessionOf(db, command);
  const madeBy: CodeMaker = ownSession === undefined ? command.actor.kind : 'self';
  // A new code replaces an earlier one, which nobody may have seen or kept. A user replaces no code that another has given.
  const ofSelf = ownSession === undefined || isInvitation ? undefined : eq(signInCodes.madeBy, 'self');
  const ofKind = and(eq(signInCodes.isInvitation, isInvitation), ofSelf);
  db.delete(signInCodes)
    .where(and(eq(signInCodes.userId, userId), eq(signInCodes.ownerId, ownerId), ofKind))
    .run();
  db.insert(signInCodes).values({ hash, userId, ownerId, scope, createdAt, expiresAt, madeBy, isInvitation }).run();
  // A session that makes codes for itself keeps no entry that outlives it: its user may only be allowed to read.
  if (isInvitation) record(command, 'user.invite', entityOf(user), { user: user.name, scope, expiresAt });
  else if (ownSession === undefined)
    record(command, 'user.createCode', entityOf(user), { user: user.name, scope, expiresAt });
  else {
    const session = { entityType: 'session', entityId: ownSession, ownerId } as const;
    record(command, 'session.createCode', session, { scope, expiresAt });
    forgetEarlierCodes(db, session);
  }
  return { outcome: 'stored', ...shown(shownUser(user)), scope };
}

const codesOfSessionMax = 10;

/** Bounds what a session stores by making codes again and again: its newest ones keep their entries. */
function forgetEarlierCodes(db: Db, session: { readonly entityId: string; readonly ownerId: number }): void {
  const { sequence, entityId, entityType, ownerId, action } = auditEntries;
  const areOfCodes = and(
    eq(entityId, session.entityId),
    eq(entityType, 'session'),
    eq(ownerId, session.ownerId),
    eq(action, 'session.createCode'),
  );
  const newest = db
    .select({ sequence })
    .from(auditEntries)
    .where(areOfCodes)
    .orderBy(desc(sequence))
    .limit(codesOfSessionMax);
  db.delete(auditEntries)
    .where(and(areOfCodes, notInArray(sequence, newest)))
    .run();
}

/** The id of the session with which a user makes a code for themselves. */
function ownSessionOf(db: Db, command: CommandOf<'user.createCode'>): string | undefined {
  const isOwn = isByClient(command) && rootOf(db, command.actor.id)?.userId === command.userId;
  return isOwn ? command.actor.id : undefined;
}

function shown(user: UserRecord) {
  return { user, viewJson: viewOfUser(user) };
}

/** The entity of an audit entry about a user. */
export function entityOf({ id, ownerId }: Pick<StoredUser, 'id' | 'ownerId'>) {
  return { entityType: 'user', entityId: id, ownerId } as const;
}
