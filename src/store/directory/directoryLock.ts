import { constants, Database } from 'bun:sqlite';
import { chmodSync, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { retryWhileBusy } from '../sqlite/retryWhileBusy.ts';
import { DatabaseRefused, lockFiles, unusable } from '../sqlite/databaseFile.ts';
import { refuseLinksIn } from './links.ts';
import { asOwnerOf, giveToOwnerOf } from './ownerRights.ts';
import { isBusy, isDamage } from '../sqlite/storageErrors.ts';

/** A lock that is held until it is released, or its process is gone, however that ended. */
export interface Hold {
  release(): void;
}

// SQLite then follows no link in any part of the path.
const openFlags = constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_CREATE | constants.SQLITE_OPEN_NOFOLLOW;

/**
 * Holds a data directory, so that no second server runs on it and nothing is restored or upgraded under one that runs.
 *
 * @throws {DatabaseRefused} when another process holds it and does not let go in the time given
 */
export function lockDirectory(dataDirectory: string, millisecondsMax = 0): Hold {
  return hold(
    dataDirectory,
    lockFiles.directory,
    millisecondsMax,
    `another duebook is running on the data directory ${dataDirectory}: stop it first, or name another with --data-dir`,
  );
}

/** Whether a server has ever run on a data directory, and so may now. */
export function isEverHeld(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, lockFiles.directory));
}

/**
 * Holds the making of backups of a data directory: whoever has it knows that unfinished ones are of nobody alive.
 *
 * @throws {DatabaseRefused} when another process holds it and does not let go in the time given
 */
export function holdBackups(dataDirectory: string, millisecondsMax: number): Hold {
  return hold(
    dataDirectory,
    lockFiles.backup,
    millisecondsMax,
    `another backup of ${dataDirectory} is being made: try again when it is done`,
  );
}

function hold(dataDirectory: string, name: string, millisecondsMax: number, refusal: string): Hold {
  const path = join(dataDirectory, name);
  try {
    giveToOwnerOf(dataDirectory, path);
    const database = retryWhileBusy(() => asOwnerOf(dataDirectory, () => lock(dataDirectory, name)), millisecondsMax);
    return { release: () => database.close() };
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    if (isDamage(error))
      throw new DatabaseRefused(`${path} is not the empty file that Duebook locks: delete it`, { cause: error });
    throw isBusy(error) ? new DatabaseRefused(refusal, { cause: error }) : unusable(path, error);
  }
}

// The operating system's own lock, taken the way SQLite does on every platform. It is never deleted, since then two
// processes could each lock a file of that name. It is never opened otherwise: closing would unlock it (POSIX).
function lock(dataDirectory: string, name: string): Database {
  refuseLinksIn(dataDirectory);
  // The directory itself may be reached by a link. Without one in its path, all who reach it take the same lock.
  const path = join(realpathSync(dataDirectory), name);
  const database = new Database(path, openFlags);
  try {
    chmodSync(path, 0o600);
    database.run('PRAGMA journal_mode = MEMORY');
    database.run('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
