import type { Database } from 'bun:sqlite';
import { and, between, desc, eq, gte, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { auditEntries } from '../schema/tables/auditEntries.ts';
import { payments } from '../schema/tables/payments.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { pageOf, type Page, type Paged } from '../sqlite/page.ts';
import { columnsOf, guarded, placeholdersFor, prepareChange, prepareQuery } from '../sqlite/statement.ts';
import type { SpentGroup } from '../../domain/payments/spent.ts';
import { paymentsAtOnceMax } from '../../domain/subscriptions/autoRenewal.ts';

/** The payments to list; an absent filter does not restrict. Days are `YYYY-MM-DD`. */
export interface PaymentFilters {
  /** The first day of payment. */
  readonly from?: string;
  /** The last day of payment. */
  readonly to?: string;
  readonly subscriptionId?: string;
}

const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'];

// A payment in the form that clients see. Amounts are whole hundredths: the JSON number is computed from them exactly.
const paymentJson = sql<string>`'{"id":"' || ${payments.id}
  || '","subscriptionId":"' || ${payments.subscriptionId} || '","dueOn":"' || ${payments.dueOn}
  || '","paidOn":"' || ${payments.paidOn} || '","amount":' || (${payments.amountHundredths} / 100)
  || case ${payments.amountHundredths} % 100 when 0 then '' else
    rtrim(printf('.%02d', ${payments.amountHundredths} % 100), '0') end
  || ',"currency":"' || ${payments.currency} || '","source":"' || ${payments.source} || '"}'`.as('paymentJson');

const isOwners = eq(payments.ownerId, sql.placeholder('ownerId'));
const isPaidInTime = between(payments.paidOn, sql.placeholder('from'), sql.placeholder('to'));
// Not a reverted renewal. A deleted subscription with many payments has another owner until it is purged.
const isOfRecord = and(eq(subscriptions.id, payments.subscriptionId), eq(subscriptions.ownerId, payments.ownerId));
const isMade = isNull(payments.revertedAt);

/** Reads the payments made of one owner. */
export function readPayments(database: Database) {
  let prepared: ReturnType<typeof prepareReads> | undefined;
  // Prepared on first use, like the statements of reports.
  const statements = () => (prepared ??= guarded(() => prepareReads(database)));

  return {
    /** One page of the payments, each as JSON, by the day of payment, newest first. */
    list(ownerId: number, filters: PaymentFilters, page: Page): Paged<string> {
      const { from = firstDay, to = lastDay, subscriptionId } = filters;
      const { whole, ofSubscription } = statements();
      return pageOf(page, (limit) => {
        const bindings = { ownerId, from, to, limit, offset: page.offset };
        const rows =
          subscriptionId === undefined ? whole.all(bindings) : ofSubscription.all({ ...bindings, subscriptionId });
        return rows.map((row) => row.paymentJson);
      });
    },

    /** The sums of the payments made from one day to another, by category, month and currency, in this order. */
    spent: (ownerId: number, from: string, to: string): readonly SpentGroup[] =>
      statements().spent.all({ ownerId, from, to }),
  };
}

function prepareReads(database: Database) {
  const builder = drizzle(database);
  // Without this, SQLite reads all payments of the owner in that time.
  const trail = sql`${payments} indexed by payments_by_subscription`;
  const select = (from: SQL | typeof payments) =>
    builder.select({ paymentJson }).from(from).innerJoin(subscriptions, isOfRecord).$dynamic();
  const newestFirst = (query: ReturnType<typeof select>) =>
    query
      .orderBy(desc(payments.paidOn), desc(payments.sequence))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'));
  const isWanted = and(isOwners, isPaidInTime, isMade);
  const isOfSubscription = eq(payments.subscriptionId, sql.placeholder('subscriptionId'));
  const month = sql<string>`substr(${payments.paidOn}, 1, 7)`;
  const spent = builder
    .select({
      category: columnsOf(subscriptions).category,
      month: month.as('month'),
      currency: columnsOf(payments).currency,
      amountHundredths: sql<number>`sum(${payments.amountHundredths})`.as('amountHundredths'),
    })
    .from(payments)
    .innerJoin(subscriptions, isOfRecord)
    .where(isWanted)
    .groupBy(subscriptions.category, month, payments.currency)
    .orderBy(subscriptions.category, month, payments.currency);
  return {
    whole: prepareQuery(database, newestFirst(select(payments).where(isWanted))),
    ofSubscription: prepareQuery(database, newestFirst(select(trail).where(and(isWanted, isOfSubscription)))),
    spent: prepareQuery<SpentGroup>(database, spent),
  };
}

/** Compiles the statements of the writes of payments once. */
export function preparePaymentStatements(database: Database) {
  const builder = drizzle(database);
  const ofSubscription = and(eq(payments.subscriptionId, sql.placeholder('subscriptionId')), isOwners);
  const isOfEntry = eq(payments.auditEntryId, sql.placeholder('entryId'));
  const toggled = { revertedAt: sql`iif(${payments.revertedAt} is null, ${sql.placeholder('at')}, null)` };
  const isDueBetween = and(
    ofSubscription,
    gte(payments.dueOn, sql.placeholder('from')),
    lt(payments.dueOn, sql.placeholder('before')),
  );
  // A rescheduled payment may leave its own due date due again, as the first one of the new schedule.
  const nextAfterIt = builder
    .select({ day: sql`${auditEntries.metadata} ->> '$.renewal.nextPaymentDate.after'` })
    .from(auditEntries)
    .where(eq(auditEntries.id, payments.auditEntryId));
  const settlesItsDay = sql`(${payments.paidOn} >= ${payments.dueOn} or (${nextAfterIt}) is not ${payments.dueOn})`;
  const isReverted = and(isNotNull(payments.revertedAt), sql`${payments.source} = 'automatic'`);
  const dueDates = (condition: SQL | undefined, order: SQL | typeof payments.dueOn) => {
    const { dueOn } = columnsOf(payments);
    const dates = builder.select({ dueOn }).from(payments).where(and(isDueBetween, condition)).orderBy(order);
    return prepareQuery(database, dates.limit(paymentsAtOnceMax));
  };
  return {
    insert: prepareChange(database, builder.insert(payments).values(placeholdersFor(payments))),

    /**
     * Removes the payments of the renewal that an audit entry records, or brings them back when they are removed: a revert that
     * is not refused always inverts the state.
     */
    toggleOfRenewal: prepareChange(
      database,
      builder.update(payments).set(toggled).where(and(ofSubscription, isOfEntry)),
    ),

    /** The due dates of a subscription, from one day to the day before another, whose automatic renewal was reverted. */
    revertedDates: dueDates(isReverted, payments.dueOn),

    /**
     * The newest due dates of a subscription, from one day to the day before another, that have a payment. What decides is the
     * payment alone, so that the answer is the same whenever it is asked for.
     */
    madeDates: dueDates(and(isMade, settlesItsDay), desc(payments.dueOn)),
  };
}
