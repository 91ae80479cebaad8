import type { Db } from '../../../core/database/db.ts';
import { prepareQuery } from '../../../core/database/statement.ts';
import type { RecordRow } from '../../subscriptions/store/subscriptions.ts';

/** What makes a subscription a duplicate of another one for an import: its normalised name, its currency and its interval. */
export type TwinKey = Pick<RecordRow, 'nameNormalised' | 'currency' | 'period' | 'customDays' | 'everyMonths'>;

/** An existing subscription that a record of a file duplicates. */
export interface Twin {
  readonly id: string;
  readonly name: string;
  readonly amountHundredths: number;
  readonly currency: RecordRow['currency'];
  readonly period: RecordRow['period'];
  readonly status: RecordRow['status'];
  /** How often it was updated. */
  readonly revision: number;
}

/**
 * Creates a function that finds the subscriptions of an owner with a key: active ones first, then
 * paused ones, then cancelled ones, each the oldest first.
 */
export function findTwins(database: Db) {
  // Without the index, SQLite may read all subscriptions of the owner.
  const find = prepareQuery<Twin>(
    database,
    `SELECT id, name, amount_hundredths AS amountHundredths, currency, period, status, revision
     FROM subscriptions
     WHERE owner_id = $ownerId AND name_normalised = $nameNormalised AND currency = $currency AND period = $period
       AND custom_days IS $customDays AND every_months IS $everyMonths 
     ORDER BY CASE status WHEN 'active' THEN 0 WHEN 'paused' THEN 1 ELSE 2 END, sequence`,
  );
  return function twinsOf(
    ownerId: number,
    { nameNormalised, currency, period, customDays, everyMonths }: TwinKey,
  ): readonly Twin[] {
    return find.all({ ownerId, nameNormalised, currency, period, customDays, everyMonths });
  };
}
