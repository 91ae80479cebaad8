import type { Database } from 'bun:sqlite';
import { recordWrites } from './audit.ts';
import { prepareOutbox } from './outbox.ts';
import { preparePaymentStatements } from './payments.ts';
import { ownerRoomOn } from './ownerLimits.ts';
import { removedRecordsOwnerId } from './owners.ts';
import { assignments, insertInto } from '../schema/columns.ts';
import { type Bindings, change, prepareChange, type PreparedChange, prepareQuery } from '../sqlite/statement.ts';
import { ownDetailColumns, prepareDetailsUpdate, type OwnDetailColumn, type WholeRow } from './details.ts';
import { raiseRevisions } from './revisions.ts';
import { readSubscriptions, recordColumns, type RecordRow } from './subscriptions.ts';

/** The statements of the writes of subscriptions. */
export type RecordStatements = ReturnType<typeof prepareRecordStatements>;

// The maximum number of duplicates to report.
const duplicateIdsMax = 10;

// Deleted with their record. A row takes about 10 µs here: other writes must not wait long.
const trailEntriesMax = 100;
const paymentsMax = 100;
// Of each one, where thousands are deleted by one command.
const paymentsMaxOfMany = 3;

const ofRecord = 'WHERE id = $id AND owner_id = $ownerId';
const ofVersion = `${ofRecord} AND revision = $revision`;

/** Compiles the statements of the writes once. */
export function prepareRecordStatements(database: Database, newId: () => string) {
  const reader = readSubscriptions(database);
  const outbox = prepareOutbox(database, newId);
  return {
    reader,
    room: ownerRoomOn(database),
    payments: preparePaymentStatements(database),
    findDuplicates: prepareDuplicatesOf(database),
    insert: prepareInsert(database),
    update: prepareUpdate<RecordRow>(database, recordColumns, ofRecord),
    /** The same with its details in one statement, which is cheaper, given its owner and how often it was updated until now. */
    updateWhole: prepareUpdate<RecordRow & DetailsOfRow>(database, [...recordColumns, ...ownDetailColumns], ofVersion),
    updateDetails: prepareDetailsUpdate(database),
    delete: prepareRemoval(database, reader, outbox),
    /**
     * Deletes one of thousands that are deleted by one command, which tells webhooks itself: more of its payments are purged later.
     * Returns the number of records.
     */
    deleteOfMany: prepareSilentRemoval(database, paymentsMaxOfMany),
    recordWrite: recordWrites(database, newId),
    raiseRevision: raiseRevisions(database),
  };
}

// Columns that an index contains. SQLite writes anew each index that has a column of the statement, whether its value changes or
// not, so an update leaves out the groups in which nothing changes. The statements are at most 2⁴.
const indexedColumns = [
  ['nameFolded', 'nameNormalised'],
  ['amountHundredths'],
  ['nextPaymentDate'],
  ['status', 'category', 'currency', 'period', 'customDays', 'everyMonths', 'endsOn'],
] as const satisfies readonly (readonly (keyof RecordRow)[])[];

type DetailsOfRow = Pick<WholeRow, OwnDetailColumn>;

/** Creates a function that stores the row of a record in place of an earlier one, given what `where` names; returns the number of rows. */
function prepareUpdate<Row extends RecordRow>(
  database: Database,
  names: readonly (keyof Row & keyof WholeRow)[],
  where: string,
) {
  const statements = new Map<string, PreparedChange>();

  function prepare(unchanged: readonly string[]): PreparedChange {
    const fixed = new Set(['id', 'createdAt', ...unchanged]);
    const changeable = names.filter((column) => !fixed.has(column));
    return prepareChange(
      database,
      `UPDATE subscriptions SET ${assignments('subscriptions', changeable)}, revision = revision + 1 ${where}`,
    );
  }

  return function update(of: Bindings, before: RecordRow, row: Row): number {
    const unchanged = indexedColumns.filter((columns) => columns.every((column) => before[column] === row[column]));
    const key = unchanged.join(' ');
    let statement = statements.get(key);
    if (statement === undefined) statements.set(key, (statement = prepare(unchanged.flat())));
    return statement({ ...row, ...of });
  };
}

/** Compiles the statement that inserts a subscription, given its values and its owner. */
export function prepareInsert(database: Database): PreparedChange {
  return prepareChange(database, insertInto('subscriptions', ['ownerId', ...recordColumns]));
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
  database: Database,
  reader: ReturnType<typeof readSubscriptions>,
  outbox: ReturnType<typeof prepareOutbox>,
) {
  const remove = prepareSilentRemoval(database, paymentsMax);
  return function removeRecord({ ownerId, id, at }: Removal): number {
    const last = outbox.isWanted(ownerId) ? reader.findView(ownerId, id) : undefined;
    if (last !== undefined) outbox.addDeletion({ ownerId, entityType: 'subscription', entityId: id, at }, last);
    return remove({ ownerId, id });
  };
}

function prepareSilentRemoval(database: Database, paymentsMaxAtOnce: number) {
  const remove = prepareDelete(database, paymentsMaxAtOnce);
  const room = ownerRoomOn(database);
  return function removeRecord({ ownerId, id }: Omit<Removal, 'at'>): number {
    room.noteDeletion(ownerId);
    return remove({ ownerId, id });
  };
}

/**
 * Creates a function that deletes a record with its payments and the audit entries of both, and returns the number of records. A record
 * with many of them moves to the owner of deleted records instead, where nobody can read it, and is purged later.
 */
function prepareDelete(database: Database, most: number): PreparedChange {
  const ofTrail = "WHERE entity_id = $id AND entity_type = 'subscription' AND owner_id = $ownerId";
  const ofPayments = 'WHERE subscription_id = $id AND owner_id = $ownerId';
  const entryTooMany = `SELECT sequence FROM audit_entries ${ofTrail} LIMIT 1 OFFSET ${trailEntriesMax}`;
  const findEntryTooMany = prepareQuery<{ sequence: number }>(database, entryTooMany);
  const deleteRecord = prepareChange(
    database,
    `DELETE FROM subscriptions ${ofRecord} AND (${entryTooMany}) IS NULL
     AND NOT EXISTS (SELECT sequence FROM payments ${ofPayments})`,
  );
  const deleteEntries = prepareChange(database, `DELETE FROM audit_entries ${ofTrail}`);
  const findPaymentTooMany = prepareQuery<{ sequence: number }>(
    database,
    `SELECT sequence FROM payments ${ofPayments} LIMIT 1 OFFSET ${most}`,
  );
  const deletePayments = prepareChange(database, `DELETE FROM payments ${ofPayments}`);
  const ofCorrections = `WHERE entity_id IN (SELECT id FROM payments ${ofPayments})
    AND entity_type = 'payment' AND owner_id = $ownerId`;
  const findCorrectionTooMany = prepareQuery<{ sequence: number }>(
    database,
    `SELECT sequence FROM audit_entries ${ofCorrections} LIMIT 1 OFFSET ${trailEntriesMax}`,
  );
  const deleteCorrections = prepareChange(database, `DELETE FROM audit_entries ${ofCorrections}`);
  const takeFromOwner = prepareChange(
    database,
    `UPDATE subscriptions SET owner_id = ${removedRecordsOwnerId} ${ofRecord}`,
  );

  function deleteLater(bindings: Bindings): number {
    const removed = { ownerId: removedRecordsOwnerId };
    change(
      database,
      "INSERT OR IGNORE INTO owners (id, name, created_at) VALUES ($ownerId, ' removed records', '')",
      removed,
    );
    change(database, 'INSERT OR IGNORE INTO removed_owners (owner_id) VALUES ($ownerId)', removed);
    return takeFromOwner(bindings);
  }

  return function deleteWithTrail(bindings): number {
    if (deleteRecord(bindings) > 0) {
      deleteEntries(bindings);
      return 1;
    }
    const tooMany = [findEntryTooMany, findPaymentTooMany, findCorrectionTooMany];
    if (tooMany.some((rows) => rows.first(bindings) !== undefined)) return deleteLater(bindings);
    deleteCorrections(bindings);
    return deletePayments(bindings) === 0 ? 0 : deleteWithTrail(bindings);
  };
}

/**
 * Creates a function that finds the owner's other subscriptions, except cancelled ones, with the normalised name of a
 * row, oldest first.
 */
function prepareDuplicatesOf(database: Database) {
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
