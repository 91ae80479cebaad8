import type { Database } from 'bun:sqlite';
import { compareText } from '../../domain/text/text.ts';
import { prepareQuery } from '../sqlite/statement.ts';

/** A currency, and how many subscriptions of all owners have it. */
export interface RecordedCurrency {
  readonly currency: string;
  readonly subscriptions: number;
}

/** The subscriptions that share these, which an index has together. */
interface Group extends Record<string, string | number> {
  readonly ownerId: number;
  readonly status: string;
  readonly category: string;
  readonly currency: string;
}

const beforeAll: Group = { ownerId: -1, status: '', category: '', currency: '' };

/**
 * Creates a function that counts the subscriptions in other currencies than the given ones, in the order of the alphabet. Its
 * cost grows with the categories of all owners, not with their subscriptions.
 */
export function countOtherCurrencies(database: Database) {
  const { following, counted } = prepareStatements(database);
  return (allowed: readonly string[]): readonly RecordedCurrency[] => {
    const sums = new Map<string, number>();
    for (let group = following.first(beforeAll); group !== undefined; group = following.first(group)) {
      const { currency } = group;
      if (allowed.includes(currency)) continue;
      sums.set(currency, (sums.get(currency) ?? 0) + (counted.first(group)?.subscriptions ?? 0));
    }
    return Array.from(sums, ([currency, subscriptions]) => ({ currency, subscriptions }))
      .filter(({ subscriptions }) => subscriptions > 0)
      .sort((a, b) => compareText(a.currency, b.currency));
  };
}

function prepareStatements(database: Database) {
  // A blob is greater than every text, so that one search of the index goes past all rows of a group.
  const key = '(owner_id, status, category, currency, period)';
  const given = "($ownerId, $status, $category, $currency, x'00')";
  return {
    following: prepareQuery<Group>(
      database,
      `SELECT owner_id AS ownerId, status, category, currency FROM subscriptions WHERE ${key} > ${given}
       ORDER BY owner_id, status, category, currency LIMIT 1`,
    ),
    counted: prepareQuery<{ subscriptions: number }>(
      database,
      `SELECT count(*) AS subscriptions FROM subscriptions
       WHERE owner_id = $ownerId AND status = $status AND category = $category AND currency = $currency
         AND owner_id NOT IN (SELECT owner_id FROM removed_owners)`,
    ),
  };
}
