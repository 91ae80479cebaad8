import type { Database } from 'bun:sqlite';
import { asc, gt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { schemaVersion, schemaVersionOf } from './migrations.ts';
import { subscriptions } from './schema.ts';
import { columnsOf, prepareQuery } from './statement.ts';
import { rowOf, subscriptionOf, type WholeRow } from './subscriptionRows.ts';

const findingsMax = 100;
const rowsAtOnce = 1000;

/**
 * Everything that is wrong with a database, a line each, at most a hundred: pages that contradict one another, rows
 * without what they refer to, and rows whose derived columns are not what their fields make of them.
 */
export function findDamage(database: Database): string[] {
  const findings = [...structuralDamage(database), ...danglingReferences(database), ...staleRows(database)];
  return findings.slice(0, findingsMax);
}

function structuralDamage(database: Database): string[] {
  return findingsOf(() => {
    const rows = database.query<{ integrity_check: string }, []>(`PRAGMA integrity_check(${findingsMax})`).all();
    return rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok');
  });
}

function danglingReferences(database: Database): string[] {
  return findingsOf(() => {
    const rows = database.query<{ table: string; rowid: number; parent: string }, []>('PRAGMA foreign_key_check').all();
    return rows.map(
      ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a row of ${parent} that is not there`,
    );
  });
}

/** Rows of an older schema are brought up to date by the next start, and cannot be judged before. */
function staleRows(database: Database): string[] {
  if (schemaVersionOf(database) !== schemaVersion) return [];
  const query = drizzle(database).select(columnsOf(subscriptions)).from(subscriptions);
  const page = query
    .where(gt(subscriptions.sequence, sql.placeholder('after')))
    .orderBy(asc(subscriptions.sequence))
    .limit(rowsAtOnce);
  return findingsOf(() => {
    const findings: string[] = [];
    const pages = prepareQuery(database, page);
    for (let rows = pages.all({ after: 0 }); rows.length > 0; rows = pages.all({ after: rows.at(-1)?.sequence ?? 0 })) {
      for (const row of rows) {
        if (isStale(row)) findings.push(`subscription ${row.id} is kept otherwise for searching or sending`);
      }
    }
    return findings;
  });
}

function isStale(row: WholeRow): boolean {
  const { nameFolded, nameNormalised, viewJson } = rowOf(subscriptionOf(row));
  return row.nameFolded !== nameFolded || row.nameNormalised !== nameNormalised || row.viewJson !== viewJson;
}

/** A page that cannot be read at all ends the search through it, and is a finding itself. */
function findingsOf(search: () => string[]): string[] {
  try {
    return search();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
