import { deadlinesOf, usualDeadlineDays } from '../../analytics/rules/deadlines.ts';
import { forecast as forecastOf } from '../../analytics/rules/forecast.ts';
import { missedPayments, type PaymentRange } from '../../analytics/rules/paymentsToCome.ts';
import { dayAfter, daysBetween } from '../../../core/billing/days.ts';
import { amountOf } from '../../../core/billing/money.ts';
import type { ReadSources } from '../../sources.ts';
import type { Store } from '../../store.ts';
import { found, foundAt, type Finder } from '../../../core/http/reads/found.ts';

/** The payments to come in a range of days. */
export interface PaymentsToComeRead extends PaymentRange {
  readonly kind: 'paymentsToCome';
  /** Whether to find the deadlines, too; by default not. */
  readonly withDeadlines?: boolean;
}

/** The payments of this month and of those after it. */
export interface ForecastRead {
  readonly kind: 'forecast';
  /** ISO 8601 UTC. */
  readonly asOf: string;
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly months: number;
}

/** The deadlines of the days ahead. */
export interface DeadlinesRead {
  readonly kind: 'deadlines';
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly days: number;
}

/** The payments that are due in a range of days, and the overdue ones. */
export const paymentsToCome: Finder<PaymentsToComeRead> = (sources, ownerId, range) => {
  const { duePayments } = sources;
  const { today, from, to, page, withDeadlines } = range;
  const { payments, overdue, overdueTotal, totalsByCurrency, hasMore } = duePayments.inRange(ownerId, range);
  return found({
    payments: payments.map(viewPayment),
    overdue: overdue.map((due) => ({
      ...viewPayment({ date: due.nextPaymentDate, ...due }),
      daysOverdue: daysBetween(due.nextPaymentDate, today),
      missedPayments: missedPayments(due, today),
    })),
    overdueTotal,
    totalsByCurrency,
    from,
    to,
    pagination: { ...page, hasMore },
    ...(withDeadlines && { deadlines: deadlinesIn(sources, ownerId, { today, days: usualDeadlineDays }) }),
  });
};

/** The sums of the payments that are due in each of the coming months. */
export const forecast: Finder<ForecastRead> = ({ duePayments }, ownerId, { asOf, today, months }) =>
  foundAt(asOf, { forecast: forecastOf(duePayments.schedules(ownerId), { asOf, today, months }) });

/** The report of the last days for notice, of trials and of subscriptions. */
export const deadlines: Finder<DeadlinesRead> = (sources, ownerId, range) =>
  found({ deadlines: deadlinesIn(sources, ownerId, range) });

function deadlinesIn(sources: ReadSources, ownerId: number, { today, days }: Pick<DeadlinesRead, 'today' | 'days'>) {
  return deadlinesOf(sources.deadlines.candidates(ownerId, today, dayAfter(today, days)), { today, days });
}

type Payment = ReturnType<Store['duePayments']['inRange']>['payments'][number];

function viewPayment({ date, id, name, category, amountHundredths, currency, period }: Payment) {
  return { date, subscriptionId: id, name, category, amount: amountOf(amountHundredths), currency, period };
}
