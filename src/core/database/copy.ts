import { Connection } from './driver.ts';
import { closeSync, openSync, rmSync } from 'node:fs';
import { putInPlace } from '../directory/durableFiles.ts';
import { databaseOn } from './db.ts';
import { findDamage } from './integrity.ts';
import { applicationId, applicationIdOf, oldestSchemaVersion, schemaVersion, schemaVersionOf } from './migrations.ts';
import { tablesOf } from './readHealth.ts';
import { dataVersionOf } from './pragmas.ts';

const partialEnd = '.partial';
const journalEnd = '-journal';

/**
 * Copies a database into one file of mode 0600, a snapshot of one moment, also while others write to it. The file gets its
 * name when it is checked, its rows are counted and it is on the disk; until then it is `PATH.partial`.
 *
 * @throws the error of SQLite or the file system; the unfinished copy is removed
 */
export function copyDatabase(database: Connection, path: string): void {
  const draft = `${path}${partialEnd}`;
  removeDraft(draft);
  try {
    // SQLite accepts an empty file, and keeps its mode.
    closeSync(openSync(draft, 'wx', 0o600));
    const before = countRows(database);
    database.run('VACUUM INTO ?', [draft]);
    const faults = faultsOfCopy(draft, database, before);
    if (faults.length > 0) throw new Error(`the copy is damaged: ${faults[0]}`);
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
export function faultsOf(database: Connection): string[] {
  if (applicationIdOf(database) !== applicationId) return ['it is not a database of Duebook'];
  const version = schemaVersionOf(database);
  if (version < oldestSchemaVersion || version > schemaVersion) {
    return [`its schema version is ${version}, and this version supports ${oldestSchemaVersion} to ${schemaVersion}`];
  }
  const damage = findDamage(database);
  return damage.length > 0 ? damage : recordsWithoutTrail(database);
}

function faultsOfCopy(path: string, database: Connection, before: RowCounts): string[] {
  const copy = new Connection(path, { readonly: true });
  try {
    if (schemaVersionOf(copy) !== schemaVersionOf(database)) return ['its schema version differs'];
    const faults = faultsOf(copy);
    return faults.length > 0 ? faults : miscountsOf(copy, database, before);
  } finally {
    copy.close();
  }
}

// The change and its audit entry are one transaction.
function recordsWithoutTrail(database: Connection): string[] {
  const rows = database
    .query<{ id: string }, []>(
      `SELECT id FROM subscriptions WHERE NOT EXISTS
         (SELECT 1 FROM audit_entries WHERE entity_id = subscriptions.id) LIMIT 1`,
    )
    .all();
  return rows.map(({ id }) => `subscription ${id} has no audit entry`);
}

/** The number of rows of each table of a database, in one snapshot. */
interface RowCounts {
  readonly rows: ReadonlyMap<string, number>;
  /** The last row number of each table that never gives a number twice. */
  readonly lastNumbers: ReadonlyMap<string, number>;
  /** Changes with each commit of another connection. */
  readonly dataVersion: number;
}

/** Counts the rows of each table of a database. */
function countRows(database: Connection): RowCounts {
  return databaseOn(database).transaction(() => {
    const rows = tablesOf(database).map((table) => [table, countIn(database, table)] as const);
    return { rows: new Map(rows), lastNumbers: lastNumbersOf(database), dataVersion: dataVersionOf(database) };
  });
}

/**
 * The tables of a copy whose number of rows is not that of the database at the moment of the copy, a line each. That
 * moment lies between the count before and now. If nobody has written since, the number is known exactly. Otherwise the
 * minimum is the rows that existed all the time, and the maximum is all rows that existed or were added.
 */
function miscountsOf(copy: Connection, database: Connection, before: RowCounts): string[] {
  const copied = countRows(copy).rows;
  return databaseOn(database).transaction(() => {
    const isUnchanged = dataVersionOf(database) === before.dataVersion;
    const lastNumbers = lastNumbersOf(database);
    return Array.from(before.rows).flatMap(([table, rows]) => {
      const lastNumber = before.lastNumbers.get(table);
      // Row numbers that are given twice do not tell which rows existed all the time.
      if (!isUnchanged && lastNumber === undefined) return [];
      const least = isUnchanged ? rows : countIn(database, table, lastNumber);
      const most = isUnchanged ? rows : rows + (lastNumbers.get(table) ?? 0) - (lastNumber ?? 0);
      const found = copied.get(table) ?? 0;
      return found >= least && found <= most ? [] : [`${table} has ${found} rows, but at least ${least} were expected`];
    });
  });
}

function countIn(database: Connection, table: string, lastNumber = Number.MAX_SAFE_INTEGER): number {
  const query = database.query<{ rows: number }, [number]>(`SELECT count(*) AS rows FROM ${table} WHERE rowid <= ?`);
  return query.get(lastNumber)?.rows ?? 0;
}

function lastNumbersOf(database: Connection): ReadonlyMap<string, number> {
  const hasNumbers = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get() !== null;
  if (!hasNumbers) return new Map();
  const rows = database
    .query<{ name: string; seq: number }, []>(
      "SELECT name, seq FROM sqlite_sequence JOIN sqlite_schema USING (name) WHERE sql LIKE '%AUTOINCREMENT%'",
    )
    .all();
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}
