import { aliasedTable, and, between, count, desc, eq, exists, gt, lt, sql, type SQL } from 'drizzle-orm';
import { dayOfNumber, numberOfDay } from '../../../core/billing/days.ts';
import { once, type Db } from '../../../core/database/db.ts';
import { isMade } from '../../payments/store/payments.ts';
import { payments } from '../../payments/table.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import type { CalendarDays } from '../rules/events.ts';

// Bounds the memory.
const paymentsMax = 10_000;

const { sequence, ownerId, subscriptionId, dueOn, paidOn, amountHundredths, currency } = payments;
const ofSubscription = eq(subscriptions.id, subscriptionId);

/** The payments between two days of the subscriptions that pass some filters: those recorded later come first. */
export function findPayments(db: Db, owner: number, filters: SQL | undefined, { first, last }: CalendarDays) {
  const earlier = aliasedTable(payments, 'earlier');
  const sameDueDate = and(
    eq(earlier.subscriptionId, subscriptionId),
    eq(earlier.ownerId, owner),
    eq(earlier.dueOn, dueOn),
    isMade(earlier),
    lt(earlier.sequence, sequence),
  );
  return db
    .select({
      sequence,
      subscriptionId,
      dueOn,
      paidOn,
      amountHundredths,
      currency,
      name: subscriptions.name,
      category: subscriptions.category,
      /** Whether a payment with the same due date was recorded before it. */
      isRepeated: exists(db.select({ id: earlier.id }).from(earlier).where(sameDueDate)).mapWith(Boolean),
    })
    .from(payments)
    .innerJoin(subscriptions, ofSubscription)
    .where(and(eq(ownerId, owner), between(paidOn, dayOfNumber(first), dayOfNumber(last)), isMade(), filters))
    .orderBy(desc(paidOn), desc(sequence))
    .limit(paymentsMax)
    .all();
}

/** A payment with the name and category of its subscription. */
export type PaidRow = ReturnType<typeof findPayments>[number];
type Numbered = Pick<PaidRow, 'sequence' | 'subscriptionId' | 'dueOn' | 'isRepeated'>;

/** Creates a function that numbers the payments of an owner among those with the same due date. */
export function numbersOf(db: Db, owner: number) {
  const onDueDate = once(() =>
    db
      .select({ sequence })
      .from(payments)
      .where(
        and(eq(subscriptionId, sql.placeholder('id')), eq(ownerId, owner), eq(dueOn, sql.placeholder('day')), isMade()),
      )
      .orderBy(sequence)
      .prepare(),
  );
  const known = new Map<string, ReadonlyMap<number, number>>();
  return function numberOf({ sequence: of, subscriptionId: id, dueOn: day, isRepeated }: Numbered): number {
    if (!isRepeated) return 1;
    const key = `${id} ${day}`;
    const numbers =
      known.get(key) ??
      new Map(
        onDueDate()
          .all({ id, day })
          .map((row, at) => [row.sequence, at + 1]),
      );
    known.set(key, numbers);
    return numbers.get(of) ?? 1;
  };
}

/**
 * Creates a function that gives the numbers of payments of a subscription with due dates that are still due, by the day: a
 * payment has moved the schedule back.
 */
export function paymentsAhead(db: Db, owner: number, filters: SQL | undefined) {
  const rows = db
    .select({ subscriptionId, dueOn, payments: count() })
    .from(subscriptions)
    // SQLite takes the tables of this join in their order.
    .crossJoin(payments)
    .where(and(ofSubscription, eq(ownerId, owner), gt(dueOn, subscriptions.lastPaymentDate), isMade(), filters))
    .groupBy(subscriptionId, dueOn)
    .all();
  const found = Map.groupBy(rows, (row) => row.subscriptionId);
  return (id: string) => new Map(found.get(id)?.map((row) => [numberOfDay(row.dueOn), row.payments]));
}
