import { dayAfter, dayMonthsAfter } from '../../../core/billing/days.ts';
import { sumAmounts } from '../../../core/billing/money.ts';
import { type Days, daysOfPayments, daysOfYear } from '../../subscriptions/schedule.ts';
import { barsOf, type Bar } from './figures.ts';

/** What the totals can be restricted to: a year `YYYY`, the last twelve months, everything, or other days. */
export type Span = `${number}` | 'twelve' | 'all' | 'other';

const yearsOffered = 5;

/** The choices of a span: this year and those before it, then the others. */
export function spansOf(today: string): readonly Span[] {
  const year = Number(today.slice(0, 4));
  const years = Array.from({ length: yearsOffered }, (_, back) => `${year - back}` as const);
  return [...years, 'twelve', 'all', 'other'];
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

/** The twelve months that end on a day. */
export function twelveMonthsTo(to: string): Days {
  return { from: dayAfter(dayMonthsAfter(to, -12), 1), to };
}

/** The twelve months before those that end on a day. */
export function twelveMonthsBefore(to: string): Days {
  return twelveMonthsTo(dayMonthsAfter(to, -12));
}

type Totals = Readonly<Record<string, number>>;

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

/** What was paid in one currency in some time, and in the time before it. */
export interface Comparison {
  readonly currency: string;
  readonly now: number;
  readonly before: number;
  /** How much more was paid; negative when it was less. */
  readonly difference: number;
  /** The difference in percent of what was paid before; undefined when that was nothing. */
  readonly changePercent: number | undefined;
}

/** Compares totals with those before them, each currency by itself, in the order of the alphabet. */
export function compareTotals(now: Totals, before: Totals): readonly Comparison[] {
  const currencies = Array.from(new Set([...Object.keys(now), ...Object.keys(before)])).toSorted();
  return currencies.map((currency) => {
    const [is, was] = [now[currency] ?? 0, before[currency] ?? 0];
    const difference = sumAmounts([is, -was]);
    return {
      currency,
      now: is,
      before: was,
      difference,
      changePercent: was === 0 ? undefined : (difference / was) * 100,
    };
  });
}
