import { constants, Database as Connection, SQLiteError } from 'bun:sqlite';
import { drizzle, type BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';

// The only file that names the SQLite of the runtime.

/** A connection, for what Drizzle has no words for: pragmas, migrations, copies and checks. */
export { Connection, constants, SQLiteError };

/** The parts of a connection that Drizzle uses. */
export interface Client {
  prepare(text: string): object;
  exec(text: string): void;
  transaction(steps: () => unknown): unknown;
}

/** Drizzle over a connection, or over an object that stands before one. */
export function drizzleOver(client: Client): BunSQLiteDatabase {
  return drizzle(client as Connection);
}
