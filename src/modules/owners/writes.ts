import { eq } from 'drizzle-orm';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import type { OwnerCommands } from './commands.ts';
import { isDryRun } from '../../core/writer/origin.ts';
import { owners } from '../../core/access/table.ts';
import type { ValueChange, Values } from '../../core/audit/revert.ts';
import { Preferences } from './model.ts';
import { sameButForCase } from './rules/owner.ts';
import { findOwner, namesOfOwners, readPreferences } from './store.ts';
import { deleteForgottenUsers } from '../../core/access/credentialEnds.ts';
import type { Revertibles } from '../audit/writes/reverts.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';

/** The verbs of owners and their preferences. */
export const verbs: Verbs<OwnerCommands> = {
  'owner.rename': { perform: rename, current: undefined, storesOutcome: false },
  'owner.delete': { perform: remove, current: undefined, storesOutcome: false },
  'preferences.update': {
    perform: updatePreferences,
    current: ({ database }, { actor }) => readPreferences(database).findView(actor.ownerId),
    storesOutcome: true,
  },
};

function rename({ database: db, record }: Tools, command: CommandOf<'owner.rename'>): OutcomeOf<'owner.rename'> {
  const { owner: name, newName } = command;
  const owner = findOwner(db, name);
  if (owner === undefined) return { outcome: 'missing' };
  const others = namesOfOwners(db).filter((other) => other.id !== owner.id);
  const same = sameButForCase(
    newName,
    others.map((other) => other.name),
  );
  if (same !== undefined) return { outcome: 'conflict', reason: 'taken', owner: same };
  if (name === newName) return { outcome: 'stored' };
  db.update(owners).set({ name: newName }).where(eq(owners.id, owner.id)).run();
  const entity = { entityType: 'owner', entityId: String(owner.id), ownerId: owner.id } as const;
  record(command, 'owner.rename', entity, { before: { name }, after: { name: newName } });
  return { outcome: 'stored' };
}

/** Deletes an owner with all its rows, by their foreign keys, and the users that no other owner has. */
function remove({ database: db }: Tools, { owner: name }: CommandOf<'owner.delete'>): OutcomeOf<'owner.delete'> {
  const found = findOwner(db, name);
  if (found === undefined) return { outcome: 'missing' };
  const { id, ...owner } = found;
  db.delete(owners).where(eq(owners.id, id)).run();
  deleteForgottenUsers(db);
  return { outcome: 'deleted', owner };
}

/** How updates of preferences are reverted. */
export const reverts: Pick<Revertibles, 'owner'> = {
  owner: {
    needs: 'write',
    fields: Object.keys(Preferences.properties),
    valueChangeOf: (metadata) => metadata as ValueChange,
    find({ database }, { ownerId }) {
      const viewJson = readPreferences(database).findView(ownerId);
      return viewJson === undefined ? undefined : { viewJson, values: JSON.parse(viewJson) as Values };
    },
    restore: (tools, write, { restored: patch, reverted: { entryId } }) =>
      updatePreferences(tools, { ...write, kind: 'preferences.update', patch }, { reverts: entryId }),
  },
};

/** @param recorded what the audit entry records beside the preferences before and after */
function updatePreferences(
  { database: db, record }: Tools,
  command: CommandOf<'preferences.update'>,
  recorded: { readonly reverts?: string } = {},
): OutcomeOf<'preferences.update'> {
  const { actor, patch } = command;
  const { ownerId } = actor;
  const beforeJson = readPreferences(db).findView(ownerId);
  if (beforeJson === undefined) return { outcome: 'missing' };
  const before = JSON.parse(beforeJson) as Preferences;
  const after: Preferences = { ...before, ...patch };
  const { autoRenew, ...others } = after;
  db.update(owners)
    .set({ autoRenew: Number(autoRenew), ...others })
    .where(eq(owners.id, ownerId))
    .run();
  const entity = { entityType: 'owner', entityId: String(ownerId), ownerId } as const;
  record(command, 'preferences.update', entity, { before, after, patch, ...recorded });
  return { outcome: 'stored', viewJson: JSON.stringify(after), ...(isDryRun(command) && { dryRun: true }) };
}
