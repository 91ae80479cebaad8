import type { Database } from 'bun:sqlite';
import initial from '../../../drizzle/0000_initial.sql' with { type: 'text' };
import view from '../../../drizzle/0001_view.sql' with { type: 'text' };
import idempotency from '../../../drizzle/0002_idempotency.sql' with { type: 'text' };
import removedOwners from '../../../drizzle/0003_removed_owners.sql' with { type: 'text' };
import entities from '../../../drizzle/0004_entities.sql' with { type: 'text' };
import renewals from '../../../drizzle/0005_renewals.sql' with { type: 'text' };
import people from '../../../drizzle/0006_people.sql' with { type: 'text' };
import credentials from '../../../drizzle/0007_credentials.sql' with { type: 'text' };
import notice from '../../../drizzle/0008_notice.sql' with { type: 'text' };
import corrections from '../../../drizzle/0009_corrections.sql' with { type: 'text' };
import { guarded, inTransaction } from '../sqlite/statement.ts';
import { recordRemovedNames, refoldUserNames } from './userNames.ts';

// SQL, or a function where SQL is not enough.
type Step = string | ((database: Database) => void);

// In order, and never changed once released: the schema version of a database is the number of migrations it has.
const migrations: readonly (readonly Step[])[] = [
  [initial],
  [view],
  [idempotency],
  [removedOwners],
  [entities, recordReplacedKeys],
  [renewals],
  [people],
  [credentials, refoldUserNames, recordRemovedNames],
  [notice],
  [corrections],
];

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
    for (const step of migrations.slice(schemaVersionOf(database)).flat()) {
      if (typeof step === 'string') database.run(step);
      else step(database);
    }
    database.run(`PRAGMA application_id = ${applicationId}`);
    database.run(`PRAGMA user_version = ${schemaVersion}`);
  });
  // Puts the application id and the version into the file itself, not only into its write-ahead log.
  database.run('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Adds the tables of what has ended to a database of any schema version; the upgrade of an older one finds them there. */
export function addEndsTables(database: Database): void {
  const statements = credentials.split('--> statement-breakpoint');
  for (const statement of statements) if (statement.includes('CREATE TABLE IF NOT EXISTS')) database.run(statement);
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
