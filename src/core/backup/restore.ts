import { databaseOn, type Db } from '../database/db.ts';
import { Connection } from '../database/driver.ts';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openRegularFile } from '../runtime/boundedReading.ts';
import { stampOf, unusedPath } from './names.ts';
import { retryWhileBusy } from '../database/retryWhileBusy.ts';
import { prepareDirectory } from '../database/database.ts';
import { faultsOf } from '../database/copy.ts';
import {
  databaseFileName,
  DatabaseRefused,
  DatabaseUnfit,
  identifyFile,
  messageOf,
  refuseOtherOwner,
} from '../directory/databaseFile.ts';
import { lockDirectory, wasEverLocked } from '../directory/directoryLock.ts';
import { copyInto, putInPlace, syncFile, syncFolder } from '../directory/durableFiles.ts';
import { schemaVersionOf } from '../database/migrations.ts';
import { isBusy, isDamage, reasonOfFault } from '../database/storageErrors.ts';
import { instantAt } from '../runtime/system.ts';
import { foldLog, lockExclusively } from '../database/pragmas.ts';

/** A backup to restore. */
export interface RestoreRequest {
  readonly dataDirectory: string;
  /** A database in a file: a backup, or the copy that an upgrade or an earlier restore has left. */
  readonly file: string;
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMilliseconds: number;
}

/** A restored database before it takes the place of another. */
export interface Restoration {
  readonly restored: Db;
  /** The database that it replaces; null if there is none, undefined if that is too damaged to be read. */
  readonly replaced: Db | null | undefined;
  readonly dataDirectory: string;
  /** The present instant, ISO 8601 UTC. */
  readonly at: string;
}

/** Changes a restored database, in one transaction: what has ended or grown since the backup stays so. Tells what it has done. */
type Keep<Kept> = (restoration: Restoration) => Kept;

/** The result of a restore. */
export interface Restored {
  readonly database: string;
  readonly schemaVersion: number;
  /** The path of the replaced database; undefined when there was none. */
  readonly replaced: string | undefined;
}

// Files that SQLite may leave beside a database: two that hold changes, and the index of the first one.
const changesBeside = ['-wal', '-journal'];
const filesBeside = [...changesBeside, '-shm'];

/**
 * Replaces the database of a data directory by a backup; the earlier database, if there is one, is kept beside it. A
 * backup of an older schema is restored as it is, and the next start upgrades it.
 *
 * @throws {DatabaseRefused} when the file is foreign, damaged or of a newer version, or a server runs on the directory;
 *   the database is unchanged then
 */
export function restoreDatabase<Kept>(request: RestoreRequest, keep: Keep<Kept>): Restored & Kept {
  const { dataDirectory, file, wallMilliseconds } = request;
  const path = join(dataDirectory, databaseFileName);
  const draft = `${path}.restoring`;
  refuseOtherOwner(dataDirectory);
  refuseUnfit(file, path);
  prepareDirectory(dataDirectory);
  const hold = lockDirectory(dataDirectory);
  try {
    fetchInto(draft, file);
    const schemaVersion = soundVersionOf(draft, file);
    return { database: path, schemaVersion, ...replace(path, draft, { keep, wallMilliseconds }) };
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    const reason = reasonOfFault(error) ?? messageOf(error, file);
    throw unrestorable(file, isDamage(error) ? `${reason}: name another backup` : reason, error);
  } finally {
    removeWithFilesBeside(draft);
    hold.release();
  }
}

function refuseUnfit(file: string, path: string): void {
  const identity = identityOf(file);
  if (identity === undefined || identity.isEmpty) throw new DatabaseRefused(`${file} is empty, not a backup`);
  if (existsSync(path) && isSameFile(file, path)) {
    throw new DatabaseRefused(`${file} is the database to be replaced: name a backup of it`);
  }
}

function identityOf(file: string) {
  try {
    return identifyFile(file, constants.R_OK);
  } catch (error) {
    // The advice on a damaged database does not fit a damaged backup.
    throw error instanceof DatabaseUnfit
      ? new DatabaseRefused(`${error.finding}: name another backup`, { cause: error })
      : error;
  }
}

// A crash during a restore may leave two names for one database.
function isSameFile(one: string, other: string): boolean {
  const [{ dev, ino }, found] = [statSync(one), statSync(other)];
  return found.dev === dev && found.ino === ino;
}

/** Copies a database, and the files with changes beside it, while no server writes to it. */
function fetchInto(draft: string, file: string): void {
  const source = realpathSync(file);
  const isInUse = basename(source) === databaseFileName && wasEverLocked(dirname(source));
  const hold = isInUse ? lockDirectory(dirname(source)) : undefined;
  try {
    removeWithFilesBeside(draft);
    const ends = ['', ...changesBeside.filter((name) => existsSync(`${source}${name}`))];
    for (const end of ends) copyInto(`${draft}${end}`, openRegularFile(`${source}${end}`));
  } finally {
    hold?.release();
  }
}

function unrestorable(file: string, reason: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(`${file} cannot be restored: ${reason}`, { cause });
}

/** Checks the copy, folds its changes into one file, and returns its schema version. */
function soundVersionOf(draft: string, file: string): number {
  const database = new Connection(draft, { readwrite: true, strict: true });
  try {
    foldLog(database);
    const [fault] = faultsOf(database);
    if (fault !== undefined) throw unrestorable(file, `${fault}: name another backup`);
    return schemaVersionOf(database);
  } finally {
    database.close();
  }
}

interface Replacing<Kept> extends Pick<RestoreRequest, 'wallMilliseconds'> {
  readonly keep: Keep<Kept>;
}

/** Swaps the databases, so that there is a whole one at each moment; returns the path of the earlier one. */
function replace<Kept>(path: string, draft: string, replacing: Replacing<Kept>): Kept & Pick<Restored, 'replaced'> {
  if (!existsSync(path)) {
    const kept = keepIn(draft, null, replacing);
    removeFilesBeside(path);
    putInPlace(draft, path);
    return { replaced: undefined, ...kept };
  }
  const earlier = closeOff(path);
  try {
    const kept = keepIn(draft, earlier, replacing);
    const replaced = unusedPath((suffix) => `${path}.before-restore-${stampOf(replacing.wallMilliseconds)}${suffix}`);
    // A sound database has none. Those of a damaged database stay with it.
    for (const end of changesBeside.filter((name) => existsSync(`${path}${name}`)))
      keepBeside(`${path}${end}`, `${replaced}${end}`, undefined);
    keepBeside(path, replaced, earlier);
    syncFolder(dirname(path));
    removeFilesBeside(path);
    putInPlace(draft, path);
    return { replaced, ...kept };
  } finally {
    // With its statements: it stays locked while one of them is left.
    earlier?.close(true);
  }
}

function keepIn<Kept>(
  draft: string,
  earlier: Connection | null | undefined,
  { keep, wallMilliseconds }: Replacing<Kept>,
): Kept {
  const connection = new Connection(draft, { readwrite: true, strict: true });
  try {
    connection.run('PRAGMA foreign_keys = ON');
    const restored = databaseOn(connection);
    const replaced = earlier && databaseOn(earlier);
    const restoration = { restored, replaced, dataDirectory: dirname(draft), at: instantAt(wallMilliseconds) };
    return restored.transaction(() => keep(restoration), { behavior: 'immediate' });
  } finally {
    connection.close(true);
  }
}

/**
 * Folds the log into a database and locks it until it is closed: another program that had it open would write into the
 * files beside the new database. Returns undefined when the database is too damaged for that.
 */
function closeOff(path: string): Connection | undefined {
  const database = new Connection(path, { readwrite: true, strict: true });
  try {
    retryWhileBusy(() => {
      foldLog(database);
      lockExclusively(database);
    });
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) return undefined;
    throw new DatabaseRefused(`another program has ${path} open: stop it first`, { cause: error });
  }
}

/**
 * Gives a file a second name (a hard link), or copies it on file systems without links. A locked database is read through
 * the connection that locks it, because opening and closing the file in any other way drops the lock.
 *
 * @param link creates the hard link
 */
export function keepBeside(path: string, kept: string, locked: Connection | undefined, link = linkSync): void {
  try {
    link(path, kept);
  } catch {
    if (locked === undefined) copyFileSync(path, kept, constants.COPYFILE_EXCL);
    else writeFileSync(kept, locked.serialize(), { flag: 'wx', mode: 0o600 });
    chmodSync(kept, 0o600);
    syncFile(kept);
  }
}

function removeFilesBeside(path: string): void {
  for (const end of filesBeside) rmSync(`${path}${end}`, { force: true });
}

function removeWithFilesBeside(path: string): void {
  rmSync(path, { force: true });
  removeFilesBeside(path);
}
