import type { Database } from 'bun:sqlite';
import { and, asc, between, count, desc, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { isCustom, periods, periodTable, unitsAYear, type Period } from '../../domain/billing/periodTable.ts';
import type { Status } from '../../domain/subscriptions/fields.ts';
import type { CostCandidate, Renewal, SpendGroup, StatusCounts } from '../../domain/analytics/analytics.ts';
import { hasNotEnded, isActive, isOwners } from './conditions.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, guarded, inTransaction, prepareQuery } from '../sqlite/statement.ts';

const inOrderOfCreation = asc(subscriptions.sequence);

/** Counts, sums and searches over all subscriptions of one owner, in the database. */
export function readAnalytics(database: Database) {
  let prepared: ReturnType<typeof prepareReports> | undefined;
  // Prepared on first use: at the start, it would delay the first request by a twentieth.
  const statements = () => (prepared ??= guarded(() => prepareReports(database)));

  return {
    /** The figures of a summary, all from one snapshot. Renewals from `today` through `lastDay`, `YYYY-MM-DD`. */
    summaryFigures(ownerId: number, today: string, lastDay: string) {
      const { summary } = statements();
      return inTransaction(database, 'deferred', () => {
        const spend = summary.spend.all({ ownerId });
        const renewals = summary.renewals.all({ ownerId, today, lastDay });
        return { counts: countsOf(spend, summary.others.all({ ownerId })), spend, renewals };
      });
    },

    /** The subscriptions, except cancelled ones, that share a normalised name; the largest group first. */
    duplicates(ownerId: number) {
      const groups = Map.groupBy(statements().duplicates.all({ ownerId }), (row) => row.nameNormalised);
      return Array.from(groups).sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
    },

    /** The active monthly subscriptions, most expensive first, and those that may be expensive for their currency. */
    optimizationFigures(ownerId: number) {
      const { summary, monthly, candidates } = statements();
      return inTransaction(database, 'deferred', () => ({
        monthly: monthly.all({ ownerId }),
        spend: summary.spend.all({ ownerId }),
        candidates: candidates.all({ ownerId }),
      }));
    },
  };
}

function prepareReports(database: Database) {
  return {
    summary: prepareSummary(database),
    duplicates: prepareDuplicates(database),
    monthly: prepareMonthly(database),
    candidates: prepareCandidates(database),
  };
}

function prepareSummary(database: Database) {
  const builder = drizzle(database);
  const { id, name, category, amountHundredths, currency, period, customDays, everyMonths, nextPaymentDate, status } =
    columnsOf(subscriptions);
  const amounts = sql<number>`sum(${subscriptions.amountHundredths})`.as('amountHundredths');
  const spendColumns = {
    category,
    currency,
    period,
    customDays,
    everyMonths,
    subscriptions: count().as('subscriptions'),
    amountHundredths: amounts,
  };
  const isDue = between(subscriptions.nextPaymentDate, sql.placeholder('today'), sql.placeholder('lastDay'));
  return {
    spend: prepareQuery<SpendGroup>(
      database,
      builder
        .select(spendColumns)
        .from(subscriptions)
        .where(and(isOwners, isActive))
        .groupBy(
          subscriptions.category,
          subscriptions.currency,
          subscriptions.period,
          subscriptions.customDays,
          subscriptions.everyMonths,
        ),
    ),
    others: prepareQuery(
      database,
      builder
        .select({ status, subscriptions: count().as('subscriptions') })
        .from(subscriptions)
        .where(and(isOwners, inArray(subscriptions.status, ['paused', 'cancelled'])))
        .groupBy(subscriptions.status),
    ),
    renewals: prepareQuery<Renewal>(
      database,
      builder
        .select({ id, name, category, amountHundredths, currency, period, nextPaymentDate })
        .from(subscriptions)
        .where(and(isOwners, isActive, isDue, hasNotEnded))
        .orderBy(asc(subscriptions.nextPaymentDate), asc(subscriptions.nameFolded), inOrderOfCreation),
    ),
  };
}

function prepareDuplicates(database: Database) {
  const builder = drizzle(database);
  const { id, name, nameNormalised, category, amountHundredths, currency, period, status } = columnsOf(subscriptions);
  const isKept = ne(subscriptions.status, 'cancelled');
  const shared = builder
    .select({ name: subscriptions.nameNormalised })
    .from(subscriptions)
    .where(and(isOwners, isKept))
    .groupBy(subscriptions.nameNormalised)
    .having(gt(count(), 1));
  return prepareQuery(
    database,
    builder
      .select({ id, name, nameNormalised, category, amountHundredths, currency, period, status })
      .from(subscriptions)
      .where(and(isOwners, isKept, inArray(subscriptions.nameNormalised, shared)))
      .orderBy(inOrderOfCreation),
  );
}

function prepareMonthly(database: Database) {
  const { id, name, currency, amountHundredths } = columnsOf(subscriptions);
  return prepareQuery(
    database,
    drizzle(database)
      .select({ id, name, currency, amountHundredths })
      .from(subscriptions)
      .where(and(isOwners, isActive, eq(subscriptions.period, 'monthly')))
      .orderBy(desc(subscriptions.amountHundredths), asc(subscriptions.nameFolded), inOrderOfCreation),
  );
}

/** Floating point preselects rows, with a margin for its error; the domain decides exactly. */
function prepareCandidates(database: Database) {
  const builder = drizzle(database);
  const { id, name, currency, period, customDays, everyMonths, amountHundredths } = columnsOf(subscriptions);
  const yearly = sql<number>`case ${subscriptions.period} ${sql.join(periods.map(yearlyWhen), sql` `)} end`;
  const means = builder
    .select({
      currency: sql`${subscriptions.currency}`.as('mean_currency'),
      mean: sql<number>`avg(${yearly})`.as('mean'),
    })
    .from(subscriptions)
    .where(and(isOwners, isActive))
    .groupBy(subscriptions.currency)
    .as('means');
  return prepareQuery<CostCandidate>(
    database,
    builder
      .select({ id, name, currency, period, customDays, everyMonths, amountHundredths })
      .from(subscriptions)
      .innerJoin(means, eq(subscriptions.currency, means.currency))
      .where(and(isOwners, isActive, sql`${yearly} > ${means.mean} * 1.999999`))
      .orderBy(asc(subscriptions.nameFolded), inOrderOfCreation),
  );
}

/** The branch of an SQL `case` that multiplies the amount of a period by its payments a year. */
function yearlyWhen(period: Period): SQL {
  const { amountHundredths, customDays, everyMonths } = subscriptions;
  const { months, days } = unitsAYear;
  const paymentsAYear = isCustom(period)
    ? sql`coalesce(${sql.raw(`${months}.0`)} / ${everyMonths}, ${sql.raw(`${days}.0`)} / ${customDays})`
    : sql.raw(`${periodTable[period].paymentsAYear}`);
  return sql`when ${sql.raw(`'${period}'`)} then ${amountHundredths} * ${paymentsAYear}`;
}

/** The spend groups already count the active subscriptions; only the others need a query. */
function countsOf(spend: readonly SpendGroup[], others: readonly { status: Status; subscriptions: number }[]) {
  const counts: StatusCounts = { active: 0, paused: 0, cancelled: 0 };
  for (const group of spend) counts.active += group.subscriptions;
  for (const { status, subscriptions: ofStatus } of others) counts[status] = ofStatus;
  return counts;
}
