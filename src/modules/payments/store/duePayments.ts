import { and, count, inArray, lte, sql, type SQL } from 'drizzle-orm';
import { numberOfDay } from '../../../core/billing/days.ts';
import { amountOn, withPrices } from '../../../core/billing/prices.ts';
import type { Db } from '../../../core/database/db.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import type { PricedSchedule } from '../../analytics/rules/forecast.ts';
import type { NamedSchedule } from '../../analytics/rules/setAside.ts';
import { placePayments, type PaymentRange } from '../../analytics/rules/paymentsToCome.ts';
import { isActive, isOverdue, scheduleColumns } from '../../analytics/store/conditions.ts';
import { leavingOut } from '../../subscriptions/store/without.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import { rangeOn, type EstimatedPrices } from '../rules/estimates.ts';
import { readPastPayments } from './pastPayments.ts';

// Bounds the answer, which is not paged in this part.
const overdueMax = 1000;

const { sequence, id, name, nameFolded, category, createdAt, nextPaymentDate, lastPaymentDate } = subscriptions;
const { amountHundredths, currency, period, customDays, everyMonths, amountVaries, priceSteps } = subscriptions;

const paid = { id, amountVaries, ...scheduleColumns };
const priced = { ...paid, category };
const namedSchedule = { ...priced, name };
const scheduled = { sequence, ...paid };
// `ownHundredths` is the present amount of the subscription; that of a payment may be another.
const due = { ...paid, name, category, nextPaymentDate, ownHundredths: amountHundredths };
const interval = { period, customDays, everyMonths };
const paidDates = { nextPaymentDate, lastPaymentDate };
const payee = {
  sequence,
  id,
  name,
  category,
  currency,
  ...interval,
  ...paidDates,
  priceSteps,
  ownHundredths: amountHundredths,
};

/** The payments that are due, and will be, of the active subscriptions of one owner. */
export function readDuePayments(db: Db) {
  const statements = leavingOut(id, (kept) => prepareStatements(db, kept));
  const { estimatesFor } = readPastPayments(db);

  return {
    /** The active subscriptions with what a forecast needs. */
    schedules: (ownerId: number, without?: readonly string[]): readonly PricedSchedule[] =>
      plainRows(statements(without).schedules, priced, { ownerId }).map(withPrices).map(estimatesFor(ownerId)),

    /** The same with their ids and names. */
    namedSchedules: (ownerId: number, without?: readonly string[]): readonly NamedSchedule[] =>
      plainRows(statements(without).namedSchedules, namedSchedule, { ownerId })
        .map(withPrices)
        .map(estimatesFor(ownerId)),

    /**
     * The payments of a range of days with their totals, and the overdue subscriptions; all from one snapshot.
     *
     * @throws {ReportRefused} when the range has too many payments
     */
    inRange(ownerId: number, range: PaymentRange, without?: readonly string[]) {
      const { scheduledUntil, overdue, overdueTotal } = statements(without);
      return db.transaction(() => {
        const estimated = estimatesFor(ownerId);
        const rows = plainRows(scheduledUntil, scheduled, { ownerId, to: range.to }).map(withPrices).map(estimated);
        const { placed, ...others } = placePayments(rows, range);
        const payees = findPayees(db, new Set(placed.map((payment) => payment.sequence)));
        const payments = placed.flatMap(({ sequence: of, ...payment }) => {
          const paidTo = payees.get(of);
          return paidTo === undefined ? [] : [{ ...payment, ...paidTo }];
        });
        const wanted = { ownerId, today: range.today };
        const listed = plainRows(overdue, due, wanted).map(withPrices).map(estimated).map(priceWhenDue);
        const counted = listed.length < overdueMax ? undefined : overdueTotal.get(wanted);
        return { payments, ...others, overdue: listed, overdueTotal: counted?.subscriptions ?? listed.length };
      });
    },
  };
}

/** An overdue subscription with the amount of its next payment, and its range if it is an estimate. */
function priceWhenDue<Row extends EstimatedPrices & { readonly nextPaymentDate: string }>(row: Row) {
  const day = numberOfDay(row.nextPaymentDate);
  const range = row.estimate && { range: rangeOn(row.estimate, day) };
  return { ...row, amountHundredths: amountOn(row, day), ...range };
}

/** Some subscriptions by their sequence, as a page of payments shows them. */
function findPayees(db: Db, sequences: ReadonlySet<number>) {
  const rows = db
    .select(payee)
    .from(subscriptions)
    .where(inArray(sequence, Array.from(sequences)))
    .all();
  return new Map(rows.map(({ sequence: of, ...found }) => [of, found]));
}

function prepareStatements(db: Db, kept: SQL | undefined) {
  return {
    // In the order in which the rows lie in the file, so that each page is read once: it takes half the time.
    schedules: db.select(priced).from(subscriptions).where(and(isActive, kept)).orderBy(createdAt).prepare(),
    namedSchedules: db
      .select(namedSchedule)
      .from(subscriptions)
      .where(and(isActive, kept))
      .orderBy(createdAt)
      .prepare(),
    scheduledUntil: db
      .select(scheduled)
      .from(subscriptions)
      .where(and(isActive, lte(nextPaymentDate, sql.placeholder('to')), kept))
      .orderBy(nameFolded, sequence)
      .prepare(),
    overdue: db
      .select(due)
      .from(subscriptions)
      .where(and(isOverdue, kept))
      .orderBy(nextPaymentDate, nameFolded, sequence)
      .limit(overdueMax)
      .prepare(),
    overdueTotal: db.select({ subscriptions: count() }).from(subscriptions).where(and(isOverdue, kept)).prepare(),
  };
}
