import { guarded } from './db.ts';
import type { Connection } from './driver.ts';
import { databaseOn } from './db.ts';
import { releasedMigrations } from './releasedMigrations.ts';

// In order, and never changed once released.
const released = releasedMigrations.map(([, sql]) => sql);

// Builds before 1.0.0 used the versions 1 to 16 for other tables.
const versionsBefore = 100;

/** The oldest schema version that this program can upgrade. */
export const oldestSchemaVersion = versionsBefore + 1;

/** The schema version that this program reads and writes: each migration raises it by one. */
export const schemaVersion = schemaVersionAfter();

/** The schema version of a database with some migrations, by default those of this program. */
export function schemaVersionAfter(migrations = released): number {
  return versionsBefore + migrations.length;
}

/** Marks a database file as Duebook's: the letters DUEB, as SQLite's `application_id`. */
export const applicationId = 0x44554542;

/** The schema version of an open database; 0 while it is empty. */
export function schemaVersionOf(database: Connection): number {
  return database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/** Whether an open database has the schema version that this program reads and writes. */
export function knowsSchemaOf(database: Connection): boolean {
  return guarded(() => schemaVersionOf(database) === schemaVersion);
}

/** The mark of an open database; 0 while it is empty. */
export function applicationIdOf(database: Connection): number {
  return database.query<{ application_id: number }, []>('PRAGMA application_id').get()?.application_id ?? 0;
}

/**
 * Migrates an empty or older database in one transaction.
 *
 * @param migrations the SQL of all migrations; tests of the next version pass their own
 * @returns the schema version that it has now
 */
export function migrate(database: Connection, migrations = released): number {
  const version = schemaVersionAfter(migrations);
  if (schemaVersionOf(database) === version) return version;
  const steps = () => {
    // Another process may have migrated while this one waited for the lock.
    const present = Math.max(schemaVersionOf(database), versionsBefore);
    for (const sql of migrations.slice(present - versionsBefore)) database.run(sql);
    mark(database);
    database.run(`PRAGMA user_version = ${version}`);
  };
  databaseOn(database).transaction(steps, { behavior: 'immediate' });
  // Puts the application id and the version into the file itself, not only into its write-ahead log.
  database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  return version;
}

/** Writes what is there already: whether the storage can be written shows when the transaction is committed. */
export function writeNothing(connection: Connection): void {
  mark(connection);
}

function mark(connection: Connection): void {
  connection.run(`PRAGMA application_id = ${applicationId}`);
}
