import { dateInMonth, dateOf, monthNumberOf, textOf } from '../../../core/billing/days.ts';
import { sumAmounts } from '../../../core/billing/money.ts';
import { perMonth, type BillingPeriod } from '../../format/intervals.ts';

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

/** The bars of some amounts, in their order. */
export function barsOf(amounts: readonly { readonly name: string; readonly amount: number }[]): readonly Bar[] {
  const most = Math.max(...amounts.map(({ amount }) => amount), 0);
  return amounts.map(({ name, amount }) => ({ name, amount, share: most === 0 ? 0 : amount / most }));
}

type Totals = Readonly<Record<string, number>>;

/** What was spent in each month `YYYY-MM` from one day to another, in one currency; 0 where nothing was paid. */
export function monthlySpent(
  { from, to, byMonth }: { readonly from: string; readonly to: string; readonly byMonth: readonly MonthTotals[] },
  currency: string,
): readonly Bar[] {
  const sums = new Map(byMonth.map(({ month, totalsByCurrency }) => [month, totalsByCurrency[currency] ?? 0]));
  return barsOf(monthsBetween(from, to).map((name) => ({ name, amount: sums.get(name) ?? 0 })));
}

interface MonthTotals {
  readonly month: string;
  readonly totalsByCurrency: Totals;
}

function monthsBetween(from: string, to: string): readonly string[] {
  const [first, last] = [monthNumberOf(dateOf(from)), monthNumberOf(dateOf(to))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) =>
    textOf(dateInMonth(first + step, 1)).slice(0, 'YYYY-MM'.length),
  );
}

/** What was spent on each category in one currency, the largest first. */
export function categorySpent(
  byCategory: readonly { readonly category: string; readonly totalsByCurrency: Totals }[],
  currency: string,
): readonly Bar[] {
  const amounts = byCategory.flatMap(({ category: name, totalsByCurrency }) => {
    const amount = totalsByCurrency[currency];
    return amount === undefined ? [] : [{ name, amount }];
  });
  return barsOf(amounts.toSorted((a, b) => b.amount - a.amount));
}

/** The currencies of some totals, that of the most categories first. The amounts of two currencies are not compared. */
export function currenciesOf({ totalsByCurrency, byCategory }: Spent): readonly string[] {
  const used = (currency: string) => byCategory.filter(({ totalsByCurrency: own }) => currency in own).length;
  return Object.keys(totalsByCurrency).toSorted((a, b) => used(b) - used(a) || a.localeCompare(b));
}

interface Spent {
  readonly totalsByCurrency: Totals;
  readonly byCategory: readonly { readonly totalsByCurrency: Totals }[];
}

/** How many prices rose, and how many fell. */
export function directionsOf(changes: readonly { readonly amount: number; readonly previousAmount: number }[]) {
  const rose = changes.filter(({ amount, previousAmount }) => amount > previousAmount).length;
  return { rose, fell: changes.length - rose };
}

/** Groups items by currency: the currency with the most items first. */
export function byCurrency<Item extends { readonly currency: string }>(items: readonly Item[]) {
  return Array.from(Map.groupBy(items, ({ currency }) => currency)).sort(([, a], [, b]) => b.length - a.length);
}
