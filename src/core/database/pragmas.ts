import type { Connection } from './driver.ts';

/** Folds the write-ahead log of a database into its file. */
export function foldLog(database: Connection): void {
  database.run('PRAGMA journal_mode = DELETE');
}

/** Locks a database until its connection is closed. Nothing is written: the journal is in memory. */
export function lockExclusively(database: Connection): void {
  database.run('PRAGMA journal_mode = MEMORY');
  database.run('BEGIN EXCLUSIVE');
}

/** A number that differs after a commit of another connection, such as one of another process. */
export function dataVersionOf(database: Connection): number {
  return database.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version ?? 0;
}
