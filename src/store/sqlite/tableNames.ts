import type { Database } from 'bun:sqlite';

/** The names of the tables that a database has, whatever its schema version; not those of SQLite's own. */
export function tablesOf(database: Database): string[] {
  const tables = database.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  return tables.all().map(({ name }) => name);
}
