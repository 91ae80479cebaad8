import { totalsByCurrency } from '../billing/money.ts';
import { compareText } from '../text/text.ts';

/** The sum of the payments of one category, month and currency, in hundredths. */
export interface SpentGroup {
  readonly category: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly currency: string;
  readonly amountHundredths: number;
}

/** The payments of one subscription and currency: their number, and their sum in hundredths. */
export interface SubscriptionSpent {
  readonly subscriptionId: string;
  readonly name: string;
  readonly currency: string;
  readonly payments: number;
  readonly amountHundredths: number;
}

/** The sums of the payments, by category and month and by subscription. */
export interface SpentSums {
  readonly groups: readonly SpentGroup[];
  readonly subscriptions: readonly SubscriptionSpent[];
}

/** The most subscriptions in the report. */
export const subscriptionsOfSpentMax = 100;

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
  /** The highest first: by the highest total of one currency, then by name. At most {@link subscriptionsOfSpentMax}. */
  readonly bySubscription: readonly {
    readonly subscriptionId: string;
    readonly name: string;
    readonly payments: number;
    readonly totalsByCurrency: Totals;
  }[];
}

/** Sums the payments from one day to another, `YYYY-MM-DD`: exactly, in whole hundredths. */
export function sumSpent(
  { from, to }: { readonly from: string; readonly to: string },
  { groups, subscriptions }: SpentSums,
): Spent {
  return {
    from,
    to,
    totalsByCurrency: totalsOf(groups),
    byCategory: grouped(groups, ({ category }) => category).map(([category, of]) => ({
      category,
      totalsByCurrency: totalsOf(of),
    })),
    byMonth: grouped(groups, ({ month }) => month).map(([month, of]) => ({ month, totalsByCurrency: totalsOf(of) })),
    bySubscription: bySubscription(subscriptions),
  };
}

/** Amounts of different currencies are not added: what decides the order is the highest total of one currency. */
function bySubscription(rows: readonly SubscriptionSpent[]): Spent['bySubscription'] {
  const highestOf = (of: readonly SubscriptionSpent[]) => Math.max(...of.map((row) => row.amountHundredths));
  return Array.from(Map.groupBy(rows, ({ subscriptionId }) => subscriptionId).values(), (of) => ({
    of,
    name: of[0]?.name ?? '',
    highest: highestOf(of),
  }))
    .sort((a, b) => b.highest - a.highest || compareText(a.name, b.name))
    .slice(0, subscriptionsOfSpentMax)
    .map(({ of, name }) => ({
      subscriptionId: of[0]?.subscriptionId ?? '',
      name,
      payments: of.reduce((sum, row) => sum + row.payments, 0),
      totalsByCurrency: totalsOf(of),
    }));
}

function grouped(groups: readonly SpentGroup[], keyOf: (group: SpentGroup) => string) {
  return Array.from(Map.groupBy(groups, keyOf)).sort(([one], [other]) => compareText(one, other));
}

function totalsOf(groups: readonly Pick<SpentGroup, 'currency' | 'amountHundredths'>[]): Totals {
  const sums = new Map<string, number>();
  for (const { currency, amountHundredths } of groups) sums.set(currency, (sums.get(currency) ?? 0) + amountHundredths);
  return totalsByCurrency(sums);
}
