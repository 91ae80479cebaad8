import { constants, Connection } from '../database/driver.ts';
import { chmodSync, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { retryWhileBusy } from '../database/retryWhileBusy.ts';
import { DatabaseRefused, lockFiles, refuseOtherOwner, unusable } from './databaseFile.ts';
import { refuseLinksIn } from './links.ts';
import { isBusy, isDamage } from '../database/storageErrors.ts';
import { lockExclusively } from '../database/pragmas.ts';

/** A lock that is held until it is released or its process ends, in whatever way. */
export interface Hold {
  release(): void;
}

// With NOFOLLOW, SQLite follows no link in any part of the path.
const openFlags = constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_CREATE | constants.SQLITE_OPEN_NOFOLLOW;

/**
 * Locks a data directory, so that no second server runs on it, and no restore or upgrade happens under a running server.
 *
 * @throws {DatabaseRefused} when another process holds the lock for longer than the given time
 */
export function lockDirectory(dataDirectory: string, millisecondsMax = 0): Hold {
  return lockFile(
    dataDirectory,
    lockFiles.directory,
    millisecondsMax,
    `another duebook is running on the data directory ${dataDirectory}: stop it first, or name another with --data-dir`,
  );
}

/** Whether a server has ever run on a data directory, and so may run now. */
export function wasEverLocked(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, lockFiles.directory));
}

/**
 * Locks the backups of a data directory: the process that holds the lock knows that every unfinished backup is abandoned.
 *
 * @throws {DatabaseRefused} when another process holds the lock for longer than the given time
 */
export function lockBackups(dataDirectory: string, millisecondsMax: number): Hold {
  return lockFile(
    dataDirectory,
    lockFiles.backup,
    millisecondsMax,
    `another backup of ${dataDirectory} is in progress: try again when it has finished`,
  );
}

function lockFile(dataDirectory: string, name: string, millisecondsMax: number, refusal: string): Hold {
  const path = join(dataDirectory, name);
  try {
    refuseOtherOwner(dataDirectory);
    const database = retryWhileBusy(() => lock(dataDirectory, name), millisecondsMax);
    return { release: () => database.close() };
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    if (isDamage(error))
      throw new DatabaseRefused(`${path} is not the empty file that Duebook locks: delete it`, { cause: error });
    throw isBusy(error) ? new DatabaseRefused(refusal, { cause: error }) : unusable(path, error);
  }
}

// The lock of the operating system, taken as SQLite does on every platform. The file is never deleted, or two processes
// could each lock a file of that name. It is never opened in any other way: closing it would unlock it (POSIX).
function lock(dataDirectory: string, name: string): Connection {
  refuseLinksIn(dataDirectory);
  // A link may lead to the directory. With the real path, every process takes the same lock.
  const path = join(realpathSync(dataDirectory), name);
  const database = new Connection(path, openFlags);
  try {
    chmodSync(path, 0o600);
    lockExclusively(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
