import type { Database } from 'bun:sqlite';

// By the text of the statement, so there are no more of them than statements.
type FailedReads = Map<string, () => unknown>;

const failedReads = new WeakMap<Database, FailedReads>();

/** Gives what remembers that a statement has failed, and how to run it again as it was run. */
export function rememberFailures(database: Database, statementText: string): (again: () => unknown) => void {
  return function remember(again) {
    const failed: FailedReads = failedReads.get(database) ?? new Map<string, () => unknown>();
    failedReads.set(database, failed.set(statementText, again));
  };
}

/**
 * Reads the newest row of each table, and again whatever has failed to be read since it was last read with success.
 *
 * @throws whatever SQLite throws when one of them cannot be read
 */
export function readOfEverything(database: Database): void {
  for (const table of tablesOf(database)) database.query(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT 1`).get();
  const failed = failedReads.get(database);
  if (failed === undefined) return;
  for (const [text, again] of failed) {
    again();
    failed.delete(text);
  }
}

/** The names of the tables of a database of any schema version, without SQLite's own. */
export function tablesOf(database: Database): string[] {
  const tables = database.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  return tables.all().map(({ name }) => name);
}
