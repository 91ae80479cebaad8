import { databaseOn, type Db } from '../core/database/db.ts';
import type { Connection } from '../core/database/driver.ts';
import { join } from 'node:path';
import { limitOwners, type OwnerLimits } from '../core/writer/roomForOwners.ts';
import { openDatabase } from '../core/database/database.ts';
import { databaseFileName, unusable } from '../core/directory/databaseFile.ts';
import type { Hold } from '../core/directory/directoryLock.ts';
import { readOfEverything } from '../core/database/readHealth.ts';
import { knowsSchemaOf } from '../core/database/migrations.ts';
import type { Upgraded } from '../core/database/upgrade.ts';
import { readUpdateTrail } from './audit/store/updateTrail.ts';
import * as readers from './readers.ts';
import { performOn } from './verbs.ts';
import { writeInProcess } from '../core/writer/inProcess.ts';

/** The store of the command line and of the start of a server, which may write in process. */
export type OpenedStore = ReturnType<typeof createStore>;

/** The readable part of the store. */
export type Store = Omit<OpenedStore, 'inProcess' | 'limitOwners'>;

/**
 * Opens the store of a data directory; creates it if it does not exist.
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

/** What {@link readers} gives. */
type Readers = { readonly [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]> };

function openReaders(database: Db): Readers {
  return Object.fromEntries(Object.entries(readers).map(([name, open]) => [name, open(database)])) as Readers;
}

/** The store of an open database. Compiles each of its statements once, with its first use. */
export function createStore(database: Connection) {
  const db = databaseOn(database);
  return {
    ...openReaders(db),
    /** Reads several things at one moment: others may write meanwhile. */
    atOnce: <Found>(read: () => Found): Found => db.transaction(read),
    /** Reads which audit entries a request has written. */
    entriesOfRequest: readUpdateTrail(db).ofRequest,
    /** Writes in this process and blocks it. */
    inProcess: writeInProcess(db, performOn),
    /** Limits what owners may store by writes in this process. */
    limitOwners: (limits: OwnerLimits): void => limitOwners(db, limits),
    /** Whether the schema version is the one that this program supports: a newer program may have changed it. */
    hasKnownSchema: (): boolean => knowsSchemaOf(database),
    /** Reads a row of each table and repeats failed reads; throws when something cannot be read. */
    readOfEverything: (): void => readOfEverything(database),
    /** Checkpoints and closes the database. The store cannot be used afterwards. */
    close(): void {
      database.close(true);
    },
  };
}
