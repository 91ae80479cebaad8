import { and, between, count, desc, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import { plainRows } from '../../../core/database/plainRows.ts';
import { isCustom, periods, periodTable, unitsAYear, type Period } from '../../../core/billing/periodTable.ts';
import type { Status } from '../../subscriptions/model.ts';
import { isKept, leavingOut } from '../../subscriptions/store/without.ts';
import { subscriptions } from '../../subscriptions/table.ts';
import type { SpendGroup, StatusCounts } from '../rules/analytics.ts';
import { hasNotEnded, isActive } from './conditions.ts';

const { id, name, category, amountHundredths, currency, period, customDays, everyMonths } = subscriptions;
const { ownerId, status, nextPaymentDate, nameFolded, nameNormalised, sequence } = subscriptions;
const shown = { id, name, category, amountHundredths, currency, period };
const renewed = { ...shown, nextPaymentDate };
const monthlyCost = { id, name, currency, amountHundredths };
const priced = { id, name, currency, period, customDays, everyMonths, amountHundredths };

/** Counts, sums and searches over all subscriptions of one owner, in the database. */
export function readAnalytics(db: Db) {
  const summary = leavingOut(id, (kept) => prepareSummary(db, kept));
  const candidates = leavingOut(id, (kept) => prepareCandidates(db, kept));
  const monthly = leavingOut(id, (kept) =>
    db
      .select(monthlyCost)
      .from(subscriptions)
      .where(and(isActive, eq(period, 'monthly'), kept))
      .orderBy(desc(amountHundredths), nameFolded, sequence)
      .prepare(),
  );

  return {
    /** The figures of a summary, all from one snapshot. Renewals from `today` through `lastDay`, `YYYY-MM-DD`. */
    summaryFigures(owner: number, today: string, lastDay: string, without?: readonly string[]) {
      const { spend, others, renewals } = summary(without);
      const of = { ownerId: owner, today, lastDay };
      return db.transaction(() => {
        const groups = spend.all(of);
        return { counts: countsOf(groups, others.all(of)), spend: groups, renewals: plainRows(renewals, renewed, of) };
      });
    },

    /** What the active subscriptions cost, by category, currency and billing period. */
    spend: (owner: number, without: readonly string[] = []): readonly SpendGroup[] =>
      summary(without).spend.all({ ownerId: owner }),

    /** The subscriptions, except cancelled ones, that share a normalised name; the largest group first. */
    duplicates(owner: number, without: readonly string[] = []) {
      const isMeant = and(eq(ownerId, owner), ne(status, 'cancelled'), isKept(id, without));
      const shared = db.select({ nameNormalised }).from(subscriptions).where(isMeant).groupBy(nameNormalised);
      const rows = db
        .select({ ...shown, nameNormalised, status })
        .from(subscriptions)
        .where(and(isMeant, inArray(nameNormalised, shared.having(gt(count(), 1)))))
        .orderBy(sequence)
        .all();
      const groups = Map.groupBy(rows, (row) => row.nameNormalised);
      return Array.from(groups).sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
    },

    /** The active monthly subscriptions, most expensive first, and those that may be expensive for their currency. */
    optimizationFigures(owner: number, without?: readonly string[]) {
      const of = { ownerId: owner };
      return db.transaction(() => ({
        monthly: plainRows(monthly(without), monthlyCost, of),
        spend: summary(without).spend.all(of),
        candidates: plainRows(candidates(without), priced, of),
      }));
    },
  };
}

function prepareSummary(db: Db, kept: SQL | undefined) {
  const grouped = { category, currency, period, customDays, everyMonths };
  return {
    spend: db
      .select({ ...grouped, subscriptions: count(), amountHundredths: sql<number>`sum(${amountHundredths})` })
      .from(subscriptions)
      .where(and(isActive, kept))
      .groupBy(...Object.values(grouped))
      .prepare(),
    others: db
      .select({ status, subscriptions: count() })
      .from(subscriptions)
      .where(and(eq(ownerId, sql.placeholder('ownerId')), inArray(status, ['paused', 'cancelled']), kept))
      .groupBy(status)
      .prepare(),
    renewals: db
      .select(renewed)
      .from(subscriptions)
      .where(
        and(
          isActive,
          between(nextPaymentDate, sql.placeholder('today'), sql.placeholder('lastDay')),
          hasNotEnded,
          kept,
        ),
      )
      .orderBy(nextPaymentDate, nameFolded, sequence)
      .prepare(),
  };
}

/** Floating point preselects rows, with a margin for its error; the domain decides exactly. */
function prepareCandidates(db: Db, kept: SQL | undefined) {
  const yearly = sql`case ${period} ${sql.join(periods.map(yearlyWhen))} end`;
  const means = db
    .select({ currency, mean: sql<number>`avg(${yearly})`.as('mean') })
    .from(subscriptions)
    .where(and(isActive, kept))
    .groupBy(currency)
    .as('means');
  return db
    .select(priced)
    .from(subscriptions)
    .innerJoin(means, eq(currency, means.currency))
    .where(and(isActive, sql`${yearly} > ${means.mean} * 1.999999`, kept))
    .orderBy(nameFolded, sequence)
    .prepare();
}

/** The branch of a `case` that multiplies the amount of a period by its payments a year. */
function yearlyWhen(of: Period) {
  const { months, days } = unitsAYear;
  const paymentsAYear = isCustom(of)
    ? sql`coalesce(${months} * 1.0 / ${everyMonths}, ${days} * 1.0 / ${customDays})`
    : sql`${periodTable[of].paymentsAYear}`;
  return sql`when ${of} then ${amountHundredths} * ${paymentsAYear} `;
}

/** The spend groups already count the active subscriptions; only the others need a query. */
function countsOf(spend: readonly SpendGroup[], others: readonly { status: Status; subscriptions: number }[]) {
  const counts: StatusCounts = { active: 0, paused: 0, cancelled: 0 };
  for (const group of spend) counts.active += group.subscriptions;
  for (const { status: of, subscriptions: ofStatus } of others) counts[of] = ofStatus;
  return counts;
}
