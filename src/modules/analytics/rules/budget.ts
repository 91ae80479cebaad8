import {
  amountOf,
  checkedHundredths,
  compareExact,
  hundredthsOfSum,
  roundHalfUp,
  sumExact,
  type ExactHundredths,
} from '../../../core/billing/money.ts';
import type { MonthlyBudget } from '../../owners/model.ts';
import { forecast, type PricedSchedule } from './forecast.ts';

/** What a sum of a currency, in hundredths, is in the currency of the budget; undefined where it cannot be converted. */
export type Convert = (hundredths: bigint, currency: string) => ExactHundredths | undefined;

/** Leaves a currency as it is, and converts no other one. */
function onlyIn(budgetCurrency: string): Convert {
  return (numerator, currency) => (currency === budgetCurrency ? { numerator, denominator: 1n } : undefined);
}

type BudgetRange = Omit<Parameters<typeof forecast>[1], 'asOf'>;

/**
 * The sums of the months of a forecast in the currency of a budget, with whether each is over it, and the currencies that are in
 * none of them.
 *
 * @param subscriptions active ones, in any order
 */
export function compareWithBudget(
  { amount, currency }: MonthlyBudget,
  subscriptions: readonly PricedSchedule[],
  range: BudgetRange,
  convert = onlyIn(currency),
) {
  const budget = { numerator: BigInt(checkedHundredths(amount)), denominator: 1n };
  const missing = new Set<string>();
  // Of one category, because sums by category are not used, and are limited.
  const { months } = forecast(
    subscriptions.map((one) => ({ ...one, category: '' })),
    // The instant is not shown.
    { ...range, asOf: '' },
  );
  const compared = months.map(({ month, totalsByCurrency }) => {
    const sums = Object.entries(totalsByCurrency).flatMap(([of, total]) => {
      const sum = convert(hundredthsOfSum(total), of);
      if (sum === undefined) missing.add(of);
      return sum ?? [];
    });
    const sum = sumExact(sums);
    return { month, total: amountOf(roundHalfUp(sum)), over: compareExact(sum, budget) > 0 };
  });
  return { amount, currency, months: compared, missing: Array.from(missing).sort() };
}
