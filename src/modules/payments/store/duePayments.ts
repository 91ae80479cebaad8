import { and, count, inArray, lte, sql } from 'drizzle-orm';
import { once, type Db } from '../../../core/database/db.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import type { PricedSchedule } from '../../analytics/rules/forecast.ts';
import type { NamedSchedule } from '../../analytics/rules/setAside.ts';
import { placePayments, type PaymentRange } from '../../analytics/rules/paymentsToCome.ts';
import { isActive, isOverdue, scheduleColumns } from '../../analytics/store/conditions.ts';
import { subscriptions } from '../../subscriptions/table.ts';

// Bounds the answer, which is not paged in this part.
const overdueMax = 1000;

const { sequence, id, name, nameFolded, category, createdAt, nextPaymentDate } = subscriptions;
const { amountHundredths, currency, period, customDays, everyMonths } = subscriptions;

const priced = { ...scheduleColumns, category };
const namedSchedule = { ...priced, id, name };
const scheduled = { sequence, ...scheduleColumns };
const due = { id, name, category, ...scheduleColumns, nextPaymentDate };

/** The payments that are due, and will be, of the active subscriptions of one owner. */
export function readDuePayments(db: Db) {
  const statements = once(() => prepareStatements(db));

  return {
    /** The active subscriptions with what a forecast needs. */
    schedules: (ownerId: number): readonly PricedSchedule[] => plainRows(statements().schedules, priced, { ownerId }),

    /** The same with their ids and names. */
    namedSchedules: (ownerId: number): readonly NamedSchedule[] =>
      plainRows(statements().namedSchedules, namedSchedule, { ownerId }),

    /**
     * The payments of a range of days with their totals, and the overdue subscriptions; all from one snapshot.
     *
     * @throws {ReportRefused} when the range has too many payments
     */
    inRange(ownerId: number, range: PaymentRange) {
      const { scheduledUntil, overdue, overdueTotal } = statements();
      return db.transaction(() => {
        const { placed, ...others } = placePayments(
          plainRows(scheduledUntil, scheduled, { ownerId, to: range.to }),
          range,
        );
        const payees = findPayees(db, new Set(placed.map((payment) => payment.sequence)));
        const payments = placed.flatMap(({ date, sequence: of }) => {
          const payee = payees.get(of);
          return payee === undefined ? [] : [{ date, ...payee }];
        });
        const wanted = { ownerId, today: range.today };
        const listed = plainRows(overdue, due, wanted);
        const counted = listed.length < overdueMax ? undefined : overdueTotal.get(wanted);
        return { payments, ...others, overdue: listed, overdueTotal: counted?.subscriptions ?? listed.length };
      });
    },
  };
}

/** Some subscriptions by their sequence, as a page of payments shows them. */
function findPayees(db: Db, sequences: ReadonlySet<number>) {
  const rows = db
    .select({ sequence, id, name, category, amountHundredths, currency, period, customDays, everyMonths })
    .from(subscriptions)
    .where(inArray(sequence, Array.from(sequences)))
    .all();
  return new Map(rows.map(({ sequence: of, ...payee }) => [of, payee]));
}

function prepareStatements(db: Db) {
  return {
    // In the order in which the rows lie in the file, so that each page is read once: it takes half the time.
    schedules: db.select(priced).from(subscriptions).where(isActive).orderBy(createdAt).prepare(),
    namedSchedules: db.select(namedSchedule).from(subscriptions).where(isActive).orderBy(createdAt).prepare(),
    scheduledUntil: db
      .select(scheduled)
      .from(subscriptions)
      .where(and(isActive, lte(nextPaymentDate, sql.placeholder('to'))))
      .orderBy(nameFolded, sequence)
      .prepare(),
    overdue: db
      .select(due)
      .from(subscriptions)
      .where(isOverdue)
      .orderBy(nextPaymentDate, nameFolded, sequence)
      .limit(overdueMax)
      .prepare(),
    overdueTotal: db.select({ subscriptions: count() }).from(subscriptions).where(isOverdue).prepare(),
  };
}
