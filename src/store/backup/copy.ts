import { Database } from 'bun:sqlite';
import { closeSync, openSync, rmSync } from 'node:fs';
import { putInPlace } from '../directory/durableFiles.ts';
import { findDamage } from '../health/integrity.ts';
import { applicationId, applicationIdOf, schemaVersion, schemaVersionOf } from '../schema/migrations.ts';
import { countRows, miscountsOf, type RowCounts } from './rowCounts.ts';

// The schema version from which on an audit entry names its entity, which may be another one than a subscription.
const entitiesVersion = 5;
const partialEnd = '.partial';
const journalEnd = '-journal';

/**
 * Copies a database into one file of mode 0600, a snapshot of one moment, also while others write to it. The file gets its
 * name when it is checked, its rows are counted and it is on the disk; until then it is `PATH.partial`.
 *
 * @throws the error of SQLite or the file system; the unfinished copy is removed
 */
export function copyDatabase(database: Database, path: string): void {
  const draft = `${path}${partialEnd}`;
  removeDraft(draft);
  try {
    // SQLite accepts an empty file, and keeps its mode.
    closeSync(openSync(draft, 'wx', 0o600));
    const before = countRows(database);
    database.run('VACUUM INTO ?', [draft]);
    const faults = faultsOfCopy(draft, database, before);
    if (faults.length > 0) throw new Error(`the copy is not sound: ${faults[0]}`);
    putInPlace(draft, path);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
}

/** The final name of the unfinished copy that a file belongs to; undefined for any other file. */
export function copyBegunAs(name: string): string | undefined {
  const end = [partialEnd, `${partialEnd}${journalEnd}`].find((known) => name.endsWith(known));
  return end === undefined ? undefined : name.slice(0, -end.length);
}

function removeDraft(draft: string): void {
  // SQLite keeps a journal beside the file while it writes, and would apply an older journal to the new file.
  for (const end of ['', journalEnd]) rmSync(`${draft}${end}`, { force: true });
}

/** Reasons not to trust a database, a line each: it is foreign, newer or damaged, or a record has no audit trail. */
export function faultsOf(database: Database): string[] {
  if (applicationIdOf(database) !== applicationId) return ['it is not a database of Duebook'];
  const version = schemaVersionOf(database);
  if (version < 1 || version > schemaVersion) {
    return [`its schema version is ${version}, and this program knows 1 to ${schemaVersion}`];
  }
  const damage = findDamage(database);
  return damage.length > 0 ? damage : recordsWithoutTrail(database);
}

function faultsOfCopy(path: string, database: Database, before: RowCounts): string[] {
  const copy = new Database(path, { readonly: true });
  try {
    if (schemaVersionOf(copy) !== schemaVersionOf(database)) return ['its schema version is another one'];
    const faults = faultsOf(copy);
    return faults.length > 0 ? faults : miscountsOf(copy, database, before);
  } finally {
    copy.close();
  }
}

// In SQL that every schema version understands. A change and its audit entry are one transaction.
function recordsWithoutTrail(database: Database): string[] {
  const entityId = schemaVersionOf(database) < entitiesVersion ? 'subscription_id' : 'entity_id';
  const rows = database
    .query<{ id: string }, []>(
      `SELECT id FROM subscriptions WHERE NOT EXISTS
         (SELECT 1 FROM audit_entries WHERE ${entityId} = subscriptions.id) LIMIT 1`,
    )
    .all();
  return rows.map(({ id }) => `subscription ${id} has no audit entry`);
}
