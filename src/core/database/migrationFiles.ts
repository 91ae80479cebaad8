import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the SQL of the migrations in `drizzle`, in order. It runs while the program is bundled, so that the executable has
 * the SQL in it and a new migration needs no line of code.
 *
 * @returns the name of each file without `.sql`, and its SQL
 */
export function readMigrationFiles(): readonly (readonly [name: string, sql: string])[] {
  const folder = join(import.meta.dirname, '../../../drizzle');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => [name.slice(0, -'.sql'.length), readFileSync(join(folder, name), 'utf8')]);
}
