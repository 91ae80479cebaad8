import { dayAfter, daysBetween, monthsAYear } from '../../core/billing/days.ts';
import { amountOf, checkedHundredths } from '../../core/billing/money.ts';
import type { Store } from '../store.ts';
import { compareWithBudget } from './rules/budget.ts';
import { aboveAverageInCurrency, monthlyToAnnual, summarise } from './rules/analytics.ts';
import { deadlinesOf, usualDeadlineDays } from './rules/deadlines.ts';
import { forecast as forecastOf } from './rules/forecast.ts';
import { setAside as setAsideOf } from './rules/setAside.ts';
import { missedDays, missedPayments, type PaymentRange } from './rules/paymentsToCome.ts';

// The reports on the subscriptions of an owner. Days are `YYYY-MM-DD` in the configured time zone, instants ISO 8601 UTC.

/** When a report is made. */
interface Now {
  readonly asOf: string;
  readonly today: string;
}

interface SummaryOptions {
  readonly horizonDays: number;
  readonly withYearly: boolean;
}

/** What subscriptions cost, and which renew soon. */
export function summary({ analytics }: Store, ownerId: number, { asOf, today }: Now, options: SummaryOptions) {
  const figures = analytics.summaryFigures(ownerId, today, dayAfter(today, options.horizonDays));
  return summarise({ asOf, today, ...options, ...figures });
}

/** The subscriptions that share a name. */
export function duplicates({ analytics }: Store, ownerId: number) {
  return analytics.duplicates(ownerId).map(([normalizedName, members]) => {
    const subscriptions = members.map(({ id, name, category, amountHundredths, currency, period, status }) => {
      const amount = amountOf(amountHundredths);
      return { id, name, category, amount, currency, period, status };
    });
    return { normalizedName, subscriptions };
  });
}

/** What could cost less, by the currencies of the server, in their order. */
export function optimizations({ analytics }: Store, ownerId: number, currencies: readonly string[]) {
  const { monthly, candidates, spend } = analytics.optimizationFigures(ownerId);
  const aboveAverage = aboveAverageInCurrency(candidates, spend);
  return { monthlyToAnnual: monthlyToAnnual(monthly, currencies), aboveAverageInCurrency: aboveAverage };
}

/** The payments that are due in a range of days, and the overdue ones. */
export function paymentsToCome(store: Store, ownerId: number, range: PaymentRange, withDeadlines: boolean) {
  const { today, from, to, page } = range;
  const { payments, overdue, hasMore, ...totals } = store.duePayments.inRange(ownerId, range);
  return {
    payments: payments.map(viewPayment),
    overdue: overdue.map((due) => ({
      ...viewPayment({ date: due.nextPaymentDate, ...due }),
      daysOverdue: daysBetween(due.nextPaymentDate, today),
      missedPayments: missedPayments(due, today),
      missedOn: missedDays(due, today),
    })),
    overdueTotal: totals.overdueTotal,
    totalsByCurrency: totals.totalsByCurrency,
    from,
    to,
    pagination: { ...page, hasMore },
    ...(withDeadlines && { deadlines: deadlines(store, ownerId, today, usualDeadlineDays) }),
  };
}

/** The sums of the payments that are due in each of the coming months. */
export function forecast({ duePayments }: Store, ownerId: number, now: Now, months: number) {
  return forecastOf(duePayments.schedules(ownerId), { ...now, months });
}

/** The months of the forecast beside the budget of an owner; null without one. */
export function budget({ duePayments, preferences }: Store, ownerId: number, today: string) {
  const monthly = preferences.budgetOf(ownerId);
  return monthly && compareWithBudget(monthly, duePayments.schedules(ownerId), { today, months: monthsAYear });
}

interface SetAsideOptions {
  readonly months: number;
  /** What is in the pot today. */
  readonly start: number;
  readonly withLargest: boolean;
}

/** What to put aside each month for the payments that are not monthly. */
export function setAside({ duePayments }: Store, ownerId: number, now: Now, { start, ...options }: SetAsideOptions) {
  const range = { ...now, ...options, startHundredths: checkedHundredths(start) };
  return setAsideOf(duePayments.namedSchedules(ownerId), range);
}

/** The last days for notice, of trials and of subscriptions. */
export function deadlines(store: Store, ownerId: number, today: string, days: number) {
  return deadlinesOf(store.deadlines.candidates(ownerId, today, dayAfter(today, days)), { today, days });
}

type Payment = ReturnType<Store['duePayments']['inRange']>['payments'][number];

function viewPayment({ date, id, name, category, amountHundredths, currency, period, ...interval }: Payment) {
  const paid = { date, subscriptionId: id, name, category, amount: amountOf(amountHundredths), currency, period };
  const { customDays, everyMonths } = interval;
  return {
    ...paid,
    ...(customDays !== null && { customDate: String(customDays) }),
    ...(everyMonths !== null && { everyMonths }),
  };
}
