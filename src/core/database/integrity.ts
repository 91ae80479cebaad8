import { gt } from 'drizzle-orm';
import { databaseOn } from './db.ts';
import type { Connection } from './driver.ts';
import { isCustom } from '../billing/periodTable.ts';
import { detailFields } from '../../modules/subscriptions/detailModel.ts';
import { detailsOf, ownDetailsRow, type WholeRow } from '../../modules/subscriptions/store/details.ts';
import { knowsSchemaOf } from './migrations.ts';
import { isDamage } from './storageErrors.ts';
import { rowOf, subscriptionOf } from '../../modules/subscriptions/store/subscriptions.ts';
import { subscriptions } from '../../modules/subscriptions/table.ts';

/** The maximum number of findings; a check that gives this many may have missed others. */
export const findingsMax = 100;

const rowsAtOnce = 1000;

/**
 * The damage in a database, a line each: pages that contradict one another, and rows with a dangling reference.
 *
 * @throws the error of SQLite when the check cannot run, for example because another process holds a lock
 */
export function findDamage(database: Connection): string[] {
  return findingsOf(() => [
    ...structuralDamage(database),
    ...danglingReferences(database),
    ...entriesOfNothing(database),
  ]).slice(0, findingsMax);
}

/**
 * Subscriptions whose derived columns do not match their fields and details, a line each: another program has changed them. None for
 * an older schema, which the next start upgrades.
 *
 * @throws the error of SQLite when the check cannot run
 */
export function findStaleRows(database: Connection): string[] {
  if (!knowsSchemaOf(database)) return [];
  const { sequence } = subscriptions;
  const pageAfter = (after: number): WholeRow[] =>
    databaseOn(database)
      .select()
      .from(subscriptions)
      .where(gt(sequence, after))
      .orderBy(sequence)
      .limit(rowsAtOnce)
      .all();
  const findings: string[] = [];
  let rows = pageAfter(0);
  while (rows.length > 0 && findings.length < findingsMax) {
    for (const row of rows) {
      if (!hasFittingPeriod(row))
        findings.push(`subscription ${row.id} has an interval that does not go with its period`);
      else if (isStale(row)) findings.push(`subscription ${row.id} has derived columns that do not match its fields`);
    }
    rows = pageAfter(rows.at(-1)?.sequence ?? 0);
  }
  return findings.slice(0, findingsMax);
}

function isStale(row: WholeRow): boolean {
  const { nameFolded, nameNormalised, viewJson } = rowOf(subscriptionOf(row));
  const isFieldStale =
    row.nameFolded !== nameFolded || row.nameNormalised !== nameNormalised || row.viewJson !== viewJson;
  return isFieldStale || !hasTags(row) || !hasNoticePeriod(row) || areDetailsStale(row);
}

/** Whether a column of the details is not in the form in which it is stored. */
function areDetailsStale(row: WholeRow): boolean {
  const stored: Readonly<Record<string, unknown>> = row;
  return Object.entries(ownDetailsRow(detailsOf(row))).some(([column, value]) => stored[column] !== value);
}

/** Whether the tags are a list of texts. */
function hasTags({ tags }: WholeRow): boolean {
  const list = tags === null ? [] : parsedJson(tags);
  return Array.isArray(list) && list.every((tag) => typeof tag === 'string');
}

/** Whether the notice period, if there is one, is a number of units, in the form in which it is stored. */
function hasNoticePeriod({ noticePeriod }: WholeRow): boolean {
  if (noticePeriod === null) return true;
  const { max, units } = detailFields.noticePeriod;
  const { count, unit } = (parsedJson(noticePeriod) ?? {}) as { readonly count?: unknown; readonly unit?: unknown };
  const isCount = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= max;
  return isCount && units.some((known) => known === unit) && JSON.stringify({ count, unit }) === noticePeriod;
}

/** Whether a custom period, and no other, has an interval. */
function hasFittingPeriod({ period, customDays, everyMonths }: WholeRow): boolean {
  return isCustom(period) ? customDays !== null : customDays === null && everyMonths === null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function structuralDamage(database: Connection): string[] {
  const rows = database.query<Record<string, string>, []>(`PRAGMA integrity_check(${findingsMax})`).all();
  return rows.flatMap((row) => Object.values(row)).filter((finding) => finding !== 'ok');
}

function danglingReferences(database: Connection): string[] {
  const rows = database.query<{ table: string; rowid: number; parent: string }, []>('PRAGMA foreign_key_check').all();
  return rows.map(
    ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a row of ${parent} that does not exist`,
  );
}

/** Audit entries whose subscription or actor is missing. In an older schema, the check of the references finds them. */
function entriesOfNothing(database: Connection): string[] {
  if (!knowsSchemaOf(database)) return [];
  const missing = {
    subscriptions: "entity_type = 'subscription' AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE id = entity_id)",
    api_keys: 'NOT EXISTS (SELECT 1 FROM api_keys WHERE id = actor_id)',
  };
  return Object.entries(missing).flatMap(([table, condition]) => {
    const query = `SELECT sequence FROM audit_entries WHERE ${condition} LIMIT ?`;
    const rows = database.query<{ sequence: number }, [number]>(query).all(findingsMax);
    return rows.map(
      ({ sequence }) => `row ${sequence} of audit_entries refers to a row of ${table} that does not exist`,
    );
  });
}

/** Runs a check; a page that cannot be read at all ends it, and is a finding itself. */
function findingsOf(search: () => string[]): string[] {
  try {
    return search();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [`a page cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}
