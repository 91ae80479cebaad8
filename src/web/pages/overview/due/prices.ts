import type { Schemas } from '../../../api/schemas.ts';
import { dayNumberOf, dayOf } from '../../../format/dates.ts';

/** What says how often a subscription is paid. */
export interface Cycle {
  readonly period: Schemas['Period'];
  /** The days of a cycle, while the period is custom and no number of months is given. */
  readonly days?: number | undefined;
  readonly months?: number | undefined;
}

type Change = Pick<Schemas['PriceChange'], 'subscriptionId' | 'previousAmount' | 'since' | 'amount'>;

/** About how many days lie between two payments: never fewer than there are. */
function longestCycle({ period, days, months }: Cycle): number {
  if (period === 'monthly') return 31;
  if (period === 'yearly') return 366;
  return months === undefined ? (days ?? 0) : months * 31;
}

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
  cycle: Cycle,
): number | undefined {
  const lastPayment = dayOf(dayNumberOf(due) - longestCycle(cycle));
  const own = changes.filter((change) => change.subscriptionId === subscriptionId);
  const oldest = own.findLast(({ since }) => since.slice(0, 10) >= lastPayment);
  return oldest === undefined || oldest.previousAmount === own[0]?.amount ? undefined : oldest.previousAmount;
}
