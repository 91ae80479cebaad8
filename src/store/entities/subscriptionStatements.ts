import type { Database } from 'bun:sqlite';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { isOfSubscription, recordWrites } from './audit.ts';
import { readLaterChanges } from './laterChanges.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { owners, removedOwners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import {
  columnsOf,
  placeholdersFor,
  prepareChange,
  prepareQuery,
  type Bindings,
  type PreparedChange,
} from '../sqlite/statement.ts';
import { type WholeRow, readSubscriptions } from './subscriptions.ts';

/** The values of a new row, without its sequence number and owner. */
export type NewRow = Omit<WholeRow, 'sequence' | 'ownerId'>;

/** The statements of the writes of subscriptions. */
export type RecordStatements = ReturnType<typeof prepareRecordStatements>;

// The maximum number of duplicates to report.
const duplicateIdsMax = 10;

// A batch may delete a hundred records in one transaction, so longer trails are purged later.
const trailEntriesMax = 100;

const isOwners = eq(subscriptions.ownerId, sql.placeholder('ownerId'));

/** Compiles the statements of the writes once. */
export function prepareRecordStatements(database: Database) {
  const builder = drizzle(database);
  const target = and(eq(subscriptions.id, sql.placeholder('id')), isOwners);
  const { id: _id, ownerId: _ownerId, createdAt: _createdAt, ...changeable } = placeholdersFor(subscriptions);
  return {
    reader: readSubscriptions(database),
    findAuditEntry: prepareAuditEntry(database),
    laterChanges: readLaterChanges(database),
    findDuplicates: prepareDuplicatesOf(database),
    insert: prepareInsert(database),
    update: prepareChange(database, builder.update(subscriptions).set(changeable).where(target)),
    delete: prepareDelete(database),
    recordWrite: recordWrites(database),
  };
}

/** Compiles the statement that inserts a subscription, given its values and its owner. */
export function prepareInsert(database: Database): PreparedChange {
  const insert = drizzle(database).insert(subscriptions).values(placeholdersFor(subscriptions));
  return prepareChange(database, insert);
}

/**
 * Creates a function that deletes a record with its audit entries, and returns the number of records. A record with
 * many entries moves to the owner of deleted records instead, where nobody can read it, and is purged in pieces.
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
  const deleteRecord = prepareChange(database, builder.delete(subscriptions).where(and(target, hasShortTrail)));
  const deleteEntries = prepareChange(database, builder.delete(auditEntries).where(isOfTrail));
  const takeAway = builder.update(subscriptions).set({ ownerId: removedRecordsOwnerId }).where(target);
  const takeFromOwner = prepareChange(database, takeAway);

  function deleteLater(bindings: Bindings): number {
    const ownerId = removedRecordsOwnerId;
    builder.insert(owners).values({ id: ownerId, name: ' removed records', createdAt: '' }).onConflictDoNothing().run();
    builder.insert(removedOwners).values({ ownerId }).onConflictDoNothing().run();
    return takeFromOwner(bindings);
  }

  return function deleteWithTrail(bindings) {
    if (deleteRecord(bindings) === 0) return findEntryTooMany.first(bindings) === undefined ? 0 : deleteLater(bindings);
    deleteEntries(bindings);
    return 1;
  };
}

/** Compiles the query for one of an owner's audit entries. */
function prepareAuditEntry(database: Database) {
  const { sequence, action, metadata } = columnsOf(auditEntries);
  const subscriptionId = sql<string>`${auditEntries.entityId}`.as('subscriptionId');
  const isWanted = and(
    eq(auditEntries.id, sql.placeholder('id')),
    eq(auditEntries.ownerId, sql.placeholder('ownerId')),
    isOfSubscription,
  );
  // Without this, SQLite uses the index on the owner and the type, and reads the owner's whole trail.
  const entry = sql`${auditEntries} indexed by audit_entries_by_id`;
  return prepareQuery(
    database,
    drizzle(database).select({ sequence, subscriptionId, action, metadata }).from(entry).where(isWanted),
  );
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
  return function findDuplicates(ownerId: number, { id, nameNormalised, status }: NewRow): readonly string[] {
    return status === 'cancelled' ? [] : others.all({ ownerId, id, nameNormalised }).map((other) => other.id);
  };
}
