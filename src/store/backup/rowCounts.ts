import type { Database } from 'bun:sqlite';
import { inTransaction } from '../sqlite/statement.ts';
import { tablesOf } from '../health/readHealth.ts';

/** The number of rows of each table of a database, in one snapshot. */
export interface RowCounts {
  readonly rows: ReadonlyMap<string, number>;
  /** The last row number of each table that never gives a number twice. */
  readonly lastNumbers: ReadonlyMap<string, number>;
  /** Changes with each commit of another connection. */
  readonly dataVersion: number;
}

/** Counts the rows of each table of a database. */
export function countRows(database: Database): RowCounts {
  return inTransaction(database, 'deferred', () => {
    const rows = tablesOf(database).map((table) => [table, countIn(database, table)] as const);
    return { rows: new Map(rows), lastNumbers: lastNumbersOf(database), dataVersion: dataVersionOf(database) };
  });
}

/**
 * The tables of a copy whose number of rows is not that of the database at the moment of the copy, a line each. That
 * moment lies between the count before and now. If nobody has written since, the number is known exactly. Otherwise the
 * minimum is the rows that existed all the time, and the maximum is all rows that existed or were added.
 */
export function miscountsOf(copy: Database, database: Database, before: RowCounts): string[] {
  const copied = countRows(copy).rows;
  return inTransaction(database, 'deferred', () => {
    const isUnchanged = dataVersionOf(database) === before.dataVersion;
    const lastNumbers = lastNumbersOf(database);
    return Array.from(before.rows).flatMap(([table, rows]) => {
      const lastNumber = before.lastNumbers.get(table);
      // Row numbers that are given twice do not tell which rows existed all the time.
      if (!isUnchanged && lastNumber === undefined) return [];
      const least = isUnchanged ? rows : countIn(database, table, lastNumber);
      const most = isUnchanged ? rows : rows + (lastNumbers.get(table) ?? 0) - (lastNumber ?? 0);
      const found = copied.get(table) ?? 0;
      return found >= least && found <= most ? [] : [`${table} has ${found} rows where ${least} were to be copied`];
    });
  });
}

function countIn(database: Database, table: string, lastNumber = Number.MAX_SAFE_INTEGER): number {
  const query = database.query<{ rows: number }, [number]>(`SELECT count(*) AS rows FROM ${table} WHERE rowid <= ?`);
  return query.get(lastNumber)?.rows ?? 0;
}

function lastNumbersOf(database: Database): ReadonlyMap<string, number> {
  const hasNumbers = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get() !== null;
  if (!hasNumbers) return new Map();
  const rows = database
    .query<{ name: string; seq: number }, []>(
      "SELECT name, seq FROM sqlite_sequence JOIN sqlite_schema USING (name) WHERE sql LIKE '%AUTOINCREMENT%'",
    )
    .all();
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

function dataVersionOf(database: Database): number {
  return database.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version ?? 0;
}
