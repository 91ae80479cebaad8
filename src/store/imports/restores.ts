import type { Database } from 'bun:sqlite';
import type { CommandOf } from '../../commands/commands.ts';
import { changedFields } from '../../domain/audit/revert.ts';
import { noDetails } from '../../domain/subscriptions/details.ts';
import { revertibleFields, valueChangeOf, type RecordedUpdate } from '../../domain/subscriptions/revert.ts';
import { decideRestore, type RestoredRows } from '../entities/subscriptionDecisions.ts';
import type { Tools } from '../entities/verbs.ts';
import { prepareQuery } from '../sqlite/statement.ts';
import { findImport, type StoredImport } from './imports.ts';

/** The update that restores a subscription, ready to be stored. */
export interface Restore extends RestoredRows {
  readonly auditEntryId: string;
  /** How often the subscription had been updated when this was prepared. */
  readonly revision: number;
}

/** The undo of an import. */
type Undo = Omit<CommandOf<'import.stageRevert'>, 'kind'>;

/** What is prepared of an undo. */
interface Prepared {
  readonly at: string;
  readonly restores: Restore[];
  /** The sequence number of the last audit entry that was read. */
  lastEntry: number;
  isWhole: boolean;
}

// One undo is made at a time. Others are there if their end could not be told.
const undosMax = 4;
// Preparing as many takes a few milliseconds, and other writes have their turns in between.
const restoresOfPiece = 100;

const preparedOn = new WeakMap<Database, Map<string, Prepared>>();

function preparedOf(database: Database): Map<string, Prepared> {
  const prepared = preparedOn.get(database) ?? new Map<string, Prepared>();
  preparedOn.set(database, prepared);
  return prepared;
}

/** Forgets what is prepared of an undo. */
export function forgetRestores(database: Database, importId: string): void {
  preparedOf(database).delete(importId);
}

/** Prepares some more of the restores of an undo, and keeps them until it is made; returns whether there are more. */
export function stageRestores(tools: Tools, undo: Undo): boolean {
  const found = findImport(tools.database, undo.ownerId, undo.importId);
  return found?.revertedAt === null && prepareMore(tools, undo, found);
}

/**
 * All restores of an undo, in the order of the updates. Prepares those that are not yet. They are kept until they are forgotten,
 * since the command may be repeated.
 */
export function restoresOf(tools: Tools, undo: Undo, found: StoredImport): readonly Restore[] {
  while (prepareMore(tools, undo, found));
  return preparedOf(tools.database).get(undo.importId)?.restores ?? [];
}

interface Updated {
  readonly sequence: number;
  readonly entryId: string;
  readonly metadata: string;
  readonly id: string;
  readonly revision: number;
}

/** Compiles the query for the updates of an import after one of its entries, with their subscriptions, oldest first. */
function prepareUpdates(database: Database) {
  return prepareQuery<Updated>(
    database,
    `SELECT entry.sequence, entry.id AS entryId, metadata, subscriptions.id, revision FROM audit_entries AS entry
     CROSS JOIN subscriptions ON subscriptions.id = entity_id AND subscriptions.owner_id = entry.owner_id
     WHERE entry.sequence > $lastEntry AND entry.sequence < $entriesUntil AND entry.owner_id = $ownerId
       AND entity_type = 'subscription' AND action = 'subscription.update'
     ORDER BY entry.sequence LIMIT ${restoresOfPiece}`,
  );
}

function keep(all: Map<string, Prepared>, importId: string, prepared: Prepared): void {
  const [oldest] = all.keys();
  if (!all.has(importId) && all.size >= undosMax && oldest !== undefined) all.delete(oldest);
  all.set(importId, prepared);
}

/** Prepares the next restores; returns whether there are more. */
function prepareMore(tools: Tools, undo: Undo, { entriesAfter, entriesUntil }: StoredImport): boolean {
  const { database, newId } = tools;
  const { importId, ownerId, at } = undo;
  const known = preparedOf(database).get(importId);
  const prepared = known?.at === at ? known : { at, restores: [], lastEntry: entriesAfter, isWhole: false };
  keep(preparedOf(database), importId, prepared);
  if (prepared.isWhole) return false;
  const rows = prepareUpdates(database).all({ ownerId, entriesUntil, lastEntry: prepared.lastEntry });
  for (const row of rows) prepared.restores.push({ ...restoreOf(tools, undo, row), auditEntryId: newId() });
  prepared.lastEntry = rows.at(-1)?.sequence ?? prepared.lastEntry;
  prepared.isWhole = rows.length < restoresOfPiece;
  return !prepared.isWhole;
}

function restoreOf({ records: { reader } }: Tools, { ownerId, at }: Undo, updated: Updated) {
  const { id, entryId, metadata, revision } = updated;
  const subscription = reader.find(ownerId, id);
  if (subscription === undefined) throw new Error('a subscription is gone within one transaction');
  const valueChange = valueChangeOf(JSON.parse(metadata) as RecordedUpdate);
  const names = changedFields(revertibleFields, valueChange);
  const restored = Object.fromEntries(names.map((name) => [name, valueChange.before[name] ?? null]));
  const stored = { subscription, details: reader.findDetails(ownerId, id) ?? noDetails };
  return { ...decideRestore(stored, { restored, entryId, at }), revision };
}
