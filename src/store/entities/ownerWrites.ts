import type { Database } from 'bun:sqlite';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { OwnerCommands } from '../../commands/owner.ts';
import { sameButForCase } from '../../domain/owners/owner.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { owners, removedOwners } from '../schema/tables/owners.ts';
import { memberships } from '../schema/tables/users.ts';
import { purgeRemoved } from '../writer/purge.ts';
import { findOwner, selectOwners } from './owners.ts';
import { endKeysOf } from '../credentials/credentialEnds.ts';
import { recordByService } from '../credentials/serviceAudit.ts';
import { endUser } from '../credentials/userEnds.ts';
import type { Verbs } from './verbs.ts';

/** The verbs of owners. */
export function ownerVerbs(database: Database, newId: () => string): Verbs<keyof OwnerCommands> {
  const record = recordByService(database, newId);
  return {
    'owner.rename': { perform: (command) => rename(database, command, record) },
    'owner.delete': { perform: (command) => remove(database, command) },
  };
}

function rename(
  database: Database,
  command: CommandOf<'owner.rename'>,
  record: ReturnType<typeof recordByService>,
): OutcomeOf<'owner.rename'> {
  const { owner: name, newName } = command;
  const owner = findOwner(database, name);
  if (owner === undefined) return { outcome: 'missing' };
  const others = selectOwners(database)
    .all()
    .filter((other) => other.id !== owner.id);
  const same = sameButForCase(
    newName,
    others.map((other) => other.name),
  );
  if (same !== undefined) return { outcome: 'conflict', reason: 'taken', owner: same };
  if (name === newName) return { outcome: 'stored' };
  drizzle(database).update(owners).set({ name: newName }).where(eq(owners.id, owner.id)).run();
  const entity = { entityType: 'owner', entityId: String(owner.id), ownerId: owner.id } as const;
  record(command, entity, { before: { name }, after: { name: newName } });
  return { outcome: 'stored' };
}

function remove(database: Database, { owner: name, at }: CommandOf<'owner.delete'>): OutcomeOf<'owner.delete'> {
  const builder = drizzle(database);
  const found = findOwner(database, name);
  if (found === undefined) return { outcome: 'missing' };
  const { id, ...owner } = found;
  builder.insert(removedOwners).values({ ownerId: id }).run();
  builder
    .update(owners)
    .set({ name: nameOfRemoved(id) })
    .where(eq(owners.id, id))
    .run();
  const ended = { hash: sql`'removed ' || ${apiKeys.id}` };
  builder.update(apiKeys).set(ended).where(eq(apiKeys.ownerId, id)).run();
  endKeysOf(database, id, at);
  // Nobody signs in to an owner that is being purged, and the names of its users are free for others.
  const members = builder
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.ownerId, id))
    .all();
  for (const { userId } of members) endUser(database, userId, at);
  purgeRemoved(database).purgePiece('all');
  return { outcome: 'deleted', owner };
}

/** A name that nobody can type, as it begins with a space: so the owner's own name is free again. */
function nameOfRemoved(id: number): string {
  return ` removed ${id}`;
}
