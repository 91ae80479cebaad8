import { Connection, SQLiteError } from './driver.ts';
import { busyTimeoutMilliseconds } from './retryWhileBusy.ts';

// The extended code SQLITE_READONLY_ROLLBACK.
const readOnlyRollbackCode = 776;

/**
 * Runs an action that reads a database through a read-only connection. A process that was killed while it changed the journal
 * mode has left a journal, which only a connection that may write can roll back: that is done first, where it is necessary.
 *
 * @param read opens the connection itself, and closes it when it throws
 * @throws the error of SQLite when the database cannot be read
 */
export function readAfterRollback<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SQLiteError) || error.errno !== readOnlyRollbackCode) throw error;
    rollBack(path);
    return read();
  }
}

function rollBack(path: string): void {
  const database = new Connection(path, { create: false, readwrite: true, strict: true });
  try {
    database.run(`PRAGMA busy_timeout = ${busyTimeoutMilliseconds}`);
    // SQLite does it with the first read.
    database.query('SELECT 1 FROM sqlite_schema').get();
  } finally {
    database.close();
  }
}
