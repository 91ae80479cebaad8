import type { Connection } from './driver.ts';

// Keyed by the text of the statement, so that it has no more entries than there are statements.
type FailedReads = Map<string, () => unknown>;

const failedReads = new WeakMap<Connection, FailedReads>();

/** Remembers a failed statement, and how to run it again with the same values. */
export function rememberFailure(database: Connection, statementText: string, again: () => unknown): void {
  const failed: FailedReads = failedReads.get(database) ?? new Map<string, () => unknown>();
  failedReads.set(database, failed.set(statementText, again));
}

/**
 * Reads the newest row of each table, and runs again each statement that has failed since its last success.
 *
 * @throws the error of SQLite when one of them cannot be read
 */
export function readOfEverything(database: Connection): void {
  for (const table of tablesOf(database)) database.query(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT 1`).get();
  const failed = failedReads.get(database);
  if (failed === undefined) return;
  for (const [text, again] of failed) {
    again();
    failed.delete(text);
  }
}

/** The names of the tables of a database of any schema version, without SQLite's own. */
export function tablesOf(database: Connection): string[] {
  const tables = database.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  return tables.all().map(({ name }) => name);
}
