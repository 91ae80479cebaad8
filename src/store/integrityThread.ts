import { connectToRead } from './database.ts';
import { DatabaseRefused } from './databaseFile.ts';
import { takeMessages } from './descriptors.ts';
import { findDamage, findStaleRows } from './integrity.ts';

// The entry point of a thread that looks through a whole database once, so that nobody has to wait for it.
declare const self: Worker;

/** What the thread is told: whose database to look through. */
export interface IntegrityQuestion {
  readonly dataDirectory: string;
}

/** What the thread found; nothing when all is well. */
export interface IntegrityAnswer {
  readonly damage: readonly string[];
  readonly staleRows: readonly string[];
}

self.addEventListener(
  'message',
  takeMessages(({ dataDirectory }: IntegrityQuestion) => {
    const answer = lookThrough(dataDirectory);
    self.postMessage(answer);
  }),
);

function lookThrough(dataDirectory: string): IntegrityAnswer {
  let database: ReturnType<typeof connectToRead> | undefined;
  try {
    database = connectToRead(dataDirectory);
    const damage = findDamage(database);
    return { damage, staleRows: damage.length > 0 ? [] : findStaleRows(database) };
  } catch (error) {
    // A server runs on it, so it was a database of ours. That it cannot be opened may be for want of descriptors.
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
