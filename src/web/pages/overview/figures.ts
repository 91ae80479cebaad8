import { monthlyHundredths, spendOfCurrencies } from '../../../domain/analytics/equivalents.ts';
import { amountOf, sumAmounts } from '../../../domain/billing/money.ts';
import type { Schemas } from '../../api/schemas.ts';
import { pricedOf } from '../../format/intervals.ts';
import type { Amount } from '../../format/sums.ts';

type Summary = Pick<Schemas['SpendSummary'], 'byCategory'>;
type Forecast = Pick<Schemas['Forecast'], 'months'>;

/** How many categories have a colour of their own. */
const colouredCategories = 4;

/** A category, or all that have no colour of their own. */
export interface Slice {
  /** The name of the category; null for all the rest together. */
  readonly category: string | null;
  readonly amount: number;
}

/** A month of the forecast: an amount for each of the slices, and their sum. */
export interface MonthBar {
  readonly month: string;
  readonly amounts: readonly number[];
  readonly total: number;
}

/** What each category costs a month in a currency, the most expensive first; beyond the fifth they are one. */
export function slicesOf({ byCategory }: Summary, currency: string): readonly Slice[] {
  const all = byCategory
    .map(({ category, monthlyTotalsByCurrency }) => ({ category, amount: monthlyTotalsByCurrency[currency] ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount || a.category.localeCompare(b.category));
  if (all.length <= colouredCategories + 1) return all;
  return [
    ...all.slice(0, colouredCategories),
    { category: null, amount: sumAmounts(all.slice(colouredCategories).map(({ amount }) => amount)) },
  ];
}

/** The months of a forecast in a currency, each cut into the given slices. What belongs to none of them is in the last. */
export function monthBars({ months }: Forecast, currency: string, slices: readonly Slice[]): readonly MonthBar[] {
  return months.map(({ month, totalsByCurrency, byCategory }) => {
    const amounts = slices.map(() => 0);
    for (const { category, totalsByCurrency: totals } of byCategory) {
      const own = slices.findIndex((slice) => slice.category === category);
      const index = own === -1 ? slices.length - 1 : own;
      amounts[index] = sumAmounts([amounts[index] ?? 0, totals[currency] ?? 0]);
    }
    return { month, amounts, total: totalsByCurrency[currency] ?? 0 };
  });
}

/** The month with the highest sum, the earliest of several; undefined when nothing is due. */
export function heaviestOf(bars: readonly MonthBar[]): MonthBar | undefined {
  const [first] = bars.toSorted((a, b) => b.total - a.total);
  return first !== undefined && first.total > 0 ? first : undefined;
}

type AboveAverage = Schemas['Optimizations']['aboveAverageInCurrency'][number];
type Change = Pick<
  Schemas['PriceChange'],
  'previousAmount' | 'amount' | 'currency' | 'period' | 'customDate' | 'everyMonths'
>;

const remarkableTimes = 2;

/** The subscription that exceeds the average of its currency the most, and how many times; undefined below twice. */
export function mostUnusual(
  all: readonly AboveAverage[],
): { readonly subscription: AboveAverage; readonly times: number } | undefined {
  const [most] = all
    .map((subscription) => ({
      subscription,
      times: subscription.monthlyEquivalent / subscription.currencyMonthlyAverage,
    }))
    .toSorted((a, b) => b.times - a.times);
  return most !== undefined && most.times >= remarkableTimes ? most : undefined;
}

/** How many prices rose, and what that costs more a month, by currency. */
export function risesOf(changes: readonly Change[]): { readonly count: number; readonly sums: readonly Amount[] } {
  const rises = changes.filter(({ amount, previousAmount }) => amount > previousAmount);
  const groups = rises.map((change) => ({
    ...pricedOf(sumAmounts([change.amount, -change.previousAmount]), change),
    currency: change.currency,
    subscriptions: 1,
  }));
  const sums = Array.from(spendOfCurrencies(groups), ([currency, { yearly }]) => ({
    currency,
    amount: amountOf(monthlyHundredths(yearly)),
  }));
  return { count: rises.length, sums };
}
