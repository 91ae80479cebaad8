import { dayAfter, daysBetween, monthsAYear } from '../../core/billing/days.ts';
import { amountOf, checkedHundredths } from '../../core/billing/money.ts';
import { stepAfter } from '../../core/billing/prices.ts';
import { viewRange } from '../payments/rules/estimates.ts';
import type { Store } from '../store.ts';
import { compareWithBudget } from './rules/budget.ts';
import { aboveAverageInCurrency, monthlyToAnnual, summarise } from './rules/analytics.ts';
import { deadlinesOf, usualDeadlineDays } from './rules/deadlines.ts';
import { forecast as forecastOf } from './rules/forecast.ts';
import { setAside as setAsideOf } from './rules/setAside.ts';
import { missedOf, type PaymentRange } from './rules/paymentsToCome.ts';

// The reports on the subscriptions of an owner. Days are `YYYY-MM-DD` in the configured time zone, instants ISO 8601 UTC.

/** When a report is made. */
interface Now {
  readonly asOf: string;
  readonly today: string;
}

/** The ids of subscriptions that a report leaves out. */
type Without = readonly string[];

interface SummaryOptions {
  readonly horizonDays: number;
  readonly withYearly: boolean;
  readonly without: Without;
}

/** What subscriptions cost, and which renew soon. */
export function summary(
  { analytics }: Store,
  ownerId: number,
  { asOf, today }: Now,
  { without, ...options }: SummaryOptions,
) {
  const figures = analytics.summaryFigures(ownerId, today, dayAfter(today, options.horizonDays), without);
  return summarise({ asOf, today, ...options, ...figures });
}

/** The subscriptions that share a name; also whole, with their details on a day `YYYY-MM-DD`, if one is given. */
export function duplicates(store: Store, ownerId: number, without: Without, detailsOn?: string) {
  const { analytics, subscriptions } = store;
  const read = () =>
    analytics.duplicates(ownerId, without).map(([normalizedName, members]) => {
      const shown = members.map(({ id, name, category, amountHundredths, currency, period, status }) => {
        const amount = amountOf(amountHundredths);
        return { id, name, category, amount, currency, period, status };
      });
      if (detailsOn === undefined) return { normalizedName, subscriptions: shown };
      const views = shown.flatMap(({ id }) => subscriptions.findDetailedView(ownerId, id, detailsOn) ?? []);
      return { normalizedName, subscriptions: shown, records: views.map((view) => JSON.parse(view) as unknown) };
    });
  return store.atOnce(read);
}

/** What could cost less, by the currencies of the server, in their order. */
export function optimizations({ analytics }: Store, ownerId: number, currencies: readonly string[], without: Without) {
  const { monthly, candidates, spend } = analytics.optimizationFigures(ownerId, without);
  const aboveAverage = aboveAverageInCurrency(candidates, spend);
  return { monthlyToAnnual: monthlyToAnnual(monthly, currencies), aboveAverageInCurrency: aboveAverage };
}

interface PaymentsOptions {
  readonly include: 'deadlines' | 'all' | undefined;
  readonly timeZone: string;
  readonly without: Without;
}

/** The payments that are due in a range of days, and the overdue ones. */
export function paymentsToCome(
  store: Store,
  ownerId: number,
  range: PaymentRange,
  { include, timeZone, without }: PaymentsOptions,
) {
  const { today, from, to, page } = range;
  const { payments, overdue, hasMore, ...totals } = store.duePayments.inRange(ownerId, range, without);
  const view = (payment: Payment) => {
    const isNext = include === 'all' && payment.date === payment.nextPaymentDate;
    // An estimate changes with each payment.
    const isComparable = isNext && payment.range === undefined;
    const previousAmount = isComparable ? store.prices.amountBefore(ownerId, payment, timeZone) : undefined;
    return { ...viewPayment(payment), ...(previousAmount !== undefined && { previousAmount }) };
  };
  return {
    payments: payments.map(view),
    overdue: overdue.map((due) => ({
      ...view({ date: due.nextPaymentDate, ...due }),
      daysOverdue: daysBetween(due.nextPaymentDate, today),
      ...missedOf(due, today),
    })),
    overdueTotal: totals.overdueTotal,
    totalsByCurrency: totals.totalsByCurrency,
    from,
    to,
    pagination: { ...page, hasMore },
    ...(include && { deadlines: deadlines(store, ownerId, { today, days: usualDeadlineDays, without }) }),
  };
}

/** The sums of the payments that are due in each of the coming months. */
export function forecast({ duePayments }: Store, ownerId: number, now: Now, months: number, without: Without) {
  return forecastOf(duePayments.schedules(ownerId, without), { ...now, months });
}

interface DeadlinesOptions {
  readonly today: string;
  readonly days: number;
  readonly without: Without;
}

/** The months of the forecast beside the budget of an owner; null without one. */
export function budget(
  { duePayments, preferences, rates }: Store,
  ownerId: number,
  { today, without }: { readonly today: string; readonly without: Without },
) {
  const monthly = preferences.budgetOf(ownerId);
  const range = { today, months: monthsAYear, rates: rates.findExact(ownerId)?.exact };
  return monthly && compareWithBudget(monthly, duePayments.schedules(ownerId, without), range);
}

interface SetAsideOptions {
  readonly months: number;
  /** What is in the pot today. */
  readonly start: number;
  readonly withLargest: boolean;
  /** The currency into which those with an exchange rate are converted. */
  readonly currency?: string | undefined;
  readonly without: Without;
}

/** What to put aside each month for the payments that are not monthly. */
export function setAside(
  { duePayments, rates }: Store,
  ownerId: number,
  now: Now,
  { start, currency, without, ...options }: SetAsideOptions,
) {
  const into = currency === undefined ? undefined : { currency, rates: rates.findExact(ownerId)?.exact };
  const range = { ...now, ...options, into, startHundredths: checkedHundredths(start) };
  return setAsideOf(duePayments.namedSchedules(ownerId, without), range);
}

/** The last days for notice, of trials and of subscriptions. */
export function deadlines(store: Store, ownerId: number, { today, days, without }: DeadlinesOptions) {
  return deadlinesOf(store.deadlines.candidates(ownerId, today, dayAfter(today, days), without), { today, days });
}

type Payment = ReturnType<Store['duePayments']['inRange']>['payments'][number];

function viewPayment({ date, id, name, category, amountHundredths, currency, period, range, ...interval }: Payment) {
  const paid = { date, subscriptionId: id, name, category, amount: amountOf(amountHundredths), currency, period };
  const { customDays, everyMonths } = interval;
  const nextPrice = stepAfter(interval, date);
  return {
    ...paid,
    ...(customDays !== null && { customDate: String(customDays) }),
    ...(everyMonths !== null && { everyMonths }),
    ...(nextPrice !== undefined && { nextPrice }),
    ...(range !== undefined && { isEstimate: true, range: viewRange(range) }),
  };
}
