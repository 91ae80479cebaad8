import type { Database } from 'bun:sqlite';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { SessionCommands } from '../../commands/session.ts';
import { stateOfApiKey } from '../../domain/keys/apiKey.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import type { Verbs } from '../entities/verbs.ts';
import { recordChanges } from './serviceAudit.ts';
import { isSessionOf, rootOf } from './ownSessions.ts';
import { endSessionsOf } from './sessionEnds.ts';
import { makeRoom } from './sessionRoom.ts';
import { provenBy, type Proven } from './signInProof.ts';
import { findUser, shownUser } from './users.ts';
import { entityOf, storePassword } from './userWrites.ts';

type Record = ReturnType<typeof recordChanges>;

/** The verbs of sessions. */
export function sessionVerbs(database: Database, newId: () => string): Verbs<keyof SessionCommands> {
  const record = recordChanges(database, newId);
  return {
    'session.create': { perform: (command) => create(database, command, { record, newId }) },
    'session.end': { perform: (command) => end(database, command, record) },
    'session.setPassword': { perform: (command) => setPassword(database, command, record) },
  };
}

function create(
  database: Database,
  command: CommandOf<'session.create'>,
  { record, newId }: { readonly record: Record; readonly newId: () => string },
): OutcomeOf<'session.create'> {
  const { id, start, hash, name, proof, at } = command;
  const made = (entity: Proven['madeUser']) => {
    if (entity !== undefined)
      record({ ...command, auditEntryId: newId() }, 'user.create', entityOf(entity), { after: shownUser(entity) });
  };
  const proven = provenBy(database, command);
  if (proven === undefined) return { outcome: 'refused' };
  made(proven.madeUser);
  const { ownerId, scope, user, parentKeyId, keyExpiresAt, codeMadeBy } = proven;
  const userId = user?.id ?? null;
  const expiresAt = keyExpiresAt !== null && keyExpiresAt < command.expiresAt ? keyExpiresAt : command.expiresAt;
  makeRoom(database, { userId, parentKeyId }, at);
  const session = { id, ownerId, kind: 'session', scope, name, start, createdAt: at, expiresAt } as const;
  const row = { ...session, hash, signedInBy: proof.method, parentKeyId, userId, codeMadeBy };
  drizzle(database).insert(apiKeys).values(row).run();
  const members = { id, name, scope, signedInBy: proof.method, userId, user: user?.name ?? null };
  const after = { ...members, parentKeyId, expiresAt };
  record(command, 'session.create', { entityType: 'session', entityId: id, ownerId }, { after });
  return { outcome: 'stored', sessionId: id };
}

function end(database: Database, command: CommandOf<'session.end'>, record: Record): OutcomeOf<'session.end'> {
  const { actor, at: revokedAt, sessionId: id } = command;
  const { ownerId } = actor;
  const root = rootOf(database, actor.id);
  if (root === undefined) return { outcome: 'missing' };
  const stored = drizzle(database)
    .select({ expiresAt: apiKeys.expiresAt, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isSessionOf(root)))
    .get();
  if (stored === undefined) return { outcome: 'missing' };
  if (stateOfApiKey(stored, () => revokedAt) !== 'active') return { outcome: 'ended' };
  drizzle(database).update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, id)).run();
  // As its own sign-out, since both have the same user or key: a session that is the actor of other entries is kept for ever.
  const signOut = { ...command, actor: { ...actor, id } };
  record(signOut, 'session.end', { entityType: 'session', entityId: id, ownerId }, { after: { id, revokedAt } });
  return { outcome: 'ended' };
}

function setPassword(
  database: Database,
  command: CommandOf<'session.setPassword'>,
  record: Record,
): OutcomeOf<'session.setPassword'> {
  const { actor, at, passwordHash, verifiedHash } = command;
  const userId = rootOf(database, actor.id)?.userId ?? null;
  const user = userId === null ? undefined : findUser(database, userId);
  if (user === undefined) return { outcome: 'missing' };
  // Without the present password it was decided that the user has none, or that the code suffices.
  if (verifiedHash !== null && user.passwordHash !== verifiedHash) return { outcome: 'changedMeanwhile' };
  storePassword(database, user, { passwordHash, at });
  endSessionsOf(database, { userId: user.id, exceptId: actor.id }, at);
  const after = { ...shownUser(user), hasPassword: true };
  record(command, 'user.setPassword', entityOf(user), { before: shownUser(user), after });
  return { outcome: 'passwordSet' };
}
