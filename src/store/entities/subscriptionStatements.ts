import type { Database } from 'bun:sqlite';
import { and, asc, eq, ne, notExists, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { isOfSubscription, recordWrites } from './audit.ts';
import { preparePaymentStatements } from './payments.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { owners, removedOwners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { payments } from '../schema/tables/payments.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import {
  columnsOf,
  guarded,
  placeholdersFor,
  prepareChange,
  prepareQuery,
  type Bindings,
  type PreparedChange,
} from '../sqlite/statement.ts';
import { prepareDetailsUpdate, withoutDetails } from './details.ts';
import { raiseRevisions } from './revisions.ts';
import { readSubscriptions, type RecordRow } from './subscriptions.ts';

/** The statements of the writes of subscriptions. */
export type RecordStatements = ReturnType<typeof prepareRecordStatements>;

// The maximum number of duplicates to report.
const duplicateIdsMax = 10;

// Deleted with their record. A row takes about 10 µs here: other writes must not wait long.
const trailEntriesMax = 500;
const paymentsMax = 500;

const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));

/** Compiles the statements of the writes once. */
export function prepareRecordStatements(database: Database) {
  return {
    reader: readSubscriptions(database),
    payments: preparePaymentStatements(database),
    findDuplicates: prepareDuplicatesOf(database),
    insert: prepareInsert(database),
    update: prepareUpdate(database),
    updateDetails: prepareDetailsUpdate(database),
    delete: prepareDelete(database),
    recordWrite: recordWrites(database),
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

/** Creates a function that stores the row of a record in place of an earlier one, given its owner. */
function prepareUpdate(database: Database) {
  const { id: _id, ownerId: _ownerId, createdAt: _createdAt, ...all } = withoutDetails(placeholdersFor(subscriptions));
  const target = and(eq(subscriptions.id, sql.placeholder('id')), isOwners);
  const statements = new Map<string, PreparedChange>();

  function prepare(unchanged: readonly (readonly (keyof typeof all)[])[]): PreparedChange {
    const changeable: Partial<typeof all> = { ...all };
    for (const column of unchanged.flat()) delete changeable[column];
    return guarded(() =>
      prepareChange(database, drizzle(database).update(subscriptions).set(changeable).where(target)),
    );
  }

  return function update(ownerId: number, before: RecordRow, row: RecordRow): number {
    const unchanged = indexedColumns.filter((columns) => columns.every((column) => before[column] === row[column]));
    const key = unchanged.join(' ');
    let statement = statements.get(key);
    if (statement === undefined) statements.set(key, (statement = prepare(unchanged)));
    return statement({ ...row, ownerId });
  };
}

/** Compiles the statement that inserts a subscription, given its values and its owner. */
export function prepareInsert(database: Database): PreparedChange {
  const insert = drizzle(database)
    .insert(subscriptions)
    .values(withoutDetails(placeholdersFor(subscriptions)));
  return prepareChange(database, insert);
}

/**
 * Creates a function that deletes a record with its payments and audit entries, and returns the number of records. A record
 * with many of them moves to the owner of deleted records instead, where nobody can read it, and is purged later.
 */
function prepareDelete(database: Database): PreparedChange {
  const builder = drizzle(database);
  const target = and(eq(subscriptions.id, sql.placeholder('id')), isOwners);
  const isOfTrail = and(
    eq(auditEntries.entityId, sql.placeholder('id')),
    isOfSubscription,
    eq(auditEntries.ownerId, sql.placeholder('ownerId')),
  );
  const { sequence } = columnsOf(auditEntries);
  const entries = builder.select({ sequence }).from(auditEntries).where(isOfTrail);
  const entryTooMany = entries.limit(1).offset(trailEntriesMax);
  const findEntryTooMany = prepareQuery(database, entryTooMany);
  const hasShortTrail = sql`(${entryTooMany}) is null`;
  const isOfRecord = and(
    eq(payments.subscriptionId, sql.placeholder('id')),
    eq(payments.ownerId, sql.placeholder('ownerId')),
  );
  const ofRecord = () =>
    builder
      .select({ sequence: columnsOf(payments).sequence })
      .from(payments)
      .where(isOfRecord);
  const deletable = and(target, hasShortTrail, notExists(ofRecord()));
  const deleteRecord = prepareChange(database, builder.delete(subscriptions).where(deletable));
  const deleteEntries = prepareChange(database, builder.delete(auditEntries).where(isOfTrail));
  const findPaymentTooMany = prepareQuery(database, ofRecord().limit(1).offset(paymentsMax));
  const deletePayments = prepareChange(database, builder.delete(payments).where(isOfRecord));
  const takeAway = builder.update(subscriptions).set({ ownerId: removedRecordsOwnerId }).where(target);
  const takeFromOwner = prepareChange(database, takeAway);

  function deleteLater(bindings: Bindings): number {
    const ownerId = removedRecordsOwnerId;
    builder.insert(owners).values({ id: ownerId, name: ' removed records', createdAt: '' }).onConflictDoNothing().run();
    builder.insert(removedOwners).values({ ownerId }).onConflictDoNothing().run();
    return takeFromOwner(bindings);
  }

  return function deleteWithTrail(bindings): number {
    if (deleteRecord(bindings) > 0) {
      deleteEntries(bindings);
      return 1;
    }
    const isLong = findEntryTooMany.first(bindings) !== undefined || findPaymentTooMany.first(bindings) !== undefined;
    if (isLong) return deleteLater(bindings);
    return deletePayments(bindings) === 0 ? 0 : deleteWithTrail(bindings);
  };
}

/**
 * Creates a function that finds the owner's other subscriptions, except cancelled ones, with the normalised name of a
 * row, oldest first.
 */
function prepareDuplicatesOf(database: Database) {
  const hasName = and(
    isOwners,
    eq(subscriptions.nameNormalised, sql.placeholder('nameNormalised')),
    ne(subscriptions.status, 'cancelled'),
    ne(subscriptions.id, sql.placeholder('id')),
  );
  const query = drizzle(database)
    .select({ id: columnsOf(subscriptions).id })
    .from(subscriptions)
    .where(hasName);
  const others = prepareQuery(database, query.orderBy(asc(subscriptions.sequence)).limit(duplicateIdsMax));
  return function findDuplicates(ownerId: number, { id, nameNormalised, status }: RecordRow): readonly string[] {
    return status === 'cancelled' ? [] : others.all({ ownerId, id, nameNormalised }).map((other) => other.id);
  };
}
