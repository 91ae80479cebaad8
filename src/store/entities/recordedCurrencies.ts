import type { Database } from 'bun:sqlite';
import { prepareQuery } from '../sqlite/statement.ts';

/** A currency, and how many subscriptions of all owners have it. */
export interface RecordedCurrency {
  readonly currency: string;
  readonly subscriptions: number;
}

/**
 * Creates a function that counts the subscriptions in other currencies than the given ones, in the order of the alphabet. It
 * walks an index of all subscriptions: for the start of a server only.
 */
export function countOtherCurrencies(database: Database) {
  const others = prepareQuery<RecordedCurrency>(
    database,
    `SELECT currency, count(*) AS subscriptions FROM subscriptions
     WHERE currency NOT IN (SELECT value FROM json_each($allowedJson))
       AND owner_id NOT IN (SELECT owner_id FROM removed_owners)
     GROUP BY currency ORDER BY currency`,
  );
  return (allowed: readonly string[]): readonly RecordedCurrency[] =>
    others.all({ allowedJson: JSON.stringify(allowed) });
}
