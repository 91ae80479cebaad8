import { and, between, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { once, type Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import { leavingOut } from '../../subscriptions/store/without.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { viewPayment } from '../model.ts';
import type { SpentGroup } from '../rules/spent.ts';
import { payments } from '../table.ts';

/** The payments to list; an absent filter does not restrict. Days are `YYYY-MM-DD`. */
export interface PaymentFilters {
  /** The first day of payment. */
  readonly from?: string;
  /** The last day of payment. */
  readonly to?: string;
  readonly subscriptionId?: string;
  /** The ids of subscriptions to leave out. */
  readonly without?: readonly string[];
}

/** The payments to sum: their days, `YYYY-MM-DD`, and their subscription. */
export type SpentFilters = Required<Pick<PaymentFilters, 'from' | 'to'>> & Omit<PaymentFilters, 'from' | 'to'>;

const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'];

const { id, subscriptionId, dueOn, paidOn, amountHundredths, currency, source, sequence } = payments;

/** The columns of a payment, as lists show it. */
export const paymentColumns = { id, subscriptionId, dueOn, paidOn, amountHundredths, currency, source };

/** The condition that a payment was made: it is neither removed nor of a reverted renewal. */
export function isMade({ revertedAt, removedAt }: Pick<typeof payments, 'revertedAt' | 'removedAt'> = payments) {
  return and(isNull(revertedAt), isNull(removedAt));
}

/** Reads the payments made of one owner. */
export function readPayments(db: Db) {
  const ofOwner = eq(payments.ownerId, sql.placeholder('ownerId'));
  const inTime = and(between(paidOn, sql.placeholder('from'), sql.placeholder('to')), isMade());
  const whole = leavingOut(subscriptionId, (kept) => prepareReads(db, and(ofOwner, inTime, kept)));
  // The plus keeps SQLite from walking all payments of the owner, by the index of the days.
  const isOf = and(eq(subscriptionId, sql.placeholder('subscriptionId')), sql`+${ofOwner}`);
  const ofSubscription = leavingOut(subscriptionId, (kept) => prepareReads(db, and(isOf, inTime, kept)));
  const byId = once(() =>
    db
      .select(paymentColumns)
      .from(payments)
      .where(and(eq(id, sql.placeholder('id')), ofOwner, isMade()))
      .prepare(),
  );

  const readsOf = ({ subscriptionId: of, without }: PaymentFilters) =>
    (of === undefined ? whole : ofSubscription)(without);

  return {
    /** One page of the payments, each as JSON, by the day of payment, newest first. */
    list(ownerId: number, filters: PaymentFilters, page: Page): Paged<string> {
      const { list } = readsOf(filters);
      const { without: _without, ...given } = filters;
      const wanted = { ownerId, from: firstDay, to: lastDay, ...given };
      return pageOf(page, (limit) =>
        list
          .all({ ...wanted, limit, offset: page.offset })
          .map(({ subscriptionName, ...row }) => JSON.stringify({ ...viewPayment(row), subscriptionName })),
      );
    },

    /** One payment as JSON; undefined when the owner has none with this id, or it is removed. */
    findView(ownerId: number, paymentId: string): string | undefined {
      const row = byId().get({ ownerId, id: paymentId });
      return row && JSON.stringify(viewPayment(row));
    },

    /** The sums of the payments made from one day to another, of all subscriptions or of one. It reads each payment once. */
    spent(ownerId: number, filters: SpentFilters): SpentGroup[] {
      const { without: _without, ...wanted } = filters;
      return readsOf(filters).spent({ ownerId, ...wanted });
    },
  };
}

/** Prepares the list and the sums of some payments. */
function prepareReads(db: Db, isListed: SQL | undefined) {
  return {
    list: db
      .select({ ...paymentColumns, subscriptionName: subscriptions.name })
      .from(payments)
      .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
      .where(isListed)
      .orderBy(desc(paidOn), desc(sequence))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
    spent: prepareSums(db, isListed),
  };
}

/** Prepares the sums of some payments, by subscription, month and currency. */
function prepareSums(db: Db, isListed: SQL | undefined) {
  const sums = db
    .select({
      subscriptionId,
      month: sql<string>`substr(${paidOn}, 1, 7)`.as('month'),
      currency,
      payments: count().as('payments'),
      amountHundredths: sql<number>`sum(${amountHundredths})`.as('amount'),
    })
    .from(payments)
    .where(isListed)
    .groupBy(subscriptionId, sql`month`, currency)
    .as('sums');
  const { name, category } = subscriptions;
  const columns = {
    subscriptionId: sums.subscriptionId,
    name,
    category,
    month: sums.month,
    currency: sums.currency,
    payments: sums.payments,
    amountHundredths: sums.amountHundredths,
  };
  const query = db
    .select(columns)
    .from(sums)
    .innerJoin(subscriptions, eq(subscriptions.id, sums.subscriptionId))
    .prepare();
  return (values: SpentFilters & { readonly ownerId: number }) => plainRows(query, columns, values);
}
