import type { Database } from 'bun:sqlite';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { CommandOf, OutcomeOf } from '../../commands/commands.ts';
import type { Preferences } from '../../domain/owners/preferences.ts';
import { owners } from '../schema/tables/owners.ts';
import { columnsOf, prepareChange, prepareQuery } from '../sqlite/statement.ts';
import { recordWrites } from './audit.ts';
import type { Verbs } from './verbs.ts';

const isOwner = eq(owners.id, sql.placeholder('ownerId'));

/** Reads the preferences of owners. */
export function readPreferences(database: Database) {
  const { autoRenew } = columnsOf(owners);
  const byOwner = prepareQuery(database, drizzle(database).select({ autoRenew }).from(owners).where(isOwner));
  return {
    /** The preferences of an owner as JSON; undefined for an owner that was deleted. */
    findView(ownerId: number): string | undefined {
      const row = byOwner.first({ ownerId });
      return row && JSON.stringify({ autoRenew: row.autoRenew === 1 } satisfies Preferences);
    },
  };
}

/** The verb of preferences. */
export function preferenceVerbs(database: Database): Verbs<'preferences.update'> {
  const preferences = readPreferences(database);
  const recordWrite = recordWrites(database);
  const change = drizzle(database).update(owners);
  const changed = change.set({ autoRenew: sql`${sql.placeholder('autoRenew')}` }).where(isOwner);
  const store = prepareChange(database, changed);

  function update(command: CommandOf<'preferences.update'>): OutcomeOf<'preferences.update'> {
    const { actor, at, auditEntryId, patch, dryRun } = command;
    const beforeJson = preferences.findView(actor.ownerId);
    if (beforeJson === undefined) return { outcome: 'missing' };
    const before = JSON.parse(beforeJson) as Preferences;
    const after: Preferences = { ...before, ...patch };
    store({ ownerId: actor.ownerId, autoRenew: after.autoRenew ? 1 : 0 });
    const entity = { entityType: 'owner', entityId: String(actor.ownerId), action: 'preferences.update' } as const;
    recordWrite({ ...entity, actor, at, auditEntryId, metadata: JSON.stringify({ before, after, patch }) });
    const viewJson = JSON.stringify(after);
    return { outcome: 'stored', viewJson, ...(dryRun === true && { dryRun }) };
  }

  return {
    'preferences.update': { perform: update, current: ({ actor }) => preferences.findView(actor.ownerId) },
  };
}
