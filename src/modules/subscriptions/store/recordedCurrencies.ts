import { count, notInArray } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import { subscriptions } from '../table.ts';

/** Creates a function that counts the subscriptions in other currencies than the given ones, in the order of the alphabet. */
export function countOtherCurrencies(db: Db) {
  const { currency } = subscriptions;
  return (allowed: readonly string[]) =>
    db
      .select({ currency, subscriptions: count() })
      .from(subscriptions)
      .where(notInArray(currency, [...allowed]))
      .groupBy(currency)
      .orderBy(currency)
      .all();
}
