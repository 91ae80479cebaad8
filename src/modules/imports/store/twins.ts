import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { once, type Db } from '../../../core/database/db.ts';
import { subscriptions } from '../../subscriptions/table.ts';

const s = subscriptions;
const shown = {
  id: s.id,
  name: s.name,
  amountHundredths: s.amountHundredths,
  currency: s.currency,
  period: s.period,
  customDays: s.customDays,
  everyMonths: s.everyMonths,
  status: s.status,
};

/** An existing subscription whose name a record of a file has. */
export type Twin = Readonly<Pick<typeof s.$inferSelect, keyof typeof shown>>;

/**
 * Creates a function that finds the subscriptions of an owner with a normalised name: active ones first, then paused ones, then
 * cancelled ones, each the oldest first.
 */
export function findTwins(db: Db) {
  const find = once(() =>
    db
      .select(shown)
      .from(s)
      .where(and(eq(s.ownerId, sql.placeholder('ownerId')), eq(s.nameNormalised, sql.placeholder('nameNormalised'))))
      .orderBy(asc(sql`case ${s.status} when 'active' then 0 when 'paused' then 1 else 2 end`), s.sequence)
      .prepare(),
  );
  return (ownerId: number, nameNormalised: string): readonly Twin[] => find().all({ ownerId, nameNormalised });
}

/** The currencies of the subscriptions that an owner pays or has paused. */
export function readCurrencies(db: Db, ownerId: number): readonly string[] {
  const found = db.selectDistinct({ currency: s.currency }).from(s);
  return found
    .where(and(eq(s.ownerId, ownerId), ne(s.status, 'cancelled')))
    .all()
    .map(({ currency }) => currency);
}
