import { and, asc, eq, sql } from 'drizzle-orm';
import { once, type Db } from '../../../core/database/db.ts';
import { subscriptions } from '../../subscriptions/table.ts';

type Row = typeof subscriptions.$inferSelect;

const { id, name, amountHundredths, currency, period, status, revision } = subscriptions;
const shown = { id, name, amountHundredths, currency, period, status, revision };

/** What makes a subscription a duplicate of another one for an import: its normalised name, its currency and its interval. */
export type TwinKey = Pick<Row, 'nameNormalised' | 'currency' | 'period' | 'customDays' | 'everyMonths'>;

/** An existing subscription that a record of a file duplicates, with the number of its updates. */
export type Twin = Readonly<Pick<Row, keyof typeof shown>>;

/**
 * Creates a function that finds the subscriptions of an owner with a key: active ones first, then
 * paused ones, then cancelled ones, each the oldest first.
 */
export function findTwins(db: Db) {
  const { ownerId: owner, nameNormalised, customDays, everyMonths, sequence } = subscriptions;
  const find = once(() =>
    db
      .select(shown)
      .from(subscriptions)
      .where(
        and(
          eq(owner, sql.placeholder('ownerId')),
          eq(nameNormalised, sql.placeholder('nameNormalised')),
          eq(currency, sql.placeholder('currency')),
          eq(period, sql.placeholder('period')),
          sql`${customDays} is ${sql.placeholder('customDays')}`,
          sql`${everyMonths} is ${sql.placeholder('everyMonths')}`,
        ),
      )
      .orderBy(asc(sql`case ${status} when 'active' then 0 when 'paused' then 1 else 2 end`), sequence)
      .prepare(),
  );
  return (ownerId: number, key: TwinKey): readonly Twin[] => find().all({ ...key, ownerId });
}
