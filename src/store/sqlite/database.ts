import { Database } from 'bun:sqlite';
import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { busyTimeoutMilliseconds, retryWhileBusy } from './retryWhileBusy.ts';
import {
  databaseFileName,
  DatabaseRefused,
  identifyFile,
  messageOf,
  permissionHint,
  refuseForeignOpen,
  unusable,
} from './databaseFile.ts';
import type { Hold } from '../directory/directoryLock.ts';
import { refuseLinksIn } from '../directory/links.ts';
import { asOwnerOf, giveToOwnerOf } from '../directory/ownerRights.ts';
import { migrate } from '../schema/migrations.ts';
import { upgrade, type Upgraded } from '../schema/upgrade.ts';

// Each pragma is set on every connection and read back, because SQLite answers an impossible one with silence.
type Pragma = readonly [name: string, value: string, readBack: string | number];
const walBytesKept = 67_108_864;
const pragmas: readonly Pragma[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  // What a big transaction or a long backup has made of the write-ahead log is given back when it is used anew.
  ['journal_size_limit', String(walBytesKept), walBytesKept],
];
// Set last: until then a busy database is answered at once, and the waiting is ours.
const patience: Pragma = ['busy_timeout', String(busyTimeoutMilliseconds), busyTimeoutMilliseconds];

/** The size of the database's file, in bytes; 0 when there is none. */
export function databaseBytes(dataDirectory: string): number {
  return statSync(join(dataDirectory, databaseFileName), { throwIfNoEntry: false })?.size ?? 0;
}

/** The size of the write-ahead log beside it, in bytes; 0 when there is none. */
export function walBytes(dataDirectory: string): number {
  return statSync(join(dataDirectory, `${databaseFileName}-wal`), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Whether the directory already holds a database.
 *
 * @throws {DatabaseRefused} when whoever runs this may not know
 */
export function hasDatabase(dataDirectory: string): boolean {
  const path = join(dataDirectory, databaseFileName);
  try {
    // A link that leads nowhere is found as well: opening it is refused.
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (permissionHint(error, dataDirectory) === '') return false;
    throw unusable(path, error);
  }
}

/**
 * Opens the database of a data directory, creating directory (0700) and file (0600) when they are not there,
 * and brings it to the present schema; one of an older version is copied beside it before.
 *
 * @param hold what the caller holds the directory with, if it does
 * @param onUpgrade told of it when an older database was upgraded
 * @throws {DatabaseRefused} when the directory cannot be written, or the file is unreadable, foreign or of a newer version
 */
export function openDatabase(dataDirectory: string, hold?: Hold, onUpgrade?: (upgraded: Upgraded) => void): Database {
  const path = join(dataDirectory, databaseFileName);
  refuseUnusable(dataDirectory);
  try {
    const prepare = (database: Database) => upgrade(database, path, hold, onUpgrade);
    return retryWhileBusy(() => openConfigured(dataDirectory, { create: true, prepare }));
  } catch (error) {
    throw error instanceof DatabaseRefused ? error : unusable(path, error);
  }
}

/**
 * Makes a data directory (0700) when it is not there, and looks whether a database can be kept in it.
 *
 * @throws {DatabaseRefused} when the directory cannot be written, or the database in it is unreadable, foreign or of a newer version
 */
export function refuseUnusable(dataDirectory: string): void {
  const path = join(dataDirectory, databaseFileName);
  prepareDirectory(dataDirectory);
  giveToOwnerOf(dataDirectory, path);
  asOwnerOf(dataDirectory, () => {
    refuseLinksIn(dataDirectory);
    if (existsSync(path)) identifyFile(path);
  });
}

/** Another connection to a database that {@link openDatabase} has opened, with the same pragmas. */
export function connectAgain(dataDirectory: string): Database {
  return retryWhileBusy(() => openConfigured(dataDirectory, { create: false, prepare: () => undefined }));
}

/**
 * A connection that cannot change anything to the database of a data directory, of this schema version or an older one.
 *
 * @throws {DatabaseRefused} when the file is unreadable, foreign or of a newer version
 */
export function connectToRead(dataDirectory: string): Database {
  giveToOwnerOf(dataDirectory, join(dataDirectory, databaseFileName));
  return asOwnerOf(dataDirectory, () => connectAsOwner(dataDirectory));
}

function connectAsOwner(dataDirectory: string): Database {
  const path = join(dataDirectory, databaseFileName);
  let database: Database | undefined;
  try {
    refuseLinksIn(dataDirectory);
    // Says more than SQLite does. A server runs in this process, perhaps: so nobody but SQLite opens the file.
    accessSync(path, constants.R_OK);
    database = new Database(path, { readonly: true, strict: true });
    configure(database, [patience]);
    refuseForeignOpen(path, database);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof DatabaseRefused ? error : unusable(path, error);
  }
}

interface Opening {
  /** Whether the file is made when it is not there. */
  readonly create: boolean;
  readonly prepare: (database: Database) => void;
}

function openConfigured(dataDirectory: string, opening: Opening): Database {
  giveToOwnerOf(dataDirectory, join(dataDirectory, databaseFileName));
  return asOwnerOf(dataDirectory, () => openAsOwner(dataDirectory, opening));
}

function openAsOwner(dataDirectory: string, { create, prepare }: Opening): Database {
  refuseLinksIn(dataDirectory);
  const path = join(dataDirectory, databaseFileName);
  const database = new Database(path, { create, readwrite: true, strict: true });
  try {
    // Now, because the files beside it will have the same mode and owner.
    chmodSync(path, 0o600);
    configure(database, pragmas);
    prepare(database);
    configure(database, [patience]);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A database in memory with the present schema: for describing the service without a data directory. */
export function openDatabaseInMemory(): Database {
  const database = new Database(':memory:', { strict: true });
  migrate(database);
  return database;
}

/**
 * Makes a data directory (0700) when it is not there.
 *
 * @throws {DatabaseRefused} when it cannot be written
 */
export function prepareDirectory(dataDirectory: string): void {
  try {
    if (existsSync(dataDirectory) && !statSync(dataDirectory).isDirectory()) throw new Error('it is not a directory');
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = `${messageOf(error, dataDirectory)}${permissionHint(error, dataDirectory)}`;
    throw new DatabaseRefused(`the data directory ${dataDirectory} is not writable: ${reason}`, { cause: error });
  }
}

function configure(database: Database, wanted: readonly Pragma[]): void {
  for (const [name, value, expected] of wanted) {
    database.run(`PRAGMA ${name} = ${value}`);
    const readBack = Object.values(database.query<Record<string, unknown>, []>(`PRAGMA ${name}`).get() ?? {})[0];
    if (readBack !== expected) throw new Error(`PRAGMA ${name} is ${String(readBack)} and not ${value}`);
  }
}

/** The version of the SQLite in this program, such as `3.54.1`. */
export function sqliteVersion(): string {
  const database = new Database(':memory:');
  try {
    const query = database.query<{ version: string }, []>('SELECT sqlite_version() AS version');
    return query.get()?.version ?? '';
  } finally {
    database.close();
  }
}
