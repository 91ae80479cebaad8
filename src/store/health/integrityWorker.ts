import { connectToRead } from '../sqlite/database.ts';
import { DatabaseRefused, DatabaseUnfit } from '../sqlite/databaseFile.ts';
import { takeMessages } from '../workers/descriptors.ts';
import { findDamage, findStaleRows } from './integrity.ts';
import { findLost, type OpenFiles } from '../directory/openFiles.ts';

// The entry point of a thread that looks through a whole database once, so that nobody has to wait for it.
declare const self: Worker;

/** What the thread is told: whose database to look through. */
export interface IntegrityTask {
  readonly dataDirectory: string;
  /** The files that the server has open, if they are what is to be looked through. */
  readonly files?: OpenFiles | undefined;
}

/** What the thread found; nothing when all is well. */
export interface IntegrityAnswer {
  readonly damage: readonly string[];
  readonly staleRows: readonly string[];
}

self.addEventListener('message', takeMessages(answer));

function answer(question: IntegrityTask): void {
  self.postMessage(lookThrough(question));
}

function lookThrough({ dataDirectory, files }: IntegrityTask): IntegrityAnswer {
  const lost = files === undefined ? undefined : findLost(files);
  if (lost !== undefined) throw new Error(`${lost} is not the file that the server has open`);
  let database: ReturnType<typeof connectToRead> | undefined;
  try {
    database = connectToRead(dataDirectory);
    const damage = findDamage(database);
    return { damage, staleRows: damage.length > 0 ? [] : findStaleRows(database) };
  } catch (error) {
    // A server runs on it, so it was a database of ours. That it cannot be opened may be for want of descriptors.
    if (error instanceof DatabaseUnfit) return { damage: [error.finding], staleRows: [] };
    if (error instanceof DatabaseRefused && !cannotBeOpened(error.cause))
      return { damage: [error.message], staleRows: [] };
    throw error;
  } finally {
    database?.close(true);
  }
}

function cannotBeOpened(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_CANTOPEN';
}
