import type { Database } from 'bun:sqlite';
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { isOfSubscription } from '../entities/audit.ts';
import { retireOwnerId } from '../entities/owners.ts';
import { apiKeys } from '../schema/tables/apiKeys.ts';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { idempotencyKeys } from '../schema/tables/idempotencyKeys.ts';
import { owners, removedOwners, removedRecordsOwnerId } from '../schema/tables/owners.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, prepareChange, prepareQuery, inTransaction } from '../sqlite/statement.ts';
import { StorageUnavailable } from '../../commands/storageUnavailable.ts';

// In audit entries, one of which takes about 10 µs here: other writes must not wait long.
const piece = 500;
// A record has more indexes.
const costOfRecord = 2;
// Half of what the write-ahead log may keep. A long read, such as a backup, keeps SQLite from reusing the log.
const walPagesMax = 8192;

type Statements = ReturnType<typeof prepareStatements>;

/** What to purge: records that were deleted one by one, or also those of deleted owners. */
export type PurgeScope = 'records' | 'all';

/**
 * Deletes the rows of deleted owners, and deleted records with a long trail, in pieces. It continues from what is still
 * there, so that neither a piece that fails nor the end of the process does harm.
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
    clearPiece(scope: PurgeScope): void {
      const owner = firstRemoved(scope);
      if (owner === undefined) return;
      prepared ??= prepareStatements(database);
      if (clearOwner(prepared, owner.ownerId)) retireOwnerId(drizzle(database), owner.ownerId);
    },

    /** Whether the write-ahead log is so long that the next piece has to wait; tries to checkpoint it. */
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

/** Deletes one piece of an owner's rows; true when the owner is gone. */
function clearOwner(statements: Statements, ownerId: number): boolean {
  let left = piece - statements.deleteOutcomes({ ownerId, limit: piece });
  while (left > 0) {
    const record = statements.record.first({ ownerId });
    if (record === undefined) return clearRest(statements, ownerId, left);
    left -= clearRecord(statements, record.id, left);
  }
  return false;
}

/** Deletes the entries of an owner that has no records any more, at most so many, and then the owner; whether it is gone. */
function clearRest(statements: Statements, ownerId: number, entriesMax: number): boolean {
  if (statements.deleteEntriesOfOwner({ ownerId, limit: entriesMax }) === entriesMax) return false;
  for (const step of [statements.deleteKeys, statements.unmark, statements.deleteOwner]) step({ ownerId });
  return true;
}

/** Deletes a record with its entries; when there are too many, the newest of these alone. Gives what that costs. */
function clearRecord(statements: Statements, id: string, entriesMax: number): number {
  const entries = statements.newestEntries.all({ id, limit: entriesMax }).length;
  // A backup that is made meanwhile must not find a record without an entry: one stays until the record goes.
  const isWhole = entries < entriesMax;
  statements.deleteEntries({ id, limit: isWhole ? entriesMax : entriesMax - 1 });
  if (isWhole) statements.deleteRecord({ id });
  return entries + costOfRecord;
}

function selectRemoved(database: Database) {
  const select = drizzle(database)
    .select({ ownerId: columnsOf(removedOwners).ownerId })
    .from(removedOwners);
  // The owner of deleted records comes first: these have entries of the owners that they were taken from.
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
  // All have the same owner, and the index has them in this order.
  const newest = entries.orderBy(desc(auditEntries.ownerId), desc(auditEntries.sequence)).limit(limit);
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
    deleteRecord: prepareChange(
      database,
      builder.delete(subscriptions).where(eq(subscriptions.id, sql.placeholder('id'))),
    ),
    deleteOutcomes: prepareChange(
      database,
      builder.delete(idempotencyKeys).where(inArray(idempotencyKeys.sequence, oldOutcomes)),
    ),
    deleteKeys: prepareChange(database, builder.delete(apiKeys).where(eq(apiKeys.ownerId, ownerId))),
    unmark: prepareChange(database, builder.delete(removedOwners).where(eq(removedOwners.ownerId, ownerId))),
    deleteOwner: prepareChange(database, builder.delete(owners).where(eq(owners.id, ownerId))),
  };
}

/** What the purge in the background needs. */
interface BackgroundPurgeOptions {
  readonly database: Database;
  /** Calls an action some milliseconds later. */
  readonly after: (milliseconds: number, action: () => void) => void;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
}

const logWaitMilliseconds = 100;
const retryMilliseconds = 10_000;

/**
 * Purges deleted owners and records: a piece each time that the worker has nothing else to do, until nothing is left.
 */
export function purgeInBackground({ database, after, log }: BackgroundPurgeOptions) {
  const clearing = purgeRemoved(database);
  let [isUnderWay, isEnded] = [false, false];

  function goOnAfter(milliseconds: number, scope: PurgeScope): void {
    isUnderWay = true;
    after(milliseconds, () => goOn(scope));
  }

  function goOn(scope: PurgeScope): void {
    if (isEnded) return;
    isUnderWay = false;
    whenServed(scope, () => {
      if (clearing.isLogTooLong()) return goOnAfter(logWaitMilliseconds, scope);
      inTransaction(database, 'immediate', () => clearing.clearPiece(scope));
      if (clearing.isAnythingLeft(scope)) goOnAfter(0, scope);
    });
  }

  /** Does something, or tries again later when it fails. */
  function whenServed(scope: PurgeScope, action: () => void): void {
    try {
      action();
    } catch (error) {
      // Another process may hold the database, or the disk may be full; a write of a client reports that.
      if (!(error instanceof StorageUnavailable)) log(`deleted records could not be cleared away: ${String(error)}`);
      goOnAfter(retryMilliseconds, scope);
    }
  }

  return {
    /** Starts, if there is anything to purge. The command that deletes an owner purges its rows itself. */
    begin(scope: PurgeScope): void {
      if (!isUnderWay) whenServed(scope, () => clearing.isAnythingLeft(scope) && goOnAfter(0, scope));
    },

    /** Stops; a later start goes on. */
    end(): void {
      isEnded = true;
    },
  };
}
