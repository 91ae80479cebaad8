import { Connection } from './driver.ts';
import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { busyTimeoutMilliseconds, retryWhileBusy } from './retryWhileBusy.ts';
import { readAfterRollback } from './rollback.ts';
import {
  databaseFileName,
  DatabaseRefused,
  identifyFile,
  messageOf,
  permissionHint,
  refuseForeignOpen,
  refuseOtherOwner,
  unusable,
} from '../directory/databaseFile.ts';
import type { Hold } from '../directory/directoryLock.ts';
import { refuseLinksIn } from '../directory/links.ts';
import { migrate } from './migrations.ts';
import { upgrade, type Upgraded } from './upgrade.ts';

// SQLite ignores a pragma that it cannot apply, so each one is set on every connection and read back.
type Pragma = readonly [name: string, value: string, readBack: string | number];
const walBytesKept = 67_108_864;
const pragmas: readonly Pragma[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  // SQLite truncates the write-ahead log to this size when it restarts it after a large transaction or a long backup.
  ['journal_size_limit', String(walBytesKept), walBytesKept],
  // What is temporary stays in memory: a container may have no other place to write than the data directory.
  ['temp_store', 'MEMORY', 2],
  // In KiB. With SQLite's 2 MB, a large transaction writes pages to the log and reads them again before it ends.
  ['cache_size', '-8192', -8192],
];
// Set last: until then a busy database fails at once, and we do the waiting.
const patience: Pragma = ['busy_timeout', String(busyTimeoutMilliseconds), busyTimeoutMilliseconds];

/** The size of the database file, in bytes; 0 when it does not exist. */
export function databaseBytes(dataDirectory: string): number {
  return statSync(join(dataDirectory, databaseFileName), { throwIfNoEntry: false })?.size ?? 0;
}

/** The size of its write-ahead log, in bytes; 0 when it does not exist. */
export function walBytes(dataDirectory: string): number {
  return statSync(join(dataDirectory, `${databaseFileName}-wal`), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Whether the directory already contains a database.
 *
 * @throws {DatabaseRefused} when this user may not read the directory
 */
export function hasDatabase(dataDirectory: string): boolean {
  const path = join(dataDirectory, databaseFileName);
  try {
    // A dangling link is found as well: opening it is refused.
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (permissionHint(error, dataDirectory) === '') return false;
    throw unusable(path, error);
  }
}

/**
 * Opens the database of a data directory. Creates the directory (0700) and the file (0600) if they do not exist, and
 * upgrades an older schema after a copy of it.
 *
 * @param hold the lock with which the caller holds the directory, if it does
 * @param onUpgrade called when an older database was upgraded
 * @throws {DatabaseRefused} when the directory cannot be written, or the file is unreadable, foreign or of a newer
 *   version
 */
export function openDatabase(dataDirectory: string, hold?: Hold, onUpgrade?: (upgraded: Upgraded) => void): Connection {
  const path = join(dataDirectory, databaseFileName);
  refuseUnusable(dataDirectory);
  try {
    const prepare = (database: Connection) => upgrade(database, path, hold, onUpgrade);
    return retryWhileBusy(() => openConfigured(dataDirectory, { create: true, prepare }));
  } catch (error) {
    throw error instanceof DatabaseRefused ? error : unusable(path, error);
  }
}

/**
 * Creates a data directory (0700) if it does not exist, and checks whether it can hold a database.
 *
 * @throws {DatabaseRefused} when the directory cannot be written, or the database in it is unreadable, foreign or of a
 *   newer version
 */
export function refuseUnusable(dataDirectory: string): void {
  const path = join(dataDirectory, databaseFileName);
  prepareDirectory(dataDirectory);
  refuseLinksIn(dataDirectory);
  if (existsSync(path)) identifyFile(path);
}

/** Another connection to a database that {@link openDatabase} has opened, with the same pragmas. */
export function connectAgain(dataDirectory: string): Connection {
  return retryWhileBusy(() => openConfigured(dataDirectory, { create: false, prepare: () => undefined }));
}

/**
 * Opens a read-only connection to the database of a data directory, of this schema version or an older one.
 *
 * @throws {DatabaseRefused} when the file is unreadable, foreign or of a newer version
 */
export function connectToRead(dataDirectory: string): Connection {
  refuseOtherOwner(dataDirectory);
  const path = join(dataDirectory, databaseFileName);
  try {
    refuseLinksIn(dataDirectory);
    // Explains more than SQLite does. A server may run in this process, so only SQLite opens the file.
    accessSync(path, constants.R_OK);
    return readAfterRollback(path, () => openToRead(path));
  } catch (error) {
    throw error instanceof DatabaseRefused ? error : unusable(path, error);
  }
}

function openToRead(path: string): Connection {
  const database = new Connection(path, { readonly: true, strict: true });
  try {
    configure(database, [patience]);
    refuseForeignOpen(path, database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

interface Opening {
  /** Whether to create a missing file. */
  readonly create: boolean;
  readonly prepare: (database: Connection) => void;
}

function openConfigured(dataDirectory: string, { create, prepare }: Opening): Connection {
  refuseOtherOwner(dataDirectory);
  refuseLinksIn(dataDirectory);
  const path = join(dataDirectory, databaseFileName);
  const database = new Connection(path, { create, readwrite: true, strict: true });
  try {
    // Set now, because SQLite gives the files beside it the same mode and owner.
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

/** A database in memory with the present schema, to describe the service without a data directory. */
export function openDatabaseInMemory(): Connection {
  const database = new Connection(':memory:', { strict: true });
  migrate(database);
  return database;
}

/**
 * Creates a data directory (0700) if it does not exist.
 *
 * @throws {DatabaseRefused} when it cannot be written, or root calls this and it belongs to another user
 */
export function prepareDirectory(dataDirectory: string): void {
  refuseOtherOwner(dataDirectory);
  try {
    if (existsSync(dataDirectory) && !statSync(dataDirectory).isDirectory()) throw new Error('it is not a directory');
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = `${messageOf(error, dataDirectory)}${permissionHint(error, dataDirectory)}`;
    throw new DatabaseRefused(`the data directory ${dataDirectory} is not writable: ${reason}`, { cause: error });
  }
}

function configure(database: Connection, wanted: readonly Pragma[]): void {
  for (const [name, value, expected] of wanted) {
    database.run(`PRAGMA ${name} = ${value}`);
    const readBack = Object.values(database.query<Record<string, unknown>, []>(`PRAGMA ${name}`).get() ?? {})[0];
    if (readBack !== expected) throw new Error(`PRAGMA ${name} is ${String(readBack)} and not ${value}`);
  }
}

/** The version of the SQLite in this program, such as `3.54.1`. */
export function sqliteVersion(): string {
  const database = new Connection(':memory:');
  try {
    const query = database.query<{ version: string }, []>('SELECT sqlite_version() AS version');
    return query.get()?.version ?? '';
  } finally {
    database.close();
  }
}
