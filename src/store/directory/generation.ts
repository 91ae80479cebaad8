import { Database } from 'bun:sqlite';
import { constants, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile, secretBytesMax } from '../../runtime/boundedReading.ts';
import { retryWhileBusy } from '../sqlite/retryWhileBusy.ts';
import { readAfterRollback } from '../sqlite/rollback.ts';
import {
  databaseFileName,
  DatabaseRefused,
  DatabaseUnfit,
  identifyFile,
  messageOf,
  permissionHint,
  unusable,
} from './databaseFile.ts';
import { writePrivately } from './durableFiles.ts';

// Of a database that was never restored or promoted.
const first = 'first';
const fileName = 'duebook.generation';
/** The file that Litestream keeps beside a database while it follows a replica. */
const followFileName = `${databaseFileName}-txid`;

/** How new a database is, compared with a copy of it. */
interface Age {
  /** When it was last promoted, or restored from a backup: an instant in UTC; null if never. Later ones replace earlier ones. */
  readonly generation: string | null;
  /** The number of the newest audit entry that it has ever had; 0 if it has had none. */
  readonly lastChange: number;
}

/**
 * The age of a database in a file.
 *
 * @throws {DatabaseRefused} when the file is unreadable, damaged, foreign or of a newer version
 */
export function ageIn(path: string): Age {
  return readIn(path, (database) => {
    // The highest number that was ever given: with an owner or a record, the newest entries may be deleted.
    const select = "SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'";
    const last = hasTable(database, 'sqlite_sequence') ? database.query<{ seq: number }, []>(select).get() : null;
    return { generation: generationOf(database), lastChange: last?.seq ?? 0 };
  });
}

/** The generation of an open database of any schema version: see {@link Age}. */
export function generationOf(database: Database): string | null {
  const restoredAt = hasTable(database, 'restores') ? latest(database, 'restored_at', 'restores') : null;
  return typeof restoredAt === 'string' ? restoredAt : null;
}

function readIn<Result>(path: string, read: (database: Database) => Result): Result {
  identifyFile(path, constants.R_OK);
  try {
    const readOnce = () => {
      const database = new Database(path, { readonly: true, strict: true });
      try {
        return read(database);
      } finally {
        database.close();
      }
    };
    return retryWhileBusy(() => readAfterRollback(path, readOnce));
  } catch (error) {
    throw unusable(path, error);
  }
}

function latest(database: Database, column: string, table: string): string | number | null {
  const query = `SELECT max(${column}) AS value FROM ${table}`;
  return database.query<{ value: string | number | null }, []>(query).get()?.value ?? null;
}

function hasTable(database: Database, name: string): boolean {
  const find = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return database.query<unknown, [string]>(find).get(name) !== null;
}

/** Whether a copy has what a database has not: the database is out of date then. */
export function isBehind(own: Age, copy: Age): boolean {
  if (own.generation !== copy.generation) return (copy.generation ?? '') > (own.generation ?? '');
  return copy.lastChange > own.lastChange;
}

/**
 * The generation that a server has last served in a data directory, or null for the first one; undefined if none has. It
 * is whatever the file says, which may be no instant after somebody has changed it.
 *
 * @throws {DatabaseRefused} when the file cannot be read
 */
export function servedGeneration(dataDirectory: string): string | null | undefined {
  const path = join(dataDirectory, fileName);
  if (!existsSync(path)) return undefined;
  try {
    const text = readRegularFile(path, secretBytesMax).toString('utf8').trim();
    return text === first ? null : text;
  } catch (error) {
    const hint = permissionHint(error, dataDirectory);
    throw new DatabaseRefused(`cannot read ${path}: ${messageOf(error, path)}${hint}`, { cause: error });
  }
}

/** Writes which generation a data directory holds; it is on the disk when this returns. */
export function writeGeneration(dataDirectory: string, generation: string | null): void {
  writePrivately(join(dataDirectory, fileName), `${generation ?? first}\n`);
}

/** Writes which generation is served now, if the directory does not say so yet. A full disk must not stop a server. */
export function noteGeneration(dataDirectory: string, generation: string | null): void {
  try {
    if (servedGeneration(dataDirectory) !== generation) writeGeneration(dataDirectory, generation);
  } catch {
    // The next start tries again.
  }
}

/** The folder in which Litestream keeps what it has to replicate. */
export const replicationFolder = (dataDirectory: string): string =>
  join(dataDirectory, `.${databaseFileName}-litestream`);

/** Removes what Litestream keeps beside a database: a follower cannot go on, and replication begins with a snapshot. */
export function removeReplicationState(dataDirectory: string): void {
  rmSync(join(dataDirectory, followFileName), { force: true });
  rmSync(replicationFolder(dataDirectory), { recursive: true, force: true });
}

/**
 * Checks that no Litestream follows into the database: it would write its pages over what another program has written.
 *
 * @throws {DatabaseRefused} when one does
 */
export function refuseFollower(dataDirectory: string): void {
  if (!existsSync(join(dataDirectory, followFileName))) return;
  const path = join(dataDirectory, databaseFileName);
  throw new DatabaseRefused(
    `${path} follows the database of another server, as ${followFileName} beside it shows: ${adviceFor(dataDirectory)}`,
  );
}

/**
 * Checks that the database of a data directory is the one that belongs there, before the directory is locked.
 *
 * @returns its generation; that of a new database when there is none; undefined when it is too damaged to tell
 * @throws {DatabaseRefused} when it is a copy of another server's database that was not promoted, or the file cannot be
 *   read
 */
export function refuseUnpromoted(dataDirectory: string): string | null | undefined {
  const path = join(dataDirectory, databaseFileName);
  refuseFollower(dataDirectory);
  if (!existsSync(path) || identifyFile(path)?.isEmpty !== false) return null;
  const found = originIn(path);
  if (found === undefined) return undefined;
  const { generation, isReplicated } = found;
  const served = servedGeneration(dataDirectory);
  // Beside the server of an earlier version, which left no such file, Litestream has left its folder. A lock file shows
  // nothing: a promotion that was refused or interrupted leaves one, too.
  const isFromElsewhere = served === undefined && isReplicated && !existsSync(replicationFolder(dataDirectory));
  if (isFromElsewhere || (served !== undefined && served !== generation)) {
    throw new DatabaseRefused(
      `${path} is not the database that a server has last used in this directory, but a copy of another one: ${adviceFor(dataDirectory)}`,
    );
  }
  return generation;
}

/** Where a database comes from; undefined when it is damaged, which a server that starts on it reports. */
function originIn(path: string) {
  try {
    return readIn(path, (database) => ({
      generation: generationOf(database),
      isReplicated: hasTable(database, '_litestream_seq'),
    }));
  } catch (error) {
    if (error instanceof DatabaseUnfit) return undefined;
    throw error;
  }
}

function adviceFor(dataDirectory: string): string {
  return `make sure that the other server and its Litestream are stopped, and run "duebook promote --data-dir ${dataDirectory}"`;
}
