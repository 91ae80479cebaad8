import {
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  gte,
  lt,
  or,
  sql,
  type Column,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import { auditEntries } from '../../../core/audit/table.ts';
import { once, type Db } from '../../../core/database/db.ts';
import { paymentsAtOnceMax } from '../../subscriptions/rules/autoRenewal.ts';
import { payments } from '../table.ts';
import { isMade } from './payments.ts';

const { dueOn, paidOn, revertedAt, removedAt, auditEntryId } = payments;
const { sequence: _sequence, ...storedColumns } = getTableColumns(payments);

const ofSubscription = and(
  eq(payments.subscriptionId, sql.placeholder('subscriptionId')),
  eq(payments.ownerId, sql.placeholder('ownerId')),
);

/** A payment as it is inserted. */
export type PaymentRow = Omit<typeof payments.$inferSelect, 'sequence'>;

/** The statements of the payments that renewals make. */
export function preparePaymentStatements(db: Db) {
  const insert = once(() => prepareInsert(db));
  const toggle = once(() =>
    db
      .update(payments)
      .set({ revertedAt: sql`iif(${revertedAt} is null, ${sql.placeholder('at')}, null)` })
      .where(and(ofSubscription, eq(auditEntryId, sql.placeholder('entryId'))))
      .prepare(),
  );
  const reverted = once(() => prepareRevertedDates(db));
  const made = once(() => prepareMadeDates(db));
  return {
    insert: (payment: PaymentRow): void => insert().run(payment),

    /**
     * Removes the payments of the renewal that an audit entry records, or brings them back when they are removed: a revert that
     * is not refused always inverts the state.
     */
    toggleOfRenewal: (values: {
      readonly ownerId: number;
      readonly subscriptionId: string;
      readonly entryId: string;
      readonly at: string;
    }): void => toggle().run(values),

    /**
     * The due dates of a subscription, from one day to the day before another, whose automatic renewal was reverted, or its
     * payment removed. What was undone before it was due was recorded while the clock was ahead: the bill still comes. So does
     * that of a revert from far in the future, when the clock was still ahead.
     */
    get revertedDates() {
      return reverted();
    },

    /**
     * The newest due dates of a subscription, from one day to the day before another, that have a payment. What decides is the
     * payment alone, so that the answer is the same whenever it is asked for.
     */
    get madeDates() {
      return made();
    },
  };
}

function prepareInsert(db: Db) {
  const names = Object.keys(storedColumns) as (keyof PaymentRow)[];
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  return db
    .insert(payments)
    .values(values as Record<keyof PaymentRow, Placeholder>)
    .prepare();
}

/** A query of the due dates from the day `from` until before the day `before`. */
function selectDates(db: Db, condition: SQL | undefined, order: SQL) {
  const inTime = and(gte(dueOn, sql.placeholder('from')), lt(dueOn, sql.placeholder('before')));
  return db
    .select({ dueOn })
    .from(payments)
    .where(and(ofSubscription, inTime, condition))
    .orderBy(order)
    .limit(paymentsAtOnceMax)
    .prepare();
}

function prepareRevertedDates(db: Db) {
  const isDecided = or(isUndoneInTime(revertedAt), isUndoneInTime(removedAt));
  const isUndone = sql`not (${isMade()})`;
  return selectDates(db, and(isUndone, eq(payments.source, 'automatic'), isDecided), asc(dueOn));
}

/** The condition that something was undone after it was due, as far as the clock was right. */
function isUndoneInTime(undoneAt: Column) {
  return between(undoneAt, dueOn, sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.placeholder('at')}, '+45 days')`);
}

function prepareMadeDates(db: Db) {
  const nextOfRenewal = db
    .select({ day: sql`${auditEntries.metadata} ->> '$.renewal.nextPaymentDate.after'` })
    .from(auditEntries)
    .where(eq(auditEntries.id, auditEntryId));
  // A rescheduled payment may leave its own due date due again, as the first one of the new schedule.
  const settlesItsDay = or(gte(paidOn, dueOn), sql`${nextOfRenewal} is not ${dueOn}`);
  return selectDates(db, and(isMade(), settlesItsDay), desc(dueOn));
}
