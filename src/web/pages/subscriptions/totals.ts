import { monthlyHundredths, spendOfCurrencies } from '../../../domain/analytics/equivalents.ts';
import { amountOf, roundHalfUp } from '../../../domain/billing/money.ts';
import { compareText } from '../../../domain/text/text.ts';
import { pricedOf } from '../../format/intervals.ts';
import type { Currency, Subscription } from '../../subscriptions/record.ts';

/** What the active ones of some subscriptions cost in one currency. */
export interface Total {
  readonly currency: Currency;
  readonly monthly: number;
  readonly yearly: number;
  /** How many active subscriptions it sums. */
  readonly subscriptions: number;
}

/**
 * The sums of the active subscriptions by currency: exact, and rounded once, as the reports of the API are. The currency of
 * most subscriptions is first.
 */
export function totalsOf(subscriptions: readonly Subscription[]): readonly Total[] {
  const active = subscriptions.filter(({ status }) => status === 'active');
  const groups = active.map((one) => ({ ...pricedOf(one.amount, one), currency: one.currency, subscriptions: 1 }));
  return Array.from(spendOfCurrencies(groups), ([currency, { activeSubscriptions, yearly }]) => ({
    currency,
    monthly: amountOf(monthlyHundredths(yearly)),
    yearly: amountOf(roundHalfUp(yearly)),
    subscriptions: activeSubscriptions,
  })).sort((a, b) => b.subscriptions - a.subscriptions || compareText(a.currency, b.currency));
}
