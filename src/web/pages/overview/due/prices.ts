import { dayAfter } from '../../../../domain/billing/days.ts';
import type { Schemas } from '../../../api/schemas.ts';
import { intervalOf, type BillingPeriod } from '../../../format/intervals.ts';

type Change = Pick<Schemas['PriceChange'], 'subscriptionId' | 'previousAmount' | 'since' | 'amount'>;

/** About how many days a unit has: never fewer than there are. */
const longestDays = { day: 1, week: 7, month: 31, year: 366 } as const;

/**
 * What a subscription cost before its price changed since its last payment; undefined if it did not.
 *
 * @param changes the changes of all prices, newest first
 * @param due the day of its next payment, `YYYY-MM-DD`
 */
export function earlierPrice(
  changes: readonly Change[],
  subscriptionId: string,
  due: string,
  billing: BillingPeriod,
): number | undefined {
  const { unit, count } = intervalOf(billing);
  const lastPayment = dayAfter(due, -count * longestDays[unit]);
  const own = changes.filter((change) => change.subscriptionId === subscriptionId);
  const oldest = own.findLast(({ since }) => since.slice(0, 10) >= lastPayment);
  return oldest === undefined || oldest.previousAmount === own[0]?.amount ? undefined : oldest.previousAmount;
}
