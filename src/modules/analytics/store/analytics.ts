import type { Db } from '../../../core/database/db.ts';
import { isCustom, periods, periodTable, unitsAYear, type Period } from '../../../core/billing/periodTable.ts';
import type { Status } from '../../subscriptions/model.ts';
import type { CostCandidate, Renewal, SpendGroup, StatusCounts } from '../rules/analytics.ts';
import type { WholeRow } from '../../subscriptions/store/details.ts';
import { hasNotEnded, isActive } from './conditions.ts';
import { columnName, columns } from '../../../core/database/columns.ts';
import { inTransaction, prepareQuery } from '../../../core/database/statement.ts';

/** Counts, sums and searches over all subscriptions of one owner, in the database. */
export function readAnalytics(database: Db) {
  const statements = prepareReports(database);

  return {
    /** The figures of a summary, all from one snapshot. Renewals from `today` through `lastDay`, `YYYY-MM-DD`. */
    summaryFigures(ownerId: number, today: string, lastDay: string) {
      const { summary } = statements;
      return inTransaction(database, 'deferred', () => {
        const spend = summary.spend.all({ ownerId });
        const renewals = summary.renewals.all({ ownerId, today, lastDay });
        return { counts: countsOf(spend, summary.others.all({ ownerId })), spend, renewals };
      });
    },

    /** The subscriptions, except cancelled ones, that share a normalised name; the largest group first. */
    duplicates(ownerId: number) {
      const groups = Map.groupBy(statements.duplicates.all({ ownerId }), (row) => row.nameNormalised);
      return Array.from(groups).sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
    },

    /** The active monthly subscriptions, most expensive first, and those that may be expensive for their currency. */
    optimizationFigures(ownerId: number) {
      const { summary, monthly, candidates } = statements;
      return inTransaction(database, 'deferred', () => ({
        monthly: monthly.all({ ownerId }),
        spend: summary.spend.all({ ownerId }),
        candidates: candidates.all({ ownerId }),
      }));
    },
  };
}

const grouped = ['category', 'currency', 'period', 'customDays', 'everyMonths'] as const;
const shown = ['id', 'name', 'category', 'amountHundredths', 'currency', 'period'] as const;

function prepareReports(database: Db) {
  return {
    summary: prepareSummary(database),
    duplicates: prepareQuery<Pick<WholeRow, (typeof shown)[number] | 'nameNormalised' | 'status'>>(
      database,
      `SELECT ${columns('subscriptions', [...shown, 'nameNormalised', 'status'])} FROM subscriptions
       WHERE owner_id = $ownerId AND status <> 'cancelled' AND name_normalised IN (
         SELECT name_normalised FROM subscriptions WHERE owner_id = $ownerId AND status <> 'cancelled'
         GROUP BY name_normalised HAVING count(*) > 1
       ) ORDER BY sequence`,
    ),
    monthly: prepareQuery<Pick<WholeRow, 'id' | 'name' | 'currency' | 'amountHundredths'>>(
      database,
      `SELECT ${columns('subscriptions', ['id', 'name', 'currency', 'amountHundredths'])} FROM subscriptions
       WHERE ${isActive} AND period = 'monthly' ORDER BY amount_hundredths DESC, name_folded, sequence`,
    ),
    candidates: prepareCandidates(database),
  };
}

function prepareSummary(database: Db) {
  return {
    spend: prepareQuery<SpendGroup>(
      database,
      `SELECT ${columns('subscriptions', grouped)}, count(*) AS subscriptions, sum(amount_hundredths) AS amountHundredths
       FROM subscriptions WHERE ${isActive} GROUP BY ${grouped.map(columnName).join(', ')}`,
    ),
    others: prepareQuery<{ status: Status; subscriptions: number }>(
      database,
      `SELECT status, count(*) AS subscriptions FROM subscriptions
       WHERE owner_id = $ownerId AND status IN ('paused', 'cancelled') GROUP BY status`,
    ),
    renewals: prepareQuery<Renewal>(
      database,
      `SELECT ${columns('subscriptions', [...shown, 'nextPaymentDate'])} FROM subscriptions
       WHERE ${isActive} AND next_payment_date BETWEEN $today AND $lastDay AND ${hasNotEnded}
       ORDER BY next_payment_date, name_folded, sequence`,
    ),
  };
}

/** Floating point preselects rows, with a margin for its error; the domain decides exactly. */
function prepareCandidates(database: Db) {
  const priced = ['id', 'name', 'currency', 'period', 'customDays', 'everyMonths', 'amountHundredths'] as const;
  const yearly = `CASE period ${periods.map(yearlyWhen).join(' ')} END`;
  return prepareQuery<CostCandidate>(
    database,
    `SELECT ${columns('subscriptions', priced)} FROM subscriptions
     JOIN (SELECT currency AS mean_currency, avg(${yearly}) AS mean FROM subscriptions WHERE ${isActive} GROUP BY currency)
       AS means ON currency = mean_currency
     WHERE ${isActive} AND ${yearly} > mean * 1.999999 ORDER BY name_folded, sequence`,
  );
}

/** The branch of an SQL `case` that multiplies the amount of a period by its payments a year. */
function yearlyWhen(period: Period): string {
  const { months, days } = unitsAYear;
  const paymentsAYear = isCustom(period)
    ? `coalesce(${months}.0 / every_months, ${days}.0 / custom_days)`
    : periodTable[period].paymentsAYear;
  return `WHEN '${period}' THEN amount_hundredths * ${paymentsAYear}`;
}

/** The spend groups already count the active subscriptions; only the others need a query. */
function countsOf(spend: readonly SpendGroup[], others: readonly { status: Status; subscriptions: number }[]) {
  const counts: StatusCounts = { active: 0, paused: 0, cancelled: 0 };
  for (const group of spend) counts.active += group.subscriptions;
  for (const { status, subscriptions: ofStatus } of others) counts[status] = ofStatus;
  return counts;
}
