import { totalsByCurrency } from '../billing/money.ts';
import { compareText } from '../text/text.ts';

/** Who recorded a payment: a client, or the service by automatic renewal. */
export type PaymentSource = 'manual' | 'automatic';

/** The sum of the payments of one category, month and currency, in hundredths. */
export interface SpentGroup {
  readonly category: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly currency: string;
  readonly amountHundredths: number;
}

type Totals = Readonly<Record<string, number>>;

/** What was spent from one day to another. */
interface Spent {
  readonly from: string;
  readonly to: string;
  readonly totalsByCurrency: Totals;
  /** By name. */
  readonly byCategory: readonly { readonly category: string; readonly totalsByCurrency: Totals }[];
  /** Oldest first; without months in which nothing was paid. */
  readonly byMonth: readonly { readonly month: string; readonly totalsByCurrency: Totals }[];
}

/** Sums the groups of payments from one day to another, `YYYY-MM-DD`: exactly, in whole hundredths. */
export function sumSpent(days: { readonly from: string; readonly to: string }, groups: readonly SpentGroup[]): Spent {
  const { from, to } = days;
  return {
    from,
    to,
    totalsByCurrency: totalsOf(groups),
    byCategory: grouped(groups, ({ category }) => category).map(([category, of]) => ({
      category,
      totalsByCurrency: totalsOf(of),
    })),
    byMonth: grouped(groups, ({ month }) => month).map(([month, of]) => ({ month, totalsByCurrency: totalsOf(of) })),
  };
}

function grouped(groups: readonly SpentGroup[], keyOf: (group: SpentGroup) => string) {
  return Array.from(Map.groupBy(groups, keyOf)).sort(([one], [other]) => compareText(one, other));
}

function totalsOf(groups: readonly SpentGroup[]): Totals {
  const sums = new Map<string, number>();
  for (const { currency, amountHundredths } of groups) sums.set(currency, (sums.get(currency) ?? 0) + amountHundredths);
  return totalsByCurrency(sums);
}
