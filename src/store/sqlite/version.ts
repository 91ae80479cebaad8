import { Database } from 'bun:sqlite';

/** The version of the SQLite in this program, such as `3.54.1`. */
export function sqliteVersion(): string {
  const database = new Database(':memory:');
  try {
    const query = database.query<{ version: string }, []>('SELECT sqlite_version() AS version');
    return query.get()?.version ?? '';
  } finally {
    database.close();
  }
}
