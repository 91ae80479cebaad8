import { Database } from 'bun:sqlite';
import { chmodSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { whenNotBusy } from './busy.ts';
import { DatabaseRefused, unusable } from './databaseFile.ts';
import { giveToOwnerOf } from './dataOwner.ts';
import { isBusy } from './storageFault.ts';

/** A lock that is held until it is released, or its process is gone, however that ended. */
export interface Hold {
  release(): void;
}

// What is locked: the directory against a second server, or the making of backups, of which one at a time is enough.
const lockFiles = { directory: 'duebook.lock', backup: 'duebook-backup.lock' } as const;

/**
 * Holds a data directory, so that no second server runs on it and nothing is restored or upgraded under one that runs.
 *
 * @throws {DatabaseRefused} when another process holds it and does not let go in the time given
 */
export function holdDirectory(dataDirectory: string, millisecondsMax = 0): Hold {
  return hold(
    join(dataDirectory, lockFiles.directory),
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
    join(dataDirectory, lockFiles.backup),
    millisecondsMax,
    `another backup of ${dataDirectory} is being made: try again when it is done`,
  );
}

function hold(path: string, millisecondsMax: number, refusal: string): Hold {
  try {
    const database = whenNotBusy(() => lock(path), millisecondsMax);
    return { release: () => database.close() };
  } catch (error) {
    throw isBusy(error) ? new DatabaseRefused(refusal, { cause: error }) : unusable(path, error);
  }
}

// The operating system's own lock, taken the way SQLite does on every platform. It is never deleted, since then two
// processes could each lock a file of that name. It is never opened otherwise: closing would unlock it (POSIX).
function lock(path: string): Database {
  const database = new Database(path, { create: true, readwrite: true });
  try {
    chmodSync(path, 0o600);
    giveToOwnerOf(dirname(path), path);
    database.run('PRAGMA journal_mode = MEMORY');
    database.run('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
