import { Value } from '@sinclair/typebox/value';
import { gt } from 'drizzle-orm';
import { isCustom } from '../../../core/billing/periodTable.ts';
import { databaseOn } from '../../../core/database/db.ts';
import type { Connection } from '../../../core/database/driver.ts';
import { findingsMax } from '../../../core/database/integrity.ts';
import { keepsRule } from '../../../core/fields/define.ts';
import { knowsSchemaOf } from '../../../core/database/migrations.ts';
import { DetailFields, DetailsView } from '../detailModel.ts';
import { limits, noticeUnits } from '../rules/limits.ts';
import { subscriptions } from '../table.ts';
import { detailsOf, ownDetailsRow, type WholeRow } from './details.ts';
import { rowOf, subscriptionOf } from './subscriptions.ts';

const rowsAtOnce = 1000;

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
  const areListsStale = !hasTags(row) || !hasPriceSteps(row) || !hasEarlierPrices(row);
  return isFieldStale || areListsStale || !hasNoticePeriod(row) || areDetailsStale(row);
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
  const { count, unit } = (parsedJson(noticePeriod) ?? {}) as { readonly count?: unknown; readonly unit?: unknown };
  const isCount = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= limits.noticePeriod.maximum;
  return isCount && noticeUnits.some((known) => known === unit) && JSON.stringify({ count, unit }) === noticePeriod;
}

/** Whether the planned prices, if there are any, are such a list. */
function hasPriceSteps({ priceSteps }: WholeRow): boolean {
  return priceSteps === null || keepsRule(DetailFields.properties.priceSteps, parsedJson(priceSteps));
}

/** Whether the earlier prices, if there are any, are such a list. */
function hasEarlierPrices({ earlierPrices }: WholeRow): boolean {
  const schema = DetailsView.properties.earlierPrices;
  return earlierPrices === null || Value.Check(schema, parsedJson(earlierPrices));
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
