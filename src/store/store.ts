import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { ResultOf, WriteCommand } from '../commands/commands.ts';
import { readAnalytics } from './reports/analytics.ts';
import { keysStore } from './entities/keys.ts';
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
import { ownersStore } from './entities/owners.ts';
import { readSubscriptions } from './entities/subscriptions.ts';

export type { ApiKeyRecord, KeyHolder, NewApiKey } from './entities/keys.ts';
export type { OwnerRecord } from './entities/owners.ts';

/** Everything that is kept, but for the door through which subscriptions are written. */
export type Store = ReturnType<typeof createStore>;

/** The one door through which subscriptions are written: a command of plain data goes in, its final outcome comes out. */
export interface WriteDoor {
  /** Resolves when the write is on the disk; rejects with {@link StorageUnavailable} when the storage cannot serve. */
  submit<Command extends WriteCommand>(command: Command): Promise<ResultOf<Command['kind']>>;
}

/**
 * Opens what is kept in a data directory, and makes it when there is nothing yet.
 *
 * @param hold what the caller holds the directory with, if it does
 * @param onUpgrade told of it when an older database was upgraded
 * @throws {DatabaseRefused} when the directory or the database in it cannot be used
 */
export function openStore(dataDirectory: string, hold?: Hold, onUpgrade?: (upgraded: Upgraded) => void): Store {
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
    apiKeys: keysStore(database),
    owners: ownersStore(database),
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
