import { and, asc, eq, exists, gt, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { ChangedRecord } from '../commands.ts';
import { isDryRun } from '../../../core/writer/origin.ts';
import { addEntries } from '../../../core/audit/record.ts';
import { auditEntries } from '../../../core/audit/table.ts';
import type { EntityType } from '../../../core/audit/auditEntry.ts';
import { payments } from '../../payments/table.ts';
import { reminders } from '../../reminders/table.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import type { Tools } from '../../../core/writer/executor.ts';
import type { ImportView } from '../model.ts';
import { findImport, type StoredImport } from '../store/imports.ts';
import { entry, isOfEntry, isOfImport } from '../store/undo.ts';
import { imports } from '../table.ts';
import { preparedIn, storePrepared } from './prepared.ts';

type Revert = CommandOf<'import.revert'>;

// In the error: enough to look at.
const changedMax = 100;

/** Removes what an import created, and restores what it updated: all of it, or nothing. */
export function revertImport(tools: Tools, command: Revert): OutcomeOf<'import.revert'> {
  const { database, record } = tools;
  const { actor, at, importId } = command;
  const { ownerId } = actor;
  const found = findImport(database, ownerId, importId);
  if (found === undefined) return { outcome: 'missing' };
  const { entriesAfter: _after, entriesUntil: _until, updatedIds: _ids, ...view } = found;
  if (view.revertedAt !== null) return { outcome: 'alreadyReverted', revertedAt: view.revertedAt };
  const changed = changedSince(database, ownerId, found);
  if (changed.length > 0) return { outcome: 'importChanged', changed };
  if (view.updated > 0 && command.shared === undefined && !isDryRun(command)) return { outcome: 'overtaken' };
  const reverted: ImportView = { ...view, revertedAt: at };
  const result = { outcome: 'stored', viewJson: JSON.stringify(reverted) } as const;
  // The entries that go with what it created make room for those of the restored.
  const removed = removeCreated(tools, ownerId, found);
  tools.records.room.require(ownerId, { auditEntries: view.updated });
  if (!isDryRun(command)) restoreUpdated(tools, command, view);
  database
    .update(imports)
    .set({ revertedAt: at })
    .where(and(eq(imports.id, importId), eq(imports.ownerId, ownerId)))
    .run();
  const restored = view.updated;
  record(command, 'import.revert', { entityType: 'import', entityId: importId, ownerId }, { removed, restored });
  return isDryRun(command) ? { ...result, dryRun: true } : result;
}

/**
 * Those subscriptions of an import, up to {@link changedMax}, that were changed since, by name. What the service did by itself
 * to a new one, such as an automatic renewal, is no change: it goes with it. A reminder that somebody made for it is one.
 */
function changedSince(db: Db, ownerId: number, found: StoredImport): readonly ChangedRecord[] {
  const written = writtenSince(db, ownerId, found);
  const { id, ownerId: owner } = subscriptions;
  const isUpdated = sql`${id} in (select value from json_each(${JSON.stringify(found.updatedIds)}))`;
  // With the plus, SQLite searches each id, and does not read all subscriptions of the owner.
  const isOwners = eq(sql`+${owner}`, ownerId);
  const kept = db.select({ id }).from(subscriptions).where(and(isUpdated, isOwners)).all();
  const keptIds = new Set(kept.map((one) => one.id));
  const deleted = found.updatedIds.filter((updated) => !keptIds.has(updated));
  return [...written, ...deleted.slice(0, changedMax - written.length).map((gone) => ({ id: gone, name: null }))];
}

const later = alias(auditEntries, 'later');
const something = { one: sql`1` };

type EntryColumns = Readonly<Record<'id' | 'entityId' | 'entityType' | 'metadata', SQLiteColumn>>;

/** The id of the entry whose change an entry undid. */
const undoneBy = ({ metadata }: EntryColumns) => sql`${metadata} ->> '$.reverts'`;

/** That a change made after an import counts: it was not undone, and is not what undid another one of them. */
function isCounted(db: Db, { entriesUntil }: StoredImport): SQL {
  const [undo, redo, earlier] = [
    alias(auditEntries, 'undo'),
    alias(auditEntries, 'redo'),
    alias(auditEntries, 'earlier'),
  ];
  const undoes = (by: EntryColumns, what: EntryColumns) =>
    and(eq(by.entityId, what.entityId), eq(by.entityType, what.entityType), eq(undoneBy(by), what.id));
  const isRedone = exists(db.select(something).from(redo).where(undoes(redo, undo)));
  const isUndone = exists(
    db
      .select(something)
      .from(undo)
      .where(and(undoes(undo, later), not(isRedone))),
  );
  const isOfOthers = and(eq(earlier.id, undoneBy(later)), gt(earlier.sequence, entriesUntil));
  const isUndo = exists(db.select(something).from(earlier).where(isOfOthers));
  const isUndoRedone = exists(db.select(something).from(undo).where(undoes(undo, later)));
  return not(sql`(${isUndone} or (${isUndo} and not ${isUndoRedone}))`);
}

/** Those that are still there. */
function writtenSince(db: Db, ownerId: number, found: StoredImport): ChangedRecord[] {
  const isNew = eq(entry.action, 'subscription.create');
  // An import by the operator has the service as its actor, too.
  const bySchedule = and(eq(later.actorKind, 'service'), isNull(sql`json_extract(${later.metadata}, '$.import')`));
  const isLater = and(eq(later.ownerId, ownerId), gt(later.sequence, found.entriesUntil));
  const isByOthers = not(sql`(${isNew} and ${bySchedule})`);
  // Mostly nothing was written since. A search for each subscription and each payment would hold up all other writes.
  const hasLater = (entityType: EntityType, isAboutRecord: SQL) => {
    const ofType = and(isLater, eq(later.entityType, entityType));
    if (db.select(something).from(later).where(ofType).limit(1).get() === undefined) return undefined;
    return exists(
      db
        .select(something)
        .from(later)
        .where(and(ofType, isAboutRecord, isByOthers, isCounted(db, found))),
    );
  };
  const ofRecord = and(eq(payments.subscriptionId, entry.entityId), eq(payments.ownerId, ownerId));
  const itsPayments = db.select({ id: payments.id }).from(payments).where(ofRecord);
  const itsReminders = db.select(something).from(reminders).where(eq(reminders.subscriptionId, entry.entityId));
  const isChanged = or(
    hasLater('subscription', eq(later.entityId, entry.entityId)),
    hasLater('payment', inArray(later.entityId, itsPayments)),
    and(isNew, exists(itsReminders)),
  );
  return db
    .select({ id: subscriptions.id, name: subscriptions.name })
    .from(entry)
    .innerJoin(subscriptions, isOfEntry)
    .where(and(isOfImport(ownerId, found), isChanged))
    .orderBy(asc(subscriptions.nameFolded), asc(subscriptions.sequence))
    .limit(changedMax)
    .all();
}

/** Deletes what an import created and is still there, with its payments and entries; returns the number of subscriptions. */
function removeCreated({ database: db, records, outcomes }: Tools, ownerId: number, found: StoredImport): number {
  const isCreation = and(isOfImport(ownerId, found), eq(entry.action, 'subscription.create'));
  const created = db.select({ id: entry.entityId }).from(entry).where(isCreation).orderBy(entry.sequence).all();
  const removed = created.filter(({ id }) => records.deleteSilently({ ownerId, id }) !== undefined);
  outcomes.forgetRecords(
    ownerId,
    removed.map(({ id }) => id),
  );
  return removed.length;
}

/** Stores what an import updated as it was before. Nothing was written of these subscriptions since, nor since they were prepared. */
function restoreUpdated(tools: Tools, { actor, at, shared }: Revert, { updated }: ImportView): void {
  const addEntry = addEntries(tools.database);
  const prepared = preparedIn(shared);
  if (prepared.length !== updated) throw new Error(`${prepared.length} of ${updated} subscriptions are prepared`);
  for (const one of prepared) storePrepared(tools, addEntry, { actor, at }, one);
}
