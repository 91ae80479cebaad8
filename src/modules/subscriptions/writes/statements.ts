import type { Db } from '../../../core/database/db.ts';
import { recordWrites } from '../../../core/audit/record.ts';
import { prepareOutbox } from '../../../core/audit/outbox.ts';
import { preparePaymentStatements } from '../../payments/store/ofRenewals.ts';
import { prepareRoom } from '../../../core/writer/roomForOwners.ts';
import { assignments, insertInto } from '../../../core/database/columns.ts';
import { prepareChange, type PreparedChange, prepareQuery } from '../../../core/database/statement.ts';
import { ownDetailColumns, type OwnDetailColumn, type WholeRow } from '../store/details.ts';
import { raiseRevisions } from '../../../core/audit/revisions.ts';
import { readSubscriptions, recordColumns, type RecordRow } from '../store/subscriptions.ts';

/** The statements of the writes of subscriptions. */
export type RecordStatements = ReturnType<typeof prepareRecordStatements>;

// The maximum number of duplicates to report.
const duplicateIdsMax = 10;

const wholeColumns = [...recordColumns, ...ownDetailColumns] as const;
const ofRecord = 'WHERE id = $id AND owner_id = $ownerId';

/** Compiles the statements of the writes once. */
export function prepareRecordStatements(database: Db, newId: () => string) {
  const reader = readSubscriptions(database);
  const outbox = prepareOutbox(database, newId);
  return {
    reader,
    room: prepareRoom(database),
    payments: preparePaymentStatements(database),
    findDuplicates: prepareDuplicatesOf(database),
    insert: prepareChange(database, insertInto('subscriptions', ['ownerId', ...recordColumns])),
    /** The same with its details. */
    insertWhole: prepareChange(database, insertInto('subscriptions', ['ownerId', ...wholeColumns])),
    update: prepareUpdate(database),
    delete: prepareRemoval(database, reader, outbox),
    /** Deletes one of thousands that are deleted by one command, which tells webhooks itself; returns the number of records. */
    deleteSilently: prepareDelete(database),
    recordWrite: recordWrites(database, newId),
    raiseRevision: raiseRevisions(database),
  };
}

type DetailsOfRow = Pick<WholeRow, OwnDetailColumn>;

// Most updates change one of few sets of columns.
const keptUpdates = 64;

/**
 * Creates a function that stores the row of a record of an owner, with its details if they are given. Given the row before, it
 * names only the columns that change, because SQLite writes each index of a column that an update names.
 */
function prepareUpdate(database: Db) {
  const updates = new Map<string, PreparedChange>();
  return function updateRecord(ownerId: number, after: RecordRow & Partial<DetailsOfRow>, before?: RecordRow): number {
    const earlier: Partial<WholeRow> = before ?? { id: after.id, createdAt: after.createdAt };
    const changed = wholeColumns.filter((column) => after[column] !== undefined && after[column] !== earlier[column]);
    const set = [assignments('subscriptions', changed), 'revision = revision + 1'].filter(Boolean).join(', ');
    const update = updates.get(set) ?? prepareChange(database, `UPDATE subscriptions SET ${set} ${ofRecord}`);
    if (updates.size < keptUpdates) updates.set(set, update);
    const values = Object.fromEntries(changed.map((column) => [column, after[column] ?? null]));
    return update({ ...values, id: after.id, ownerId });
  };
}

/** A deletion of a record of an owner. */
interface Removal {
  readonly ownerId: number;
  readonly id: string;
  /** The instant of the deletion, ISO 8601 UTC. */
  readonly at: string;
}

/** Creates a function that deletes a record, and tells the webhooks that get it; returns the number of records. */
function prepareRemoval(
  database: Db,
  reader: ReturnType<typeof readSubscriptions>,
  outbox: ReturnType<typeof prepareOutbox>,
) {
  const remove = prepareDelete(database);
  return function removeRecord({ ownerId, id, at }: Removal): number {
    const last = outbox.isWanted(ownerId) ? reader.findView(ownerId, id) : undefined;
    if (last !== undefined) outbox.addDeletion({ ownerId, entityType: 'subscription', entityId: id, at }, last);
    return remove({ ownerId, id });
  };
}

/**
 * Creates a function that deletes a record and the audit entries of it and of its payments, and returns the number of records. The
 * payments and the reminders go with the record, by their foreign keys.
 */
function prepareDelete(database: Db): PreparedChange {
  const deleteEntries = prepareChange(
    database,
    "DELETE FROM audit_entries WHERE entity_id = $id AND entity_type = 'subscription' AND owner_id = $ownerId",
  );
  const deleteCorrections = prepareChange(
    database,
    `DELETE FROM audit_entries WHERE entity_type = 'payment' AND owner_id = $ownerId
     AND entity_id IN (SELECT id FROM payments WHERE subscription_id = $id AND owner_id = $ownerId)`,
  );
  const deleteRecord = prepareChange(database, `DELETE FROM subscriptions ${ofRecord}`);
  return function deleteWithTrail(bindings): number {
    deleteEntries(bindings);
    deleteCorrections(bindings);
    return deleteRecord(bindings);
  };
}

/**
 * Creates a function that finds the owner's other subscriptions, except cancelled ones, with the normalised name of a
 * row, oldest first.
 */
function prepareDuplicatesOf(database: Db) {
  const others = prepareQuery<{ id: string }>(
    database,
    `SELECT id FROM subscriptions
     WHERE owner_id = $ownerId AND name_normalised = $nameNormalised AND status <> 'cancelled' AND id <> $id
     ORDER BY sequence LIMIT ${duplicateIdsMax}`,
  );
  return function findDuplicates(ownerId: number, { id, nameNormalised, status }: RecordRow): readonly string[] {
    return status === 'cancelled' ? [] : others.all({ ownerId, id, nameNormalised }).map((other) => other.id);
  };
}
