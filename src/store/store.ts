import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { ResultOf, WriteCommand } from '../commands/commands.ts';
import { readAnalytics } from './reports/analytics.ts';
import { readKeys } from './entities/keys.ts';
import { readAuditTrail } from './entities/audit.ts';
import { openDatabase } from './sqlite/database.ts';
import { databaseFileName, unusable } from './sqlite/databaseFile.ts';
import type { Hold } from './directory/directoryLock.ts';
import { readFilterValues } from './entities/filterValues.ts';
import { findOutcomesOutside, findOutcomeUnder } from './entities/idempotencyStore.ts';
import { readOfEverything } from './health/readHealth.ts';
import { countRowsOfOwner } from './entities/rowsOfOwner.ts';
import { shareReads } from './sqlite/statement.ts';
import { knowsSchemaOf } from './schema/migrations.ts';
import type { Upgraded } from './schema/upgrade.ts';
import { readOwners } from './entities/owners.ts';
import { readSubscriptions } from './entities/subscriptions.ts';
import { writeInProcess } from './writer/inProcess.ts';

/** The store as the command line and the start of a server have it, which may write in process. */
export type OpenedStore = ReturnType<typeof createStore>;

/** Everything that is stored, to be read. */
export type Store = Omit<OpenedStore, 'inProcess'>;

/** The one door for writes of a server: a command of plain data goes in, its final outcome comes out. */
export interface WriteDoor {
  /** Resolves when the write is on the disk; rejects with {@link StorageUnavailable} when the storage cannot serve. */
  submit<Command extends WriteCommand>(command: Command): Promise<ResultOf<Command['kind']>>;
}

/**
 * Opens the store of a data directory, and creates it when there is none yet.
 *
 * @param hold the lock with which the caller holds the directory, if it does
 * @param onUpgrade called when an older database was upgraded
 * @throws {DatabaseRefused} when the directory or the database in it cannot be used
 */
export function openStore(dataDirectory: string, hold?: Hold, onUpgrade?: (upgraded: Upgraded) => void): OpenedStore {
  const database = openDatabase(dataDirectory, hold, onUpgrade);
  try {
    return createStore(database);
  } catch (error) {
    database.close();
    throw unusable(join(dataDirectory, databaseFileName), error);
  }
}

/** The store over an open database. Its statements are compiled once: here, but for those of lists and reports. */
export function createStore(database: Database) {
  return {
    subscriptions: readSubscriptions(database),
    filterValues: readFilterValues(database),
    analytics: readAnalytics(database),
    auditTrail: readAuditTrail(database),
    apiKeys: readKeys(database),
    owners: readOwners(database),
    /** Writes in this process, and blocks it. */
    inProcess: writeInProcess(database),
    rowsOfOwner: countRowsOfOwner(database),
    /** Whether outcomes of writes are kept that were stamped before one instant or after another, ISO 8601 UTC. */
    areOutcomesOutside: findOutcomesOutside(database),
    /** Whether the outcome of a write is stored under an owner's idempotency key, though it may be too old. */
    hasOutcome: findOutcomeUnder(database),
    /** Makes all reads until the next microtask see one state of what is kept, at the cost of one lock. */
    readAsOne: shareReads(database),
    /** Whether the tables are those that this program knows: a newer one may have changed them under it. */
    hasKnownSchema: (): boolean => knowsSchemaOf(database),
    /** Reads something of everything, and what has failed to be read before; throws when it cannot be read. */
    readOfEverything: (): void => readOfEverything(database),
    /** Closes the database, its write-ahead log folded in. The store cannot be used afterwards. */
    close(): void {
      database.close(true);
    },
  };
}
