import { eq } from 'drizzle-orm';
import type { ValueChange, Values } from '../../core/audit/revert.ts';
import type { Db } from '../../core/database/db.ts';
import type { Tools, Verbs } from '../../core/writer/executor.ts';
import { isDryRun } from '../../core/writer/origin.ts';
import type { Revertibles } from '../audit/writes/reverts.ts';
import type { CommandOf, OutcomeOf } from '../commands.ts';
import type { RatesCommands } from './commands.ts';
import { isUnknownToBank, type StoredRates } from './rules/rates.ts';
import { readRates } from './store.ts';
import { rates, referenceRates } from './table.ts';

/** The verbs of exchange rates. */
export const verbs: Verbs<RatesCommands> = {
  'rates.set': { perform: (tools, command) => set(tools, command), current: currentView, storesOutcome: true },
  'rates.delete': { perform: remove, current: currentView, storesOutcome: true },
  'rates.fetched': { perform: storeFetched, current: undefined, storesOutcome: false },
};

/** How updates of exchange rates are reverted. */
export const reverts: Pick<Revertibles, 'rates'> = {
  rates: {
    needs: 'write',
    fields: ['base', 'source', 'asOf', 'rates'] satisfies (keyof StoredRates)[],
    valueChangeOf: (metadata) => metadata as ValueChange,
    find({ database }, { ownerId }) {
      const { find, findView } = readRates(database);
      const viewJson = findView(ownerId);
      return viewJson === undefined ? undefined : { viewJson, values: { ...find(ownerId) } satisfies Values };
    },
    restore(tools, write, { restored, reverted: { entryId } }) {
      const now = readRates(tools.database).find(write.actor.ownerId);
      const restoredRates = { ...now, ...restored } as unknown as StoredRates;
      const result = set(tools, { ...write, kind: 'rates.set', rates: restoredRates }, { reverts: entryId });
      return result.outcome === 'baseUnknown' ? { outcome: 'refused', fault: { field: 'base' } } : result;
    },
  },
};

function currentView({ database }: Tools, { actor }: { readonly actor: { readonly ownerId: number } }) {
  return readRates(database).findView(actor.ownerId);
}

/** @param recorded what the audit entry records beside the rates before and after */
function set(
  { database: db, record }: Tools,
  command: CommandOf<'rates.set'>,
  recorded: { readonly reverts?: string } = {},
): OutcomeOf<'rates.set'> {
  const { actor, rates: after } = command;
  const { ownerId } = actor;
  const { find, findView, reference } = readRates(db);
  if (after.source === 'ecb' && isUnknownToBank(after.base, reference()))
    return { outcome: 'baseUnknown', base: after.base };
  const before = find(ownerId);
  db.insert(rates)
    .values({ ...after, ownerId })
    .onConflictDoUpdate({ target: rates.ownerId, set: after })
    .run();
  const entity = entityOf(ownerId);
  if (before === undefined) record(command, 'rates.create', entity, { after });
  else record(command, 'rates.update', entity, { before, after, ...recorded });
  return { outcome: 'stored', viewJson: findView(ownerId) ?? '', ...(isDryRun(command) && { dryRun: true }) };
}

function remove({ database: db, record }: Tools, command: CommandOf<'rates.delete'>): OutcomeOf<'rates.delete'> {
  const { ownerId } = command.actor;
  const { find, findView } = readRates(db);
  const [before, viewJson] = [find(ownerId), findView(ownerId)];
  if (before === undefined || viewJson === undefined) return { outcome: 'missing' };
  db.delete(rates).where(eq(rates.ownerId, ownerId)).run();
  record(command, 'rates.delete', entityOf(ownerId), { before });
  return { outcome: 'deleted', ...(isDryRun(command) && { viewJson }) };
}

function storeFetched(
  { database: db, record, newId }: Tools,
  command: CommandOf<'rates.fetched'>,
): OutcomeOf<'rates.fetched'> {
  const { reference } = command;
  const before = readRates(db).reference();
  const isOlder = before !== undefined && reference.asOf < before.asOf;
  if (isOlder || JSON.stringify(before) === JSON.stringify(reference)) return { outcome: 'fetched', isNew: false };
  db.delete(referenceRates).run();
  db.insert(referenceRates).values(reference).run();
  for (const ownerId of followersIn(db)) {
    const change = { before: { asOf: before?.asOf ?? null }, after: reference };
    record({ ...command, auditEntryId: newId() }, 'rates.fetch', entityOf(ownerId), change);
  }
  return { outcome: 'fetched', isNew: true };
}

/** The owners who follow the rates of the bank. */
function followersIn(db: Db): readonly number[] {
  const rows = db.select({ ownerId: rates.ownerId }).from(rates).where(eq(rates.source, 'ecb')).all();
  return rows.map(({ ownerId }) => ownerId);
}

/** The entity of an audit entry: an owner has at most one set of rates. */
function entityOf(ownerId: number) {
  return { entityType: 'rates', entityId: String(ownerId), ownerId } as const;
}
