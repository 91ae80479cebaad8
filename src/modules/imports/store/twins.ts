import { and, asc, eq, sql } from 'drizzle-orm';
import { once, type Db } from '../../../core/database/db.ts';
import { subscriptions } from '../../subscriptions/table.ts';

type Row = typeof subscriptions.$inferSelect;

const s = subscriptions;
const shown = {
  id: s.id,
  name: s.name,
  amountHundredths: s.amountHundredths,
  currency: s.currency,
  period: s.period,
  status: s.status,
  revision: s.revision,
};

/** What makes a subscription a duplicate of another one for an import: its normalised name, its currency and its interval. */
export type TwinKey = Pick<Row, 'nameNormalised' | 'currency' | 'period' | 'customDays' | 'everyMonths'>;

/** An existing subscription that a record of a file duplicates, with the number of its updates. */
export type Twin = Readonly<Pick<Row, keyof typeof shown>>;

/**
 * Creates a function that finds the subscriptions of an owner with a key: active ones first, then
 * paused ones, then cancelled ones, each the oldest first.
 */
export function findTwins(db: Db) {
  const find = once(() =>
    db
      .select(shown)
      .from(s)
      .where(
        and(
          eq(s.ownerId, sql.placeholder('ownerId')),
          eq(s.nameNormalised, sql.placeholder('nameNormalised')),
          eq(s.currency, sql.placeholder('currency')),
          eq(s.period, sql.placeholder('period')),
          sql`${s.customDays} is ${sql.placeholder('customDays')}`,
          sql`${s.everyMonths} is ${sql.placeholder('everyMonths')}`,
        ),
      )
      .orderBy(asc(sql`case ${s.status} when 'active' then 0 when 'paused' then 1 else 2 end`), s.sequence)
      .prepare(),
  );
  return function twinsOf(
    ownerId: number,
    { nameNormalised, currency, period, customDays, everyMonths }: TwinKey,
  ): readonly Twin[] {
    return find().all({ ownerId, nameNormalised, currency, period, customDays, everyMonths });
  };
}
