import { Database } from 'bun:sqlite';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { applicationId, applicationIdOf, migrate, schemaVersion, schemaVersionOf } from './migrations.ts';
import { isBusy } from './storageFault.ts';

/** Why a database cannot be used, in one line for the person who runs the program. Nothing was changed. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

const fileName = 'duebook.db';
// The header of the file and that of its first page.
const headerBytes = 108;
const busyTimeoutMilliseconds = 2000;
const busyPauseMilliseconds = 20;

// Each pragma is set on every connection and read back, because SQLite answers an impossible one with silence.
type Pragma = readonly [name: string, value: string, readBack: string | number];
const pragmas: readonly Pragma[] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
];
// Set last: until then a busy database is answered at once, and the waiting is ours.
const patience: Pragma = ['busy_timeout', String(busyTimeoutMilliseconds), busyTimeoutMilliseconds];

/** The size of the database's file, in bytes; 0 when there is none. */
export function databaseBytes(dataDirectory: string): number {
  return statSync(join(dataDirectory, fileName), { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether the directory already holds a database. */
export function hasDatabase(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, fileName));
}

/**
 * Opens the database of a data directory, creating directory (0700) and file (0600) when they are not there,
 * and brings it to the present schema.
 *
 * @throws {DatabaseRefused} when the directory cannot be written, or the file is unreadable, foreign or of a newer version
 */
export function openDatabase(dataDirectory: string): Database {
  const path = join(dataDirectory, fileName);
  prepareDirectory(dataDirectory);
  if (existsSync(path)) refuseUnusableFile(path);
  try {
    return whenNotBusy(() => openConfigured(path, migrate));
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Another connection to a database that {@link openDatabase} has opened, with the same pragmas. */
export function connectAgain(dataDirectory: string): Database {
  const path = join(dataDirectory, fileName);
  return whenNotBusy(() => openConfigured(path, () => undefined));
}

/**
 * A connection that cannot change anything to the database of a data directory, of this schema version or an older one.
 *
 * @throws {DatabaseRefused} when the file is unreadable, foreign or of a newer version
 */
export function connectToRead(dataDirectory: string): Database {
  const path = join(dataDirectory, fileName);
  refuseUnusableFile(path, constants.R_OK);
  try {
    const database = new Database(path, { readonly: true, strict: true });
    configure(database, [patience]);
    return database;
  } catch (error) {
    throw unusable(path, error);
  }
}

function openConfigured(path: string, prepare: (database: Database) => void): Database {
  const database = new Database(path, { create: true, readwrite: true, strict: true });
  try {
    // Now, because the files beside it will have the same mode.
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

/** SQLite does not wait for a database whose journal another process is changing just now, as at its first start: we do. */
function whenNotBusy<Result>(action: () => Result): Result {
  for (let attemptsLeft = busyTimeoutMilliseconds / busyPauseMilliseconds; ; attemptsLeft -= 1) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || attemptsLeft <= 0) throw error;
      Bun.sleepSync(busyPauseMilliseconds);
    }
  }
}

/** A database in memory with the present schema: for describing the service without a data directory. */
export function openDatabaseInMemory(): Database {
  const database = new Database(':memory:', { strict: true });
  migrate(database);
  return database;
}

function prepareDirectory(dataDirectory: string): void {
  try {
    if (existsSync(dataDirectory) && !statSync(dataDirectory).isDirectory()) throw new Error('it is not a directory');
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DatabaseRefused(`the data directory ${dataDirectory} is not writable: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Looks at the file without opening it for writing, since merely opening one changes files beside it. */
function refuseUnusableFile(path: string, access = constants.R_OK | constants.W_OK): void {
  const header = headerOf(path, access);
  if (header === undefined) return;
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new DatabaseRefused(`${path} is not a database of Duebook: it is no SQLite file`);
  }
  // The file's own header is behind while a write-ahead log is there, as after a crash: then SQLite reads both.
  const identity = existsSync(`${path}-wal`) ? identityOf(path) : identityIn(header);
  if (identity.application !== applicationId && !identity.isEmpty) {
    throw new DatabaseRefused(`${path} is not a database of Duebook: it belongs to another program`);
  }
  refuseNewer(path, identity.version);
}

/** The file's header (https://www.sqlite.org/fileformat.html), padded with zeros; undefined while the file is empty. */
function headerOf(path: string, access: number): Buffer | undefined {
  try {
    accessSync(path, access);
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(headerBytes);
      return readSync(file, header, 0, header.length, 0) === 0 ? undefined : header;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

interface Identity {
  readonly application: number;
  readonly version: number;
  /** Whether it has no tables yet: what a crash during the very first start leaves behind. */
  readonly isEmpty: boolean;
}

function identityIn(header: Buffer): Identity {
  const pages = header.readUInt32BE(28);
  const schemaEntriesOnFirstPage = header.readUInt16BE(103);
  return {
    application: header.readUInt32BE(68),
    version: header.readInt32BE(60),
    isEmpty: pages <= 1 && schemaEntriesOnFirstPage === 0,
  };
}

function identityOf(path: string): Identity {
  try {
    return whenNotBusy(() => readIdentity(path));
  } catch (error) {
    throw unusable(path, error);
  }
}

function readIdentity(path: string): Identity {
  const database = new Database(path, { readonly: true });
  try {
    const isEmpty = database.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() === null;
    return { application: applicationIdOf(database), version: schemaVersionOf(database), isEmpty };
  } finally {
    database.close();
  }
}

function refuseNewer(path: string, version: number): void {
  if (version >= 0 && version <= schemaVersion) return;
  throw new DatabaseRefused(
    `${path} is of schema version ${version}, newer than ${schemaVersion}, the newest this program knows: start a newer duebook`,
  );
}

function unusable(path: string, cause: unknown): DatabaseRefused {
  return new DatabaseRefused(`cannot use the database ${path}: ${messageOf(cause)}`, { cause });
}

function configure(database: Database, wanted: readonly Pragma[]): void {
  for (const [name, value, expected] of wanted) {
    database.run(`PRAGMA ${name} = ${value}`);
    const readBack = Object.values(database.query<Record<string, unknown>, []>(`PRAGMA ${name}`).get() ?? {})[0];
    if (readBack !== expected) throw new Error(`PRAGMA ${name} is ${String(readBack)} and not ${value}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
