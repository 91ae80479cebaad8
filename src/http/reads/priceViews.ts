import { changePercent, type PriceEntry } from '../../domain/subscriptions/prices.ts';
import type { PriceChange } from '../../store/reports/prices.ts';

/** A price of a subscription as clients see it. */
export function viewPrice({ since, price, previousAmount }: PriceEntry) {
  // JSON leaves out what is undefined.
  const percent = previousAmount === undefined ? undefined : changePercent(previousAmount, price.amount);
  return { since, ...price, changePercent: percent };
}

/** A change of a price as clients see it. */
export function viewPriceChange(change: PriceChange) {
  const { subscriptionId, name, previousAmount } = change;
  const { since, ...present } = viewPrice(change);
  return { subscriptionId, name, since, previousAmount, ...present };
}
