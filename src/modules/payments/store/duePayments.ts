import type { Db } from '../../../core/database/db.ts';
import type { PricedSchedule } from '../../analytics/rules/forecast.ts';
import { placePayments, type PaymentRange, type ScheduledRow } from '../../analytics/rules/paymentsToCome.ts';
import type { WholeRow } from '../../subscriptions/store/details.ts';
import { isActive, isOverdue, scheduleColumns } from '../../analytics/store/conditions.ts';
import { columns } from '../../../core/database/columns.ts';
import { inTransaction, prepareQuery } from '../../../core/database/statement.ts';

// Bounds the answer, which is not paged in this part.
const overdueMax = 1000;

/** The payments that are due, and will be, of the active subscriptions of one owner. */
export function readDuePayments(database: Db) {
  const statements = prepareStatements(database);

  return {
    /** The active subscriptions with what a forecast needs, read one by one from one snapshot. */
    schedules: (ownerId: number): Iterable<PricedSchedule> => statements.schedules.each({ ownerId }),

    /**
     * The payments of a range of days with their totals, and the overdue subscriptions; all from one snapshot.
     *
     * @throws {ReportRefused} when the range has too many payments
     */
    inRange(ownerId: number, range: PaymentRange) {
      const { scheduledUntil, payees, overdue, overdueTotal } = statements;
      return inTransaction(database, 'deferred', () => {
        const { placed, ...others } = placePayments(scheduledUntil.each({ ownerId, to: range.to }), range);
        const sequences = JSON.stringify(Array.from(new Set(placed.map(({ sequence }) => sequence))));
        const found = new Map(payees.all({ sequences }).map(({ sequence, ...payee }) => [sequence, payee]));
        const payments = placed.flatMap(({ date, sequence }) => {
          const payee = found.get(sequence);
          return payee === undefined ? [] : [{ date, ...payee }];
        });
        const due = { ownerId, today: range.today };
        const listed = overdue.all(due);
        const counted = listed.length < overdueMax ? undefined : overdueTotal.first(due);
        return { payments, ...others, overdue: listed, overdueTotal: counted?.subscriptions ?? listed.length };
      });
    },
  };
}

const payeeColumns = ['id', 'name', 'category', 'amountHundredths', 'currency', 'period'] as const;
type Payee = Pick<WholeRow, (typeof payeeColumns)[number]>;

function prepareStatements(database: Db) {
  const payee = columns('subscriptions', payeeColumns);
  const inOrderOfNames = 'name_folded, sequence';
  return {
    // In the order in which the rows lie in the file, so that each page is read once: it takes half the time.
    schedules: prepareQuery<PricedSchedule>(
      database,
      `SELECT ${scheduleColumns}, category FROM subscriptions WHERE ${isActive} ORDER BY created_at`,
    ),
    scheduledUntil: prepareQuery<ScheduledRow>(
      database,
      `SELECT sequence, ${scheduleColumns} FROM subscriptions
       WHERE ${isActive} AND next_payment_date <= $to ORDER BY ${inOrderOfNames}`,
    ),
    payees: prepareQuery<Payee & { sequence: number }>(
      database,
      `SELECT sequence, ${payee} FROM subscriptions WHERE sequence IN (SELECT value FROM json_each($sequences))`,
    ),
    overdue: prepareQuery<Payee & Omit<ScheduledRow, 'sequence'> & { nextPaymentDate: string }>(
      database,
      `SELECT id, name, category, ${scheduleColumns}, next_payment_date AS nextPaymentDate FROM subscriptions
       WHERE ${isOverdue} ORDER BY next_payment_date, ${inOrderOfNames} LIMIT ${overdueMax}`,
    ),
    overdueTotal: prepareQuery<{ subscriptions: number }>(
      database,
      `SELECT count(*) AS subscriptions FROM subscriptions WHERE ${isOverdue}`,
    ),
  };
}
