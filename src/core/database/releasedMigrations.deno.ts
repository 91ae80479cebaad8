import { readMigrationFiles } from './migrationFiles.ts';

/** The name and the SQL of each migration, in order. */
export const releasedMigrations = readMigrationFiles();
