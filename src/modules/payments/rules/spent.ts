import { totalsByCurrency } from '../../../core/billing/money.ts';
import { compareText, joinEqualTexts } from '../../../core/text/text.ts';

/** The payments of one subscription, month and currency: their number, and their sum in hundredths. */
export interface SpentGroup {
  readonly subscriptionId: string;
  readonly name: string;
  readonly category: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly currency: string;
  readonly payments: number;
  readonly amountHundredths: number;
}

/** The most subscriptions in the report. */
export const subscriptionsOfSpentMax = 100;

type Totals = Readonly<Record<string, number>>;

/** What was spent on each category, by name. */
type CategoryTotals = readonly { readonly category: string; readonly totalsByCurrency: Totals }[];

/** What was spent from one day to another. */
interface Spent {
  readonly from: string;
  readonly to: string;
  readonly totalsByCurrency: Totals;
  /** By name. */
  readonly byCategory: CategoryTotals;
  /** Oldest first; without months in which nothing was paid. */
  readonly byMonth: readonly {
    readonly month: string;
    readonly totalsByCurrency: Totals;
    readonly byCategory?: CategoryTotals;
  }[];
  /** The highest first: by the highest total of one currency, then by name. At most {@link subscriptionsOfSpentMax}. */
  readonly bySubscription: readonly {
    readonly subscriptionId: string;
    readonly name: string;
    readonly payments: number;
    readonly totalsByCurrency: Totals;
  }[];
}

/** Sums the payments from one day to another, `YYYY-MM-DD`: exactly, in whole hundredths; if wanted, each month by category. */
export function sumSpent(
  { from, to, withCategories }: { readonly from: string; readonly to: string; readonly withCategories: boolean },
  groups: readonly SpentGroup[],
): Spent {
  const categories = joinEqualTexts();
  const byCategory = (some: readonly SpentGroup[]) =>
    grouped(some, ({ category }) => categories.keyOf(category)).map(([key, of]) => ({
      category: categories.shownOf(key),
      totalsByCurrency: totalsByCurrency(sumsOf(of)),
    }));
  return {
    from,
    to,
    totalsByCurrency: totalsByCurrency(sumsOf(groups)),
    byCategory: byCategory(groups),
    byMonth: grouped(groups, ({ month }) => month).map(([month, of]) => ({
      month,
      totalsByCurrency: totalsByCurrency(sumsOf(of)),
      ...(withCategories && { byCategory: byCategory(of) }),
    })),
    bySubscription: bySubscription(groups),
  };
}

/** Amounts of different currencies are not added: what decides the order is the highest total of one currency. */
function bySubscription(groups: readonly SpentGroup[]): Spent['bySubscription'] {
  return Array.from(Map.groupBy(groups, ({ subscriptionId }) => subscriptionId).values(), (of) => {
    const sums = sumsOf(of);
    return { of, name: of[0]?.name ?? '', sums, highest: Math.max(...sums.values()) };
  })
    .sort((a, b) => b.highest - a.highest || compareText(a.name, b.name))
    .slice(0, subscriptionsOfSpentMax)
    .map(({ of, name, sums }) => ({
      subscriptionId: of[0]?.subscriptionId ?? '',
      name,
      payments: of.reduce((sum, group) => sum + group.payments, 0),
      totalsByCurrency: totalsByCurrency(sums),
    }));
}

function grouped(groups: readonly SpentGroup[], keyOf: (group: SpentGroup) => string) {
  return Array.from(Map.groupBy(groups, keyOf)).sort(([one], [other]) => compareText(one, other));
}

/** The sum of each currency, in hundredths. */
export function sumsOf(groups: readonly SpentGroup[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, amountHundredths } of groups) sums.set(currency, (sums.get(currency) ?? 0) + amountHundredths);
  return sums;
}
