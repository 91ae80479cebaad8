import type { Db } from '../../../core/database/db.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { ChangedRecord } from '../commands.ts';
import { isDryRun } from '../../../core/writer/origin.ts';
import { changedFields } from '../../../core/audit/revert.ts';
import type { EntityType } from '../../../core/audit/auditEntry.ts';
import type { ImportView } from '../model.ts';
import { addEntries } from '../../../core/audit/record.ts';
import { subscriptionReverts } from '../../subscriptions/writes/subscriptions.ts';
import type { Tools } from '../../../core/writer/verbs.ts';
import { change, prepareQuery } from '../../../core/database/statement.ts';
import { findImport, type StoredImport } from '../store/imports.ts';

type Revert = CommandOf<'import.revert'>;

// In the error: enough to look at.
const changedMax = 100;

/** An entry of an import. */
interface Entry {
  readonly id: string;
  readonly entityId: string;
  readonly action: string;
  /** JSON text, of an update. */
  readonly metadata: string;
}

/** Removes what an import created, and restores what it updated: all of it, or nothing. */
export function revertImport(tools: Tools, command: Revert): OutcomeOf<'import.revert'> {
  const { database, record } = tools;
  const { actor, at, importId } = command;
  const { ownerId } = actor;
  const found = findImport(database, ownerId, importId);
  if (found === undefined) return { outcome: 'missing' };
  const { entriesAfter, entriesUntil, updatedIds: _updatedIds, ...view } = found;
  if (view.revertedAt !== null) return { outcome: 'alreadyReverted', revertedAt: view.revertedAt };
  const changed = changedSince(database, ownerId, found);
  if (changed.length > 0) return { outcome: 'importChanged', changed };
  const reverted: ImportView = { ...view, revertedAt: at };
  const result = { outcome: 'stored', viewJson: JSON.stringify(reverted) } as const;
  // It writes them in one transaction, so no other write has one between them.
  const entries = prepareQuery<Entry>(
    database,
    `SELECT id, entity_id AS entityId, action, iif(action = 'subscription.update', metadata, '') AS metadata
     FROM audit_entries WHERE owner_id = $ownerId
       AND sequence > $entriesAfter AND sequence < $entriesUntil AND entity_type = 'subscription' ORDER BY sequence`,
  ).all({ entriesAfter, entriesUntil, ownerId });
  // The entries that go with what it created make room for those of the restored.
  const removed = removeCreated(tools, ownerId, entries);
  tools.records.room.require(ownerId, { auditEntries: view.updated });
  if (!isDryRun(command)) restoreUpdated(tools, command, entries);
  change(database, 'UPDATE imports SET reverted_at = $at WHERE id = $importId AND owner_id = $ownerId', {
    at,
    importId,
    ownerId,
  });
  const restored = view.updated;
  record(command, 'import.revert', { entityType: 'import', entityId: importId, ownerId }, { removed, restored });
  return isDryRun(command) ? { ...result, dryRun: true } : result;
}

/**
 * Those subscriptions of an import, up to {@link changedMax}, that were changed since, by name. What the service did by itself
 * to a new one, such as an automatic renewal, is no change: it goes with it. A reminder that somebody made for it is one.
 */
function changedSince(
  database: Db,
  ownerId: number,
  { entriesAfter, entriesUntil, updatedIds }: StoredImport,
): readonly ChangedRecord[] {
  const isNew = "entry.action = 'subscription.create'";
  // An import by the operator has the service as its actor, too.
  const bySchedule = "later.actor_kind = 'service' AND json_extract(later.metadata, '$.import') IS NULL";
  const laterEntry = `SELECT 1 FROM audit_entries AS later
    WHERE later.owner_id = $ownerId AND later.sequence > $entriesUntil AND NOT (${isNew} AND ${bySchedule})`;
  const anyLater = prepareQuery<{ sequence: number }>(
    database,
    `SELECT sequence FROM audit_entries
     WHERE owner_id = $ownerId AND entity_type = $entityType AND sequence > $entriesUntil LIMIT 1`,
  );
  // Mostly nothing was written since. A search for each subscription and each payment would hold up all other writes.
  const hasLater = (entityType: EntityType) => anyLater.first({ ownerId, entityType, entriesUntil }) !== undefined;
  const written = prepareQuery<ChangedRecord>(
    database,
    `SELECT subscriptions.id, subscriptions.name FROM audit_entries AS entry
     JOIN subscriptions ON subscriptions.id = entry.entity_id AND subscriptions.owner_id = entry.owner_id
     WHERE entry.sequence > $entriesAfter AND entry.sequence < $entriesUntil AND entry.owner_id = $ownerId
       AND entry.entity_type = 'subscription'
       AND (($areChanged AND EXISTS (
           ${laterEntry} AND later.entity_id = entry.entity_id AND later.entity_type = 'subscription'))
         OR ($areCorrected AND EXISTS (${laterEntry} AND later.entity_type = 'payment' AND later.entity_id IN (
           SELECT payments.id FROM payments WHERE payments.subscription_id = entry.entity_id
             AND payments.owner_id = $ownerId)))
         OR (${isNew} AND EXISTS (SELECT 1 FROM reminders WHERE reminders.subscription_id = entry.entity_id)))
     ORDER BY subscriptions.name_folded, subscriptions.sequence LIMIT $limit`,
  ).all({
    entriesAfter,
    entriesUntil,
    ownerId,
    limit: changedMax,
    areChanged: Number(hasLater('subscription')),
    areCorrected: Number(hasLater('payment')),
  });
  const deleted = prepareQuery<{ id: string }>(
    database,
    `SELECT value AS id FROM json_each($updatedIds)
     WHERE NOT EXISTS (SELECT 1 FROM subscriptions WHERE id = value AND owner_id = $ownerId) LIMIT $limit`,
  ).all({ updatedIds, ownerId, limit: changedMax - written.length });
  return [...written, ...deleted.map(({ id }) => ({ id, name: null }))];
}

/** Deletes what an import created and is still there, with its payments and entries; returns the number of subscriptions. */
function removeCreated({ records, outcomes }: Tools, ownerId: number, entries: readonly Entry[]): number {
  const created = entries.filter(({ action }) => action === 'subscription.create');
  const removed = created.filter(({ entityId: id }) => records.deleteSilently({ ownerId, id }) > 0);
  outcomes.forgetRecords(
    ownerId,
    removed.map(({ entityId }) => entityId),
  );
  return removed.length;
}

/** Reverts the updates of an import. Nothing was written of these subscriptions since. */
function restoreUpdated(tools: Tools, { actor, at }: Revert, entries: readonly Entry[]): void {
  const { fields, valueChangeOf, restore } = subscriptionReverts;
  // The entry of the undo tells webhooks, raises the revision and has room, once for all.
  const quiet = { ...tools, records: { ...tools.records, recordWrite: addEntries(tools.database) } };
  for (const { id: entryId, entityId, action, metadata: recorded } of entries) {
    if (action !== 'subscription.update') continue;
    const metadata: unknown = JSON.parse(recorded);
    const values = valueChangeOf(metadata);
    const names = changedFields(fields, values);
    const restored = Object.fromEntries(names.map((name) => [name, values.before[name] ?? null]));
    const write = { actor, at, auditEntryId: tools.newId() };
    const { outcome } = restore(quiet, write, { entityId, restored, reverted: { entryId, metadata } });
    if (outcome !== 'stored') throw new Error(`an update of an import could not be reverted: ${outcome}`);
  }
}
