import type { Database } from 'bun:sqlite';

const busyTimeoutMilliseconds = 2000;
const pagesMax = 4_294_967_294;

/**
 * Ways to make the storage of one connection fail, with the help of another one. Each has what mends it, which does no
 * harm when there is nothing to repair.
 */
export function storageCauses(database: Database, other: Database) {
  return [
    {
      cause: 'another connection holds the write lock past the timeout',
      spoil: () => {
        database.run('PRAGMA busy_timeout = 20');
        other.run('BEGIN IMMEDIATE');
      },
      repair: () => {
        if (other.inTransaction) other.run('ROLLBACK');
        database.run(`PRAGMA busy_timeout = ${busyTimeoutMilliseconds}`);
      },
    },
    {
      cause: 'the disk is full',
      spoil: () => {
        const pages = database.query<{ page_count: number }, []>('PRAGMA page_count').get()?.page_count ?? -1;
        database.run(`PRAGMA max_page_count = ${pages}`);
      },
      repair: () => {
        database.run(`PRAGMA max_page_count = ${pagesMax}`);
      },
    },
    {
      cause: 'the database is read-only',
      spoil: () => {
        database.run('PRAGMA query_only = ON');
      },
      repair: () => {
        database.run('PRAGMA query_only = OFF');
      },
    },
  ];
}
