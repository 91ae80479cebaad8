import { amountOf } from '../../core/billing/money.ts';
import { perMonth } from '../format/intervals.ts';
import type { Subscription } from './fields.ts';

/** A subscription that costs much more than the others of its category. Amounts are those of a month. */
export interface Unusual {
  readonly subscription: Subscription;
  readonly monthly: number;
  /** What the others of the category cost on average. */
  readonly average: number;
  /** How many times the average it costs. */
  readonly times: number;
}

/** From how many times the average on a subscription is unusual. */
const unusualTimes = 2;
/** What is such a share of all costs of its currency, as a rent is, is compared with nothing. */
const majorShare = 0.25;
/** Fewer have no average. */
const othersAtLeast = 2;

/**
 * The active subscriptions that cost more than twice the average of the others of their category and currency, the most
 * unusual first. What is a quarter of all costs of a currency or more, such as a rent, is left out.
 */
export function unusualOf(all: readonly Subscription[]): readonly Unusual[] {
  const priced = all.flatMap((subscription) => {
    const monthly = subscription.status === 'active' ? perMonth(subscription.amount, subscription) : undefined;
    return monthly === undefined ? [] : [{ subscription, monthly }];
  });
  const sums = sumsBy(priced, ({ subscription }) => subscription.currency);
  const minor = priced.filter(
    ({ subscription, monthly }) => monthly < majorShare * (sums.get(subscription.currency)?.sum ?? 0),
  );
  const groups = sumsBy(minor, groupOf);
  return minor
    .flatMap((one) => {
      const { sum, count } = groups.get(groupOf(one)) ?? { sum: 0, count: 0 };
      const average = (sum - one.monthly) / (count - 1);
      const isUnusual = count > othersAtLeast && average > 0 && one.monthly > unusualTimes * average;
      return isUnusual ? [{ ...one, average: roundedAmount(average), times: one.monthly / average }] : [];
    })
    .toSorted((a, b) => b.times - a.times);
}

interface Priced {
  readonly subscription: Subscription;
  readonly monthly: number;
}

function groupOf({ subscription: { currency, category } }: Priced): string {
  return `${currency} ${category}`;
}

function sumsBy(items: readonly Priced[], keyOf: (one: Priced) => string) {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const one of items) {
    const { sum, count } = sums.get(keyOf(one)) ?? { sum: 0, count: 0 };
    sums.set(keyOf(one), { sum: sum + one.monthly, count: count + 1 });
  }
  return sums;
}

function roundedAmount(amount: number): number {
  return amountOf(Math.round(amount * 100));
}
