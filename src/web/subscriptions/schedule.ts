import { dayAfter, dayOfNumber, numberOfDay } from '../../core/billing/days.ts';
import {
  countedDay,
  dueDays,
  type EndingAnchor,
  occurrencesThrough,
  scheduleOf,
} from '../../core/billing/occurrences.ts';
import { amountOf, checkedHundredths } from '../../core/billing/money.ts';
import { pricesOf, sumOfPayments } from '../../core/billing/prices.ts';
import { renewalsAtOnceMax } from '../../modules/subscriptions/rules/renewalsAtOnce.ts';
import { storedPeriodOf } from '../format/intervals.ts';
import { isOverdue, type Payable, type Subscription } from './fields.ts';

const firstDay = '0001-01-01';

/** Days from one to another, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days on which payments can have been made: until tomorrow, for which one may be recorded already. */
export function daysOfPayments(today: string): Days {
  return { from: firstDay, to: dayAfter(today, 1) };
}

/** The days of a year `YYYY`. */
export function daysOfYear(year: string): Days {
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

const upcomingShown = 6;
const upcomingDays = 366;

/** The next due days of a subscription, and the one that is overdue; none unless it is active. Days are `YYYY-MM-DD`. */
export function upcomingOf(record: Subscription, today: string): readonly string[] {
  const schedule = scheduleIn(record);
  if (schedule === undefined) return [];
  const first = numberOfDay(today);
  const days = dueDays(schedule, countedDay(first), countedDay(first + upcomingDays)).map(dayOfNumber);
  const overdue = isOverdue(record, today) ? [record.nextPaymentDate] : [];
  return [...overdue, ...days].slice(0, upcomingShown);
}

/** A subscription as one whose next payment can be recorded: with what that and the others cost that are due by a day, each on its own. */
export function payableOf(record: Subscription, today: string): Payable {
  const { id, name, currency, nextPaymentDate, details } = record;
  const schedule = scheduleIn(record);
  const count = Math.min(Math.max(duePayments(record, today), 1), renewalsAtOnceMax);
  const amounts = Array.from({ length: schedule ? count : 0 }, (_, k) => sumOf(record, { from: k, to: k + 1 }));
  const [amount = record.amount] = amounts;
  return { id, name, currency, nextPaymentDate, amount, amounts, isEstimate: details?.amountVaries === true };
}

/** What the payments of a subscription cost from one number on, and before another one; the next payment is 0. */
export function sumOf(record: Subscription, { from, to }: { readonly from: number; readonly to: number }): number {
  const schedule = scheduleIn(record);
  const { amount, details } = record;
  const prices = pricesOf(checkedHundredths(amount), details?.priceSteps ?? [], details?.earlierPrices);
  return schedule === undefined ? 0 : amountOf(sumOfPayments(schedule, prices, from, to));
}

/** How many payments of a subscription are due by a day `YYYY-MM-DD`; 0 unless it is active. */
export function duePayments(record: Subscription, today: string): number {
  const schedule = scheduleIn(record);
  return schedule === undefined ? 0 : occurrencesThrough(schedule, countedDay(numberOfDay(today)));
}

function scheduleIn(record: Subscription) {
  const anchor = record.status === 'active' ? anchorOf(record) : undefined;
  return anchor && scheduleOf(anchor);
}

/** What the due dates of a subscription follow from; undefined for an interval that the page does not know. */
export function anchorOf(record: Subscription): EndingAnchor | undefined {
  const { anchorDay = null, endsOn = null } = record.details ?? {};
  const stored = storedPeriodOf(record);
  return stored && { ...stored, lastPaymentDate: record.lastPaymentDate, anchorDay, endsOn };
}
