import type { Db } from '../../../core/database/db.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

/** A currency, and how many subscriptions of all owners have it. */
export interface RecordedCurrency {
  readonly currency: string;
  readonly subscriptions: number;
}

/** Creates a function that counts the subscriptions in other currencies than the given ones, in the order of the alphabet. */
export function countOtherCurrencies(database: Db) {
  const others = prepareQuery<RecordedCurrency>(
    database,
    `SELECT currency, count(*) AS subscriptions FROM subscriptions
     WHERE currency NOT IN (SELECT value FROM json_each($allowed)) GROUP BY currency ORDER BY currency`,
  );
  return (allowed: readonly string[]): readonly RecordedCurrency[] => others.all({ allowed: JSON.stringify(allowed) });
}
