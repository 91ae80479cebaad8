import { dayOfNumber, numberOfDay } from '../../../core/billing/days.ts';
import { amountOf, totalsByCurrency } from '../../../core/billing/money.ts';
import {
  countedDay,
  dueDay,
  dueDays,
  occurrencesThrough,
  scheduleOf,
  type EndingAnchor,
} from '../../../core/billing/occurrences.ts';
import { amountOn, sumOfPayments, type Prices } from '../../../core/billing/prices.ts';
import { rangeOn, type AmountRange, type EstimatedPrices } from '../../payments/rules/estimates.ts';
import type { Currency } from '../../subscriptions/model.ts';
import { ReportRefused } from './reportRefused.ts';

/** A range of days and a page of the payments in it. */
export interface PaymentRange {
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Days before today have no payments to come. */
  readonly from: string;
  readonly to: string;
  readonly page: { readonly limit: number; readonly offset: number };
}

/** An active subscription as the list of payments needs it, until its row is read. */
export interface ScheduledRow extends EndingAnchor, EstimatedPrices {
  /** Identifies the row. */
  readonly sequence: number;
  readonly currency: Currency;
}

/** A payment on a page: the day, and the subscription that is paid. */
interface PlacedPayment {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly sequence: number;
  readonly amountHundredths: number;
  /** Only of an estimate, in hundredths. */
  readonly range?: AmountRange;
}

const paymentsMax = 100_000;

/**
 * The payments of a range of days: the totals of all of them, and one page, by day and then in the order of the rows.
 *
 * @throws {ReportRefused} for more than 100,000 payments
 */
export function placePayments(rows: Iterable<ScheduledRow>, { today, from, to, page }: PaymentRange) {
  const [first, last] = [numberOfDay(from < today ? today : from), numberOfDay(to)];
  const [firstDay, lastDay] = [countedDay(first), countedDay(last)];
  const totals = new Map<Currency, number>();
  const days: ScheduledRow[][] = Array.from({ length: Math.max(0, last - first + 1) }, () => []);
  let payments = 0;
  for (const row of rows) {
    const due = dueDays(scheduleOf(row), firstDay, lastDay);
    payments += due.length;
    if (payments > paymentsMax) throw new ReportRefused('tooManyPayments');
    for (const day of due) {
      days[day - first]?.push(row);
      totals.set(row.currency, (totals.get(row.currency) ?? 0) + amountOn(row, day));
    }
  }
  return {
    placed: pageOf(days, first, page),
    hasMore: payments > page.offset + page.limit,
    totalsByCurrency: totalsByCurrency(totals),
  };
}

/** One page of the payments of some days. */
function pageOf(days: readonly (readonly ScheduledRow[])[], first: number, { limit, offset }: PaymentRange['page']) {
  const placed: PlacedPayment[] = [];
  let skipped = 0;
  for (const [index, rows] of days.entries()) {
    if (placed.length === limit) break;
    const start = Math.max(0, offset - skipped);
    skipped += Math.min(start, rows.length);
    const chosen = rows.slice(start, start + limit - placed.length);
    placed.push(...chosen.map((row) => placedOn(row, first + index)));
  }
  return placed;
}

function placedOn(row: ScheduledRow, day: number): PlacedPayment {
  const { sequence, estimate } = row;
  const placed = { date: dayOfNumber(day), sequence, amountHundredths: amountOn(row, day) };
  return estimate === undefined ? placed : { ...placed, range: rangeOn(estimate, day) };
}

/** The most days of missed payments that a row has. */
export const missedDaysMax = 100;

/**
 * The payments of a subscription that were due before today, at least one: how many, and the first days, `YYYY-MM-DD`. If they do not all
 * cost the same, also what those of these days cost, and what all cost together.
 */
export function missedOf(due: EndingAnchor & Prices, today: string) {
  const schedule = scheduleOf(due);
  const missedPayments = occurrencesThrough(schedule, countedDay(numberOfDay(today) - 1));
  const days = Array.from({ length: Math.min(missedPayments, missedDaysMax) }, (_, k) => dueDay(schedule, k + 1));
  const missed = { missedPayments, missedOn: days.map(dayOfNumber) };
  const [first = 0, ...others] = days.map((day) => amountOn(due, day));
  const total = sumOfPayments(schedule, due, 0, missedPayments);
  if (others.every((one) => one === first) && total === first * missedPayments) return missed;
  return { ...missed, missedAmounts: [first, ...others].map(amountOf), missedTotal: amountOf(total) };
}
