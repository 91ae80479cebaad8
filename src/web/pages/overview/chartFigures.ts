import { sumAmounts } from '../../../core/billing/money.ts';
import type { Schemas } from '../../api/answers.ts';
import { coloursOf } from '../../format/colours.ts';

type Summary = Pick<Schemas['SpendSummary'], 'byCategory'>;
type Forecast = Pick<Schemas['Forecast'], 'months'>;

/** How many categories a chart names. */
const namedCategories = 5;

/** A category, or all that a chart does not name. */
export interface Slice {
  /** The name of the category; null for all the rest together. */
  readonly category: string | null;
  readonly amount: number;
  /** The number of its colour; null for the grey of all the rest. */
  readonly colour: number | null;
}

/** A month of the forecast: an amount for each of the slices, and their sum. */
export interface MonthBar {
  readonly month: string;
  readonly amounts: readonly number[];
  readonly total: number;
}

/** What each category costs a month in a currency, the most expensive first; beyond the sixth they are one. */
export function slicesOf({ byCategory }: Summary, currency: string): readonly Slice[] {
  const all = byCategory
    .map(({ category, monthlyTotalsByCurrency }) => ({ category, amount: monthlyTotalsByCurrency[currency] ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount || a.category.localeCompare(b.category));
  const named = all.length <= namedCategories + 1 ? all : all.slice(0, namedCategories);
  const rest = all.slice(named.length).map(({ amount }) => amount);
  const colours = coloursOf(
    byCategory.map(({ category }) => category),
    named.map(({ category }) => category),
  );
  return [
    ...named.map((slice) => ({ ...slice, colour: colours.get(slice.category) ?? null })),
    ...(rest.length > 0 ? [{ category: null, amount: sumAmounts(rest), colour: null }] : []),
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
