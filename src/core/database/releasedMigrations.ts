import { readMigrationFiles } from './migrationFiles.ts' with { type: 'macro' };

/** The name and the SQL of each migration, in order: put here while the program is bundled. releasedMigrations.deno.ts reads them. */
export const releasedMigrations = readMigrationFiles();
