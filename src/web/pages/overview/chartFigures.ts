import { sumAmounts } from '../../../core/billing/money.ts';
import type { Schemas } from '../../api/answers.ts';
import { coloursOf } from '../../format/colours.ts';

type Month = Omit<Schemas['Forecast']['months'][number], 'payments'>;

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
  /** From what to what the total may be, if it is an estimate. */
  readonly range?: Schemas['AmountRange'] | undefined;
}

export interface Cost {
  readonly category: string;
  readonly amount: number;
}

/** What costs anything, the most expensive first. */
export function dearestFirst(costs: readonly Cost[]): readonly Cost[] {
  return costs
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount || a.category.localeCompare(b.category));
}

/** The categories with their amounts in one currency, the most expensive first; beyond the sixth they are one. */
export function slicesOf(amounts: readonly Cost[]): readonly Slice[] {
  const all = dearestFirst(amounts);
  const named = all.length <= namedCategories + 1 ? all : all.slice(0, namedCategories);
  const rest = all.slice(named.length).map(({ amount }) => amount);
  const colours = coloursOf(
    amounts.map(({ category }) => category),
    named.map(({ category }) => category),
  );
  return [
    ...named.map((slice) => ({ ...slice, colour: colours.get(slice.category) ?? null })),
    ...(rest.length > 0 ? [{ category: null, amount: sumAmounts(rest), colour: null }] : []),
  ];
}

/** Months in a currency, each cut into the given slices. What belongs to none of them is in the last. */
export function monthBars(months: readonly Month[], currency: string, slices: readonly Slice[]): readonly MonthBar[] {
  return months.map(({ month, totalsByCurrency, byCategory, range }) => {
    const amounts = slices.map(() => 0);
    for (const { category, totalsByCurrency: totals } of byCategory) {
      const own = slices.findIndex((slice) => slice.category === category);
      const index = own === -1 ? slices.length - 1 : own;
      amounts[index] = sumAmounts([amounts[index] ?? 0, totals[currency] ?? 0]);
    }
    return { month, amounts, total: totalsByCurrency[currency] ?? 0, range: range?.[currency] };
  });
}

/** The same months without the slices that are hidden, which stand as zero. */
export function visibleBars(bars: readonly MonthBar[], isHidden: readonly boolean[]): readonly MonthBar[] {
  if (!isHidden.includes(true)) return bars;
  return bars.map(({ month, amounts }) => {
    const visible = amounts.map((amount, index) => (isHidden[index] === true ? 0 : amount));
    return { month, amounts: visible, total: sumAmounts(visible) };
  });
}

/** The month with the highest sum, the earliest of several; undefined when nothing is due. */
export function heaviestOf(bars: readonly MonthBar[]): MonthBar | undefined {
  const [first] = bars.toSorted((a, b) => b.total - a.total);
  return first !== undefined && first.total > 0 ? first : undefined;
}
