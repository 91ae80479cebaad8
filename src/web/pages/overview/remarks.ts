import { monthlyHundredths, spendOfCurrencies } from '../../../domain/billing/equivalents.ts';
import { amountOf, sumAmounts } from '../../../domain/billing/money.ts';
import type { Schemas } from '../../api/schemas.ts';
import { pricedOf } from '../../format/intervals.ts';
import type { Amount } from '../../format/sums.ts';

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
