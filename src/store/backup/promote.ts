import { Database } from 'bun:sqlite';
import { constants, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../../runtime/boundedReading.ts';
import { faultsOf } from '../database/copy.ts';
import {
  databaseFileName,
  DatabaseRefused,
  identifyFile,
  refuseOtherOwner,
  unusable,
} from '../directory/databaseFile.ts';
import { lockDirectory } from '../directory/directoryLock.ts';
import { copyInto, putInPlace } from '../directory/durableFiles.ts';
import { retryWhileBusy } from '../sqlite/retryWhileBusy.ts';
import { isBusy, isDamage, reasonOfFault } from '../sqlite/storageErrors.ts';
import { removeReplicationState, servedGeneration, writeGeneration } from '../directory/generation.ts';
import { refuseLinksIn } from '../directory/links.ts';
import { unreadableChannels } from './restoredChannels.ts';
import { raiseRevisionsAbove } from './revisions.ts';
import { markRestored } from './restoreMark.ts';

/** Options of a promotion. */
export interface PromotionRequest {
  readonly dataDirectory: string;
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMilliseconds: number;
}

/** The result of a promotion. */
export interface Promoted {
  readonly database: string;
  /** The generation of the database from now on: an instant in UTC. */
  readonly generation: string;
  /** The channels of which a secret cannot be decrypted here, because `secret.key` does not have its key. */
  readonly channelsWithoutSecret: ReturnType<typeof unreadableChannels>;
}

// Files that may hold changes of the database, and the index of the first one.
const filesBeside = ['-wal', '-journal', '-shm'];

/**
 * Makes a replicated database that lies in a data directory the one of this machine: it is checked, and gets a new
 * generation, so that the machine which it replaces can find out. It ends no key, no user and no session, as a replica is the present
 * and not the past. What was due before is not sent, and revisions grow, because the last writes may be missing.
 * Litestream, if it still follows, goes on in a file without a name, which harms nothing.
 *
 * @throws {DatabaseRefused} when there is no database, it is foreign, damaged or of a newer version, or a server or another
 *   program has it open; nothing is changed then
 */
export function promoteDatabase({ dataDirectory, wallMilliseconds }: PromotionRequest): Promoted {
  const path = join(dataDirectory, databaseFileName);
  const draft = `${path}.promoting`;
  refuseOtherOwner(dataDirectory);
  refuseLinksIn(dataDirectory);
  if (identifyFile(path, constants.R_OK)?.isEmpty !== false) throw new DatabaseRefused(`${path} is empty`);
  const hold = lockDirectory(dataDirectory);
  try {
    removeWithFilesBeside(draft);
    copyAlone(path, draft);
    const own = makeOwn(draft, dataDirectory, wallMilliseconds);
    // Before the database gets its name: Litestream must not go on from a state that does not belong to it.
    removeReplicationState(dataDirectory);
    putInPlace(draft, path);
    for (const end of filesBeside) rmSync(`${path}${end}`, { force: true });
    writeGeneration(dataDirectory, own.generation);
    return { database: path, ...own };
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    throw isDamage(error) ? unfit(reasonOfFault(error) ?? String(error), error) : unusable(path, error);
  } finally {
    removeWithFilesBeside(draft);
    hold.release();
  }
}

function unfit(fault: string, cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(`the replica cannot be promoted: ${fault}: restore it again`, { cause });
}

/** Copies a database and the changes beside it, while no other program has it open. A follower waits meanwhile. */
function copyAlone(path: string, draft: string): void {
  const database = lockAlone(path);
  try {
    // The database comes last: closing the file drops the lock.
    for (const end of ['-wal', '-journal', ''].filter((name) => existsSync(`${path}${name}`)))
      copyInto(`${draft}${end}`, openRegularFile(`${path}${end}`));
  } finally {
    database.close();
  }
}

/** Locks a database. A Litestream that replicates it would go on in the files beside the promoted database. */
function lockAlone(path: string): Database {
  const database = new Database(path, { readwrite: true, strict: true });
  try {
    // Keeps the index of the log in memory: SQLite then locks the file itself, which every program with the database open prevents.
    database.run('PRAGMA locking_mode = EXCLUSIVE');
    retryWhileBusy(() => database.run('BEGIN EXCLUSIVE'));
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new DatabaseRefused(`another program has ${path} open: stop it first`, { cause: error });
  }
}

function makeOwn(draft: string, dataDirectory: string, wallMilliseconds: number) {
  const database = new Database(draft, { readwrite: true, strict: true });
  try {
    database.run('PRAGMA journal_mode = DELETE');
    // A draft is thrown away when anything fails, and is on the disk before it gets its name.
    database.run('PRAGMA synchronous = OFF');
    database.run('PRAGMA journal_mode = MEMORY');
    database.run('PRAGMA cache_size = -100000');
    // Somebody waits. After its start, the server checks the whole database.
    const [fault] = faultsOf(database, 'quick');
    if (fault !== undefined) throw unfit(fault);
    raiseRevisionsAbove(database, undefined);
    const generation = markRestored(database, wallMilliseconds, servedGeneration(dataDirectory));
    return { generation, channelsWithoutSecret: unreadableChannels(database, dataDirectory) };
  } finally {
    database.close();
  }
}

function removeWithFilesBeside(path: string): void {
  for (const end of ['', ...filesBeside]) rmSync(`${path}${end}`, { force: true });
}
