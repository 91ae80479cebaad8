import { Database } from 'bun:sqlite';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const pageBytes = 4096;

/** Overwrites the first page of a table or an index, like a failing disk, while the database is closed. */
export function damage(dataDirectory: string, name: string): void {
  const path = join(dataDirectory, 'duebook.db');
  const database = new Database(path, { readonly: true });
  const root = database
    .query<{ rootpage: number }, [string]>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .get(name)?.rootpage;
  database.close();
  if (root === undefined) throw new Error(`there is no ${name}`);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (root - 1) * pageBytes);
  closeSync(file);
}
