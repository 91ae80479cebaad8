import type { Database } from 'bun:sqlite';
import { and, asc, count, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { PricedSchedule } from '../../domain/analytics/forecast.ts';
import { placePayments, type PaymentRange } from '../../domain/analytics/paymentsToCome.ts';
import { isActive, isOverdue, isOwners } from './conditions.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, inTransaction, prepareQuery } from '../sqlite/statement.ts';

// Bounds the answer, which is not paged in this part.
const overdueMax = 1000;

/** The payments that are due, and will be, of the active subscriptions of one owner. */
export function readDuePayments(database: Database) {
  let prepared: ReturnType<typeof prepareStatements> | undefined;
  // Prepared on first use, like the statements of the other reports.
  const statements = () => (prepared ??= guarded(() => prepareStatements(database)));

  return {
    /** The active subscriptions with what a forecast needs, read one by one from one snapshot. */
    schedules: (ownerId: number): Iterable<PricedSchedule> => statements().schedules.each({ ownerId }),

    /**
     * The payments of a range of days with their totals, and the overdue subscriptions; all from one snapshot.
     *
     * @throws {ReportRefused} when the range has too many payments
     */
    inRange(ownerId: number, range: PaymentRange) {
      const { scheduledUntil, payees, overdue, overdueTotal } = statements();
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

function selections() {
  const { id, name, category, currency, amountHundredths, period, ...others } = columnsOf(subscriptions);
  const { customDays, everyMonths, lastPaymentDate, anchorDay, endsOn, sequence, nextPaymentDate } = others;
  const schedule = { period, customDays, everyMonths, lastPaymentDate, anchorDay, endsOn, currency, amountHundredths };
  return {
    schedule,
    payee: { id, name, category, amountHundredths, currency, period },
    sequence,
    category,
    nextPaymentDate,
  };
}

function prepareStatements(database: Database) {
  const builder = drizzle(database);
  const { schedule, payee, sequence, category, nextPaymentDate } = selections();
  const inOrderOfNames = [asc(subscriptions.nameFolded), asc(subscriptions.sequence)];
  return {
    schedules: prepareQuery<PricedSchedule>(
      database,
      builder
        .select({ ...schedule, category })
        .from(subscriptions)
        .where(and(isOwners, isActive))
        // The order in which the rows lie in the file, so that each page is read once: it takes half the time.
        .orderBy(asc(subscriptions.createdAt)),
    ),
    scheduledUntil: prepareQuery(
      database,
      builder
        .select({ sequence, ...schedule })
        .from(subscriptions)
        .where(and(isOwners, isActive, lte(subscriptions.nextPaymentDate, sql.placeholder('to'))))
        .orderBy(...inOrderOfNames),
    ),
    payees: prepareQuery(
      database,
      builder
        .select({ sequence, ...payee })
        .from(subscriptions)
        .where(sql`${subscriptions.sequence} in (select value from json_each(${sql.placeholder('sequences')}))`),
    ),
    overdue: prepareQuery(
      database,
      builder
        .select({ ...payee, ...schedule, nextPaymentDate })
        .from(subscriptions)
        .where(and(isOwners, isOverdue))
        .orderBy(asc(subscriptions.nextPaymentDate), ...inOrderOfNames)
        .limit(overdueMax),
    ),
    overdueTotal: prepareQuery(
      database,
      builder
        .select({ subscriptions: count().as('subscriptions') })
        .from(subscriptions)
        .where(and(isOwners, isOverdue)),
    ),
  };
}
