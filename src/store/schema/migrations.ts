import type { Database } from 'bun:sqlite';
import { guarded, inTransaction } from '../sqlite/statement.ts';
import { readMigrationFiles } from './migrationFiles.ts' with { type: 'macro' };
import { recordRemovedNames, refoldUserNames } from './userNames.ts';

const files = readMigrationFiles();

// What SQL is not enough for, after the file of this name.
const furtherSteps: Readonly<Record<string, readonly ((database: Database) => void)[]>> = {
  '0004_entities': [recordReplacedKeys],
  '0007_credentials': [refoldUserNames, recordRemovedNames],
};

// In order, and never changed once released: the schema version of a database is the number of migrations it has.
const migrations = files.map(([name, sql]) => [
  (database: Database): void => void database.run(sql),
  ...(furtherSteps[name] ?? []),
]);

/** The schema version that this program reads and writes. */
export const schemaVersion = migrations.length;

/** Marks a database file as Duebook's: the letters DUEB, as SQLite's `application_id`. */
export const applicationId = 0x44554542;

/** The schema version of an open database; 0 while it is empty. */
export function schemaVersionOf(database: Database): number {
  return database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/** Whether an open database has the schema version that this program reads and writes. */
export function knowsSchemaOf(database: Database): boolean {
  return guarded(() => schemaVersionOf(database) === schemaVersion);
}

/** The mark of an open database; 0 while it is empty. */
export function applicationIdOf(database: Database): number {
  return database.query<{ application_id: number }, []>('PRAGMA application_id').get()?.application_id ?? 0;
}

/** Migrates the database to {@link schemaVersion} in one transaction. */
export function migrate(database: Database): void {
  if (schemaVersionOf(database) === schemaVersion) return;
  inTransaction(database, 'immediate', () => {
    // Another process may have migrated while this one waited for the lock.
    for (const step of migrations.slice(schemaVersionOf(database)).flat()) step(database);
    database.run(`PRAGMA application_id = ${applicationId}`);
    database.run(`PRAGMA user_version = ${schemaVersion}`);
  });
  // Puts the application id and the version into the file itself, not only into its write-ahead log.
  database.run('PRAGMA wal_checkpoint(TRUNCATE)');
}

// The tables that a restore adds to an older database. Their migrations create them if they are not there.
const tablesAddedEarly = files.flatMap(([, sql]) =>
  sql.split('--> statement-breakpoint').flatMap((statement) => {
    const name = /CREATE TABLE IF NOT EXISTS `(\w+)`/.exec(statement)?.[1];
    return name === undefined ? [] : [[name, statement] as const];
  }),
);

/** Adds tables to a database of any schema version; the upgrade of an older one finds them there. */
export function addTables(database: Database, ...names: readonly string[]): void {
  for (const name of names) {
    const [, statement] = tablesAddedEarly.find(([known]) => known === name) ?? [];
    if (statement === undefined) throw new Error(`no migration creates the table ${name} if it is not there`);
    database.run(statement);
  }
}

/**
 * Fills the column `replaces_id` of the keys, as part of the migration to schema version 5. Until then, the id of a key
 * that replaced another one ended in digits of the hash of the other one's id. This never changes, as no migration does.
 */
function recordReplacedKeys(database: Database): void {
  const keys = database.query<{ id: string }, []>('SELECT id FROM api_keys').all();
  const replacedByEnd = new Map(keys.map(({ id }) => [successorIdEnd(id), id]));
  // A key has one successor at most.
  const record = database.query('UPDATE OR IGNORE api_keys SET replaces_id = ? WHERE id = ?');
  for (const { id } of keys) {
    const replaced = replacedByEnd.get(id.slice(-successorIdEndLength));
    if (replaced !== undefined) record.run(replaced, id);
  }
}

const successorIdEndLength = '8abc-0123456789ab'.length;

function successorIdEnd(id: string): string {
  const digest = Bun.SHA256.hash(id, 'hex');
  // The first digit is the variant of RFC 9562, which stands at this position of a UUID.
  return `8${digest.slice(0, 3)}-${digest.slice(3, 15)}`;
}
