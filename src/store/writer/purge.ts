import type { Database } from 'bun:sqlite';
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { isOfSubscription } from '../entities/audit.ts';
import { deleteForgottenUsers } from '../credentials/users.ts';
import { retireOwnerId } from '../entities/owners.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { idempotencyKeys } from '../schema/tables/idempotencyKeys.ts';
import { owners, removedOwners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { payments } from '../schema/tables/payments.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { memberships, removedNames, signInCodes } from '../schema/tables/users.ts';
import { columnsOf, guarded, prepareChange, prepareQuery, inTransaction } from '../sqlite/statement.ts';
import { StorageUnavailable } from '../../commands/storageUnavailable.ts';

// In audit entries, one of which takes about 10 µs here: other writes must not wait long.
const piece = 500;
// A record has more indexes.
const costOfRecord = 2;
// Half of the size to which SQLite truncates the write-ahead log. A long read, such as a backup, prevents SQLite from
// reusing the log.
const walPagesMax = 8192;

type Statements = ReturnType<typeof prepareStatements>;

/** The rows to purge: records that were deleted one by one, or also those of deleted owners. */
export type PurgeScope = 'records' | 'all';

/**
 * Deletes the rows of deleted owners, and deleted records with a long trail, in pieces. The remaining rows are its only
 * state, so a failed piece or the end of the process does no harm.
 */
export function purgeRemoved(database: Database) {
  const removed = prepareQuery(database, selectRemoved(database));
  const firstRemoved = (scope: PurgeScope) =>
    removed.first({ ownerIdMax: scope === 'all' ? Number.MAX_SAFE_INTEGER : removedRecordsOwnerId });
  const walState = database.prepare<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(NOOP)');
  let prepared: Statements | undefined;

  return {
    /** Whether any rows are left to purge. */
    isAnythingLeft: (scope: PurgeScope): boolean => firstRemoved(scope) !== undefined,

    /** Deletes one piece, as part of a transaction that the caller has opened. */
    purgePiece(scope: PurgeScope): void {
      const owner = firstRemoved(scope);
      if (owner === undefined) return;
      prepared ??= prepareStatements(database);
      if (purgeOwner(prepared, owner.ownerId)) retireOwnerId(database, owner.ownerId);
    },

    /** Whether the write-ahead log is so long that the next piece must wait; tries to checkpoint it. */
    isLogTooLong(): boolean {
      return guarded(() => {
        const { log = 0, checkpointed = 0 } = walState.get() ?? {};
        if (log <= walPagesMax || checkpointed >= log) return false;
        database.run('PRAGMA wal_checkpoint(PASSIVE)');
        return true;
      });
    },
  };
}

/** Deletes one piece of an owner's rows; returns whether the owner is deleted. */
function purgeOwner(statements: Statements, ownerId: number): boolean {
  let left = piece - statements.deleteOutcomes({ ownerId, limit: piece });
  while (left > 0) {
    const record = statements.record.first({ ownerId });
    if (record === undefined) return purgeRest(statements, ownerId, left);
    left -= purgeRecord(statements, record.id, left);
  }
  return false;
}

/**
 * Deletes the entries of an owner without records, up to a maximum, and then the owner; returns whether it is deleted.
 */
function purgeRest(statements: Statements, ownerId: number, entriesMax: number): boolean {
  if (statements.deleteEntriesOfOwner({ ownerId, limit: entriesMax }) === entriesMax) return false;
  for (const step of [statements.deleteCodes, statements.deleteKeys, statements.deleteMemberships]) step({ ownerId });
  statements.deleteRemovedNames({ ownerId });
  for (const step of [statements.deleteUsers, statements.unmark, statements.deleteOwner]) step({ ownerId });
  return true;
}

/** Deletes a record with its payments and entries; if there are too many, only some of them. Returns the cost. */
function purgeRecord(statements: Statements, id: string, rowsMax: number): number {
  const paid = statements.deletePayments({ id, limit: rowsMax });
  const entriesMax = rowsMax - paid;
  const entries = statements.newestEntries.all({ id, limit: entriesMax }).length;
  // A backup in the meantime must not find a record without an entry, so the last one stays until the record is
  // deleted.
  const isWhole = entries < entriesMax;
  statements.deleteEntries({ id, limit: isWhole ? entriesMax : Math.max(entriesMax - 1, 0) });
  if (isWhole) statements.deleteRecord({ id });
  return paid + entries + costOfRecord;
}

function selectRemoved(database: Database) {
  const select = drizzle(database)
    .select({ ownerId: columnsOf(removedOwners).ownerId })
    .from(removedOwners);
  // The owner of deleted records comes first: its records have entries of their earlier owners.
  return select
    .where(lte(removedOwners.ownerId, sql.placeholder('ownerIdMax')))
    .orderBy(asc(removedOwners.ownerId))
    .limit(1);
}

function prepareStatements(database: Database) {
  const builder = drizzle(database);
  const ownerId = sql.placeholder('ownerId');
  const limit = sql.placeholder('limit');
  const { sequence } = columnsOf(auditEntries);
  const isEntryOfRecord = and(eq(auditEntries.entityId, sql.placeholder('id')), isOfSubscription);
  const outcomes = builder.select({ sequence: idempotencyKeys.sequence }).from(idempotencyKeys);
  const entries = builder.select({ sequence }).from(auditEntries).where(isEntryOfRecord);
  // All entries have the same owner, and the index has this order.
  const newest = entries.orderBy(desc(auditEntries.ownerId), desc(auditEntries.sequence)).limit(limit);
  const ofRecord = builder
    .select({ sequence: columnsOf(payments).sequence })
    .from(payments)
    .where(eq(payments.subscriptionId, sql.placeholder('id')));
  const record = builder.select({ id: columnsOf(subscriptions).id }).from(subscriptions);
  const ofOwner = builder.select({ sequence }).from(auditEntries).where(eq(auditEntries.ownerId, ownerId)).limit(limit);
  const oldOutcomes = outcomes.where(eq(idempotencyKeys.ownerId, ownerId)).limit(limit);
  return {
    record: prepareQuery(database, record.where(eq(subscriptions.ownerId, ownerId)).limit(1)),
    newestEntries: prepareQuery(database, newest),
    deleteEntries: prepareChange(database, builder.delete(auditEntries).where(inArray(auditEntries.sequence, newest))),
    deleteEntriesOfOwner: prepareChange(
      database,
      builder.delete(auditEntries).where(inArray(auditEntries.sequence, ofOwner)),
    ),
    deletePayments: prepareChange(
      database,
      builder.delete(payments).where(inArray(payments.sequence, ofRecord.limit(limit))),
    ),
    deleteRecord: prepareChange(
      database,
      builder.delete(subscriptions).where(eq(subscriptions.id, sql.placeholder('id'))),
    ),
    deleteOutcomes: prepareChange(
      database,
      builder.delete(idempotencyKeys).where(inArray(idempotencyKeys.sequence, oldOutcomes)),
    ),
    deleteCodes: prepareChange(database, builder.delete(signInCodes).where(eq(signInCodes.ownerId, ownerId))),
    deleteMemberships: prepareChange(database, builder.delete(memberships).where(eq(memberships.ownerId, ownerId))),
    deleteRemovedNames: prepareChange(database, builder.delete(removedNames).where(eq(removedNames.ownerId, ownerId))),
    // Users whose only membership was that of this owner, and whom no session names any more.
    deleteUsers: prepareChange(database, deleteForgottenUsers),
    deleteKeys: prepareChange(database, builder.delete(apiKeys).where(eq(apiKeys.ownerId, ownerId))),
    unmark: prepareChange(database, builder.delete(removedOwners).where(eq(removedOwners.ownerId, ownerId))),
    deleteOwner: prepareChange(database, builder.delete(owners).where(eq(owners.id, ownerId))),
  };
}

/** Options of the purge in the background. */
interface BackgroundPurgeOptions {
  readonly database: Database;
  /** Calls an action after some milliseconds. */
  readonly after: (milliseconds: number, action: () => void) => void;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
}

// Most deletions leave nothing, and to look for rows after each one would hold up the next.
const beginMilliseconds = 50;
const logWaitMilliseconds = 100;
const retryMilliseconds = 10_000;
// A command that deletes an owner purges its rows itself. If it is killed, the server finishes the work.
const leftoversMilliseconds = 60_000;

/** Purges deleted owners and records: one piece whenever the worker is idle, until nothing is left. */
export function purgeInBackground({ database, after, log }: BackgroundPurgeOptions) {
  const rows = purgeRemoved(database);
  let [isUnderWay, isEnded] = [false, false];

  function continueAfter(milliseconds: number, scope: PurgeScope): void {
    isUnderWay = true;
    after(milliseconds, () => purgeNext(scope));
  }

  function purgeNext(scope: PurgeScope): void {
    if (isEnded) return;
    isUnderWay = false;
    retryLater(scope, () => {
      if (!rows.isAnythingLeft(scope)) return;
      if (rows.isLogTooLong()) return continueAfter(logWaitMilliseconds, scope);
      inTransaction(database, 'immediate', () => rows.purgePiece(scope));
      if (rows.isAnythingLeft(scope)) continueAfter(0, scope);
    });
  }

  /** Runs an action, and retries later when it fails. */
  function retryLater(scope: PurgeScope, action: () => void): void {
    try {
      action();
    } catch (error) {
      // Another process may hold the database, or the disk may be full; a write of a client reports that.
      if (!(error instanceof StorageUnavailable)) log(`deleted records could not be purged: ${String(error)}`);
      continueAfter(retryMilliseconds, scope);
    }
  }

  function begin(scope: PurgeScope): void {
    if (!isUnderWay) continueAfter(beginMilliseconds, scope);
  }

  function watchLeftovers(): void {
    after(leftoversMilliseconds, () => {
      if (isEnded) return;
      begin('all');
      watchLeftovers();
    });
  }

  watchLeftovers();
  return {
    /** Starts soon, if there is anything to purge. */
    begin,

    /** Stops; a later start continues. */
    end(): void {
      isEnded = true;
    },
  };
}
