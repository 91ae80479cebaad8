import type { Database } from 'bun:sqlite';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { SessionCommands } from '../../commands/session.ts';
import { stateOfApiKey } from '../../domain/keys/apiKey.ts';
import { sessionsMax } from '../../domain/keys/session.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import type { Verbs } from '../entities/verbs.ts';
import { recordChanges } from './serviceAudit.ts';
import { endSessionsOf } from './sessionEnds.ts';
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
  const { ownerId, scope, user, parentKeyId, keyExpiresAt } = proven;
  const userId = user?.id ?? null;
  const expiresAt = keyExpiresAt !== null && keyExpiresAt < command.expiresAt ? keyExpiresAt : command.expiresAt;
  endOldestSessions(database, ownerId, at);
  const session = { id, ownerId, kind: 'session', scope, name, start, createdAt: at, expiresAt } as const;
  const row = { ...session, hash, signedInBy: proof.method, parentKeyId, userId };
  drizzle(database).insert(apiKeys).values(row).run();
  const members = { id, name, scope, signedInBy: proof.method, userId, user: user?.name ?? null };
  const after = { ...members, parentKeyId, expiresAt };
  record(command, 'session.create', { entityType: 'session', entityId: id, ownerId }, { after });
  return { outcome: 'stored', sessionId: id };
}

/** Makes room for one more session of an owner. */
function endOldestSessions(database: Database, ownerId: number, at: string): void {
  const builder = drizzle(database);
  const isOfOwner = and(eq(apiKeys.ownerId, ownerId), eq(apiKeys.kind, 'session'));
  const isValid = and(isOfOwner, isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, at));
  const valid = builder.select({ id: apiKeys.id }).from(apiKeys).where(isValid);
  const newestFirst = valid.orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)).all();
  for (const { id } of newestFirst.slice(sessionsMax - 1))
    builder.update(apiKeys).set({ revokedAt: at }).where(eq(apiKeys.id, id)).run();
}

function end(database: Database, command: CommandOf<'session.end'>, record: Record): OutcomeOf<'session.end'> {
  const { actor, at: revokedAt } = command;
  const { id, ownerId } = actor;
  const stored = drizzle(database)
    .select({ expiresAt: apiKeys.expiresAt, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.kind, 'session')))
    .get();
  if (stored === undefined) return { outcome: 'missing' };
  if (stateOfApiKey(stored, () => revokedAt) !== 'active') return { outcome: 'ended' };
  drizzle(database).update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, id)).run();
  record(command, 'session.end', { entityType: 'session', entityId: id, ownerId }, { after: { id, revokedAt } });
  return { outcome: 'ended' };
}

function setPassword(
  database: Database,
  command: CommandOf<'session.setPassword'>,
  record: Record,
): OutcomeOf<'session.setPassword'> {
  const { actor, at, passwordHash, verifiedHash } = command;
  const session = drizzle(database).select().from(apiKeys).where(eq(apiKeys.id, actor.id)).get();
  // The session may have ended since its request was authenticated: by another change of the password, for example.
  if (session === undefined || session.userId === null) return { outcome: 'missing' };
  if (stateOfApiKey(session, () => at) !== 'active') return { outcome: 'missing' };
  const user = findUser(database, session.userId);
  if (user === undefined) return { outcome: 'missing' };
  if (verifiedHash !== null && user.passwordHash !== verifiedHash) return { outcome: 'changedMeanwhile' };
  storePassword(database, user, passwordHash);
  endSessionsOf(database, { userId: user.id, exceptId: actor.id }, at);
  const after = { ...shownUser(user), hasPassword: true };
  record(command, 'user.setPassword', entityOf(user), { before: shownUser(user), after });
  return { outcome: 'passwordSet' };
}
