import type { Schemas } from '../../api/schemas.ts';
import type { Amount } from '../../format/sums.ts';

type AboveAverage = Schemas['Optimizations']['aboveAverageInCurrency'][number];
type Change = Pick<
  Schemas['PriceChange'],
  'previousAmount' | 'amount' | 'currency' | 'period' | 'customDate' | 'everyMonths'
>;

const daysInYear = 365;
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
  const sums = Array.from(
    Map.groupBy(rises, ({ currency }) => currency),
    ([currency, own]) => ({
      currency,
      amount: roundedToCents(own.reduce((sum, change) => sum + risePerMonth(change), 0)),
    }),
  );
  return { count: rises.length, sums };
}

function risePerMonth(change: Change): number {
  return ((change.amount - change.previousAmount) * paymentsInYear(change)) / 12;
}

function roundedToCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function paymentsInYear({ period, customDate, everyMonths }: Change): number {
  if (period === 'monthly') return 12;
  if (period === 'yearly') return 1;
  return everyMonths === undefined ? daysInYear / Number(customDate) : 12 / everyMonths;
}
