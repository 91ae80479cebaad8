import type { Database } from 'bun:sqlite';

const busyTimeoutMilliseconds = 2000;
const pagesMax = 4_294_967_294;

/**
 * Ways to make the storage of one connection fail, some by another connection. Each has a repair, which does no
 * harm if there is nothing to repair.
 */
export function storageCauses(database: Database, other: Database) {
  return [
    {
      cause: 'another connection holds the write lock past the timeout',
      spoil: () => {
        database.run('PRAGMA busy_timeout = 20');
        other.run('BEGIN IMMEDIATE');
      },
      mend: () => {
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
      mend: () => {
        database.run(`PRAGMA max_page_count = ${pagesMax}`);
      },
    },
    {
      cause: 'the database is read-only',
      spoil: () => {
        database.run('PRAGMA query_only = ON');
      },
      mend: () => {
        database.run('PRAGMA query_only = OFF');
      },
    },
  ];
}
