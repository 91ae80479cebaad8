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

// Beyond it, there are many owners with few subscriptions each: to read all of them takes less than a search for each group.
const groupsSearchedMax = 1000;

const beforeAll: Group = { ownerId: -1, status: '', category: '', currency: '' };

/**
 * Creates a function that counts the subscriptions in other currencies than the given ones, in the order of the alphabet. With
 * few owners, its cost grows with their categories, not with their subscriptions.
 */
export function countOtherCurrencies(database: Database) {
  const { following, counted, rest } = prepareStatements(database);
  return (allowed: readonly string[]): readonly RecordedCurrency[] => {
    const sums = new Map<string, number>();
    const add = (currency: string, subscriptions = 0) => sums.set(currency, (sums.get(currency) ?? 0) + subscriptions);
    let [last, next] = [beforeAll, following.first(beforeAll)];
    for (let searches = 1; next !== undefined && searches < groupsSearchedMax; searches += 1) {
      if (!allowed.includes(next.currency)) add(next.currency, counted.first(next)?.subscriptions);
      [last, next] = [next, following.first(next)];
    }
    const others = next === undefined ? [] : rest.all({ ...last, allowed: JSON.stringify(allowed) });
    for (const { currency, subscriptions } of others) add(currency, subscriptions);
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
    rest: prepareQuery<RecordedCurrency>(
      database,
      `SELECT currency, count(*) AS subscriptions FROM subscriptions
       WHERE ${key} > ${given} AND currency NOT IN (SELECT value FROM json_each($allowed))
         AND owner_id NOT IN (SELECT owner_id FROM removed_owners)
       GROUP BY currency`,
    ),
  };
}
