import { amountOf, checkedHundredths, roundHalfUp } from '../../../core/billing/money.ts';
import type { MonthlyBudget } from '../../owners/model.ts';
import { convertIntoIfKnown, partsOf, type ExactRates } from '../../rates/rules/conversion.ts';
import { forecast, type PricedSchedule } from './forecast.ts';

type BudgetRange = Omit<Parameters<typeof forecast>[1], 'asOf'> & {
  /** The exchange rates of the owner, if there are some. */
  readonly rates?: ExactRates | undefined;
};

/**
 * The sums of the months of a forecast in the currency of a budget, with whether each is over it, and the currencies that are in
 * none of them, because they have no rate.
 *
 * @param subscriptions active ones, in any order
 */
export function compareWithBudget(
  { amount, currency }: MonthlyBudget,
  subscriptions: readonly PricedSchedule[],
  { rates, ...range }: BudgetRange,
) {
  const converter = convertIntoIfKnown(currency, rates);
  // The instant is not shown.
  const { months } = forecast(subscriptions, { ...range, asOf: '', isOfOne: true });
  const compared = months.map(({ month, totalsByCurrency }) => {
    const total = roundHalfUp(converter.exact(partsOf(totalsByCurrency)) ?? { numerator: 0n, denominator: 1n });
    // As people see both: a fraction of a hundredth more is not over it.
    return { month, total: amountOf(total), over: total > checkedHundredths(amount) };
  });
  return { amount, currency, months: compared, missing: converter.missing() };
}
