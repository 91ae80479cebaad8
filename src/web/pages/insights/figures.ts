import { dateInMonth, dateOf, dayAfter, dayMonthsAfter, monthNumberOf, textOf } from '../../../core/billing/days.ts';
import { sumAmounts } from '../../../core/billing/money.ts';
import { perMonth, type BillingPeriod } from '../../format/intervals.ts';
import type { Schemas } from '../../api/answers.ts';
import { type Days, daysOfPayments, daysOfYear } from '../../subscriptions/schedule.ts';

/** What one of several subscriptions costs, beside the others of its currency. Amounts are in units of the currency. */
export interface Comparison {
  /** Undefined when the page cannot tell. */
  readonly monthly: number | undefined;
  /** How much more it costs a month than the cheapest of its currency; 0 for that one, undefined if all cost the same. */
  readonly more?: number;
}

type Priced = BillingPeriod & { readonly amount: number; readonly currency: string };

/** Compares subscriptions by what they cost a month, each with those of its currency. */
export function compared<Item extends Priced>(items: readonly Item[]): readonly (Item & Comparison)[] {
  const costs = items.map((item) => ({ ...item, monthly: perMonth(item.amount, item) }));
  const ofCurrencies = Map.groupBy(costs, ({ currency }) => currency);
  return costs.map((cost) => {
    const all = (ofCurrencies.get(cost.currency) ?? []).flatMap(({ monthly }) => monthly ?? []);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    if (cost.monthly === undefined || least === most) return cost;
    return { ...cost, more: sumAmounts([cost.monthly, -least]) };
  });
}

/** One bar of a chart: a name, its amount, and its share of the largest amount, from 0 to 1. */
export interface Bar {
  readonly name: string;
  readonly amount: number;
  readonly share: number;
}

export function barsOf(amounts: readonly { readonly name: string; readonly amount: number }[]): readonly Bar[] {
  const most = Math.max(...amounts.map(({ amount }) => amount), 0);
  return amounts.map(({ name, amount }) => ({ name, amount, share: most === 0 ? 0 : amount / most }));
}

type Spent = Pick<Schemas['Spent'], 'to' | 'byMonth' | 'totalsByCurrency'>;
type Totals = Readonly<Record<string, number>>;

/** The months from the first to the last payment of a span, or to its last day; nothing was paid in those that an answer lacks. */
export function monthsOf({ to, byMonth }: Omit<Spent, 'totalsByCurrency'>) {
  const known = new Map(byMonth.map((one) => [one.month, one]));
  return monthsBetween(byMonth[0]?.month ?? to, to).map((month) => {
    const { totalsByCurrency = {}, byCategory = [] } = known.get(month) ?? {};
    return { month, totalsByCurrency, byCategory };
  });
}

function monthsBetween(from: string, to: string): readonly string[] {
  const [first, last] = [`${from.slice(0, 7)}-01`, to].map((day) => monthNumberOf(dateOf(day)));
  return Array.from({ length: Math.max(0, (last ?? 0) - (first ?? 0) + 1) }, (_, step) =>
    textOf(dateInMonth((first ?? 0) + step, 1)).slice(0, 'YYYY-MM'.length),
  );
}

/** The changes that made something dearer, then the others. */
export function risesFirst<Change extends { readonly amount: number; readonly previousAmount: number }>(
  changes: readonly Change[],
): readonly Change[] {
  return changes.toSorted((a, b) => Number(b.amount > b.previousAmount) - Number(a.amount > a.previousAmount));
}

const monthsCompared = 12;

/** What was paid in a span beyond what was paid in the one before it; undefined unless both have payments in twelve months. */
export function compareYears(now: Spent, before: Spent, currency: string) {
  const isRecorded = ({ byMonth }: Spent) =>
    byMonth.filter(({ totalsByCurrency }) => currency in totalsByCurrency).length >= monthsCompared;
  if (!isRecorded(now) || !isRecorded(before)) return undefined;
  const [is = 0, was = 0] = [now.totalsByCurrency[currency], before.totalsByCurrency[currency]];
  const difference = sumAmounts([is, -was]);
  return { difference, changePercent: (difference / was) * 100 };
}

/** What the totals can be restricted to: a year `YYYY`, the last twelve months, everything, or other days. */
export type Span = `${number}` | 'twelve' | 'all' | 'other';

const yearsOffered = 5;

/** The choices of a span: the last twelve months, this year and those before it, then the others. */
export function spansOf(today: string): readonly Span[] {
  const year = Number(today.slice(0, 4));
  const years = Array.from({ length: yearsOffered }, (_, back) => `${year - back}` as const);
  return ['twelve', ...years, 'all', 'other'];
}

/** The days of a span. `other` are the days that a user chose, in either order; an empty one does not restrict. */
export function daysOfSpan(span: Span, today: string, other: Days): Days {
  if (span === 'twelve') return twelveMonthsTo(today);
  const all = daysOfPayments(today);
  if (span === 'all') return all;
  if (span !== 'other') return daysOfYear(span);
  const [from, to] = [other.from || all.from, other.to || all.to];
  return from <= to ? { from, to } : { from: to, to: from };
}

export function twelveMonthsTo(to: string): Days {
  return { from: dayAfter(dayMonthsAfter(to, -12), 1), to };
}

export function twelveMonthsBefore(to: string): Days {
  return twelveMonthsTo(dayMonthsAfter(to, -12));
}

interface Vendor {
  readonly subscriptionId: string;
  readonly name: string;
  readonly totalsByCurrency: Totals;
}

/** What was paid to each vendor in one currency, the highest first. */
export function vendorBars(
  vendors: readonly Vendor[],
  currency: string,
): readonly (Bar & { readonly subscriptionId: string })[] {
  const paid = vendors
    .flatMap(({ subscriptionId, name, totalsByCurrency }) => {
      const amount = totalsByCurrency[currency];
      return amount === undefined ? [] : [{ subscriptionId, name, amount }];
    })
    .toSorted((a, b) => b.amount - a.amount);
  return barsOf(paid).map((bar, at) => ({ ...bar, subscriptionId: paid[at]?.subscriptionId ?? '' }));
}
