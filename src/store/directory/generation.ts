import { Database } from 'bun:sqlite';
import { constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { retryWhileBusy } from '../sqlite/retryWhileBusy.ts';
import { databaseFileName, DatabaseRefused, identifyFile, unusable } from './databaseFile.ts';
import { wasEverLocked } from './directoryLock.ts';
import { putInPlace } from './durableFiles.ts';

// Of a database that was never restored or promoted.
const first = 'first';
const fileName = 'duebook.generation';
/** The file that Litestream keeps beside a database while it follows a replica. */
const followFileName = `${databaseFileName}-txid`;

/** How new a database is, compared with a copy of it. */
interface Age {
  /** When it was last promoted, or restored from a backup: an instant in UTC; null if never. Later ones replace earlier ones. */
  readonly generation: string | null;
  /** The number of its newest audit entry; 0 if it has none. */
  readonly lastChange: number;
}

/** What tells a database from another one. */
export interface Position extends Age {
  /** Whether Litestream has replicated it. */
  readonly isReplicated: boolean;
}

/**
 * The position of a database in a file.
 *
 * @throws {DatabaseRefused} when the file is unreadable, foreign or of a newer version
 */
export function positionIn(path: string): Position {
  identifyFile(path, constants.R_OK);
  try {
    return retryWhileBusy(() => {
      const database = new Database(path, { readonly: true, strict: true });
      try {
        return positionOf(database);
      } finally {
        database.close();
      }
    });
  } catch (error) {
    throw unusable(path, error);
  }
}

/** The position of an open database of any schema version. */
export function positionOf(database: Database): Position {
  const latest = (column: string, table: string) =>
    hasTable(database, table)
      ? database.query<{ value: string | number | null }, []>(`SELECT max(${column}) AS value FROM ${table}`).get()
          ?.value
      : null;
  const generation = latest('restored_at', 'restores');
  return {
    generation: typeof generation === 'string' ? generation : null,
    lastChange: Number(latest('sequence', 'audit_entries') ?? 0),
    isReplicated: hasTable(database, '_litestream_seq'),
  };
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

/** The generation that a server has last served in a data directory, or null for the first one; undefined if none has. */
export function servedGeneration(dataDirectory: string): string | null | undefined {
  const path = join(dataDirectory, fileName);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8').trim();
  return text === first ? null : text;
}

/** Writes which generation a data directory holds; it is on the disk when this returns. */
export function writeGeneration(dataDirectory: string, generation: string | null): void {
  const path = join(dataDirectory, fileName);
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${generation ?? first}\n`, { flag: 'wx', mode: 0o600 });
  putInPlace(draft, path);
}

/** Writes which generation is served now, if the directory does not say it yet. A full disk must not stop a server. */
export function noteGeneration(dataDirectory: string, generation: string | null): void {
  try {
    if (servedGeneration(dataDirectory) === undefined) writeGeneration(dataDirectory, generation);
  } catch {
    // The next start tries again.
  }
}

/** Removes what Litestream keeps beside a database: a follower cannot go on, and replication begins with a snapshot. */
export function removeReplicationState(dataDirectory: string): void {
  rmSync(join(dataDirectory, followFileName), { force: true });
  rmSync(join(dataDirectory, `.${databaseFileName}-litestream`), { recursive: true, force: true });
}

/**
 * Checks that the database of a data directory is the one that belongs there, before the directory is locked.
 *
 * @returns its generation; undefined when there is no database yet
 * @throws {DatabaseRefused} when it is a copy of another server's database that was not promoted, or the database cannot
 *   be read
 */
export function refuseUnpromoted(dataDirectory: string): string | null | undefined {
  const path = join(dataDirectory, databaseFileName);
  if (existsSync(join(dataDirectory, followFileName))) {
    throw new DatabaseRefused(
      `${path} follows the database of another server, as ${followFileName} beside it shows: ${adviceFor(dataDirectory)}`,
    );
  }
  if (!existsSync(path) || identifyFile(path)?.isEmpty !== false) return undefined;
  const { generation, isReplicated } = positionIn(path);
  const served = servedGeneration(dataDirectory);
  // A server of an earlier version has left no such file, but a lock file.
  const isFromElsewhere = served === undefined && isReplicated && !wasEverLocked(dataDirectory);
  if (isFromElsewhere || (served !== undefined && served !== generation)) {
    throw new DatabaseRefused(
      `${path} is not the database that a server has last used in this directory, but a copy of another one: ${adviceFor(dataDirectory)}`,
    );
  }
  return generation;
}

function adviceFor(dataDirectory: string): string {
  return `make sure that the other server and its Litestream are stopped, and run "duebook promote --data-dir ${dataDirectory}"`;
}
