import {
  dateInMonth,
  dateOf,
  dayNumberOf,
  monthNumberOf,
  monthsAYear,
  numberOfDay,
} from '../../../core/billing/days.ts';
import { amountOf } from '../../../core/billing/money.ts';
import { amountOn, type Prices } from '../../../core/billing/prices.ts';

/** A payment made of a subscription whose amount varies. */
export interface PastPayment {
  /** `YYYY-MM-DD`. */
  readonly dueOn: string;
  readonly amountHundredths: number;
}

/** The least and the greatest of some payments, in hundredths. */
export interface AmountRange {
  readonly low: number;
  readonly high: number;
}

/** A range as answers have it. */
export function viewRange({ low, high }: AmountRange): AmountRange {
  return { low: amountOf(low), high: amountOf(high) };
}

/** Prices that may be estimates. */
export interface EstimatedPrices extends Prices {
  /** Only where the amount varies: the least and the greatest prices. */
  readonly estimate?: { readonly low: Prices; readonly high: Prices };
}

/** The least and the greatest that an estimated payment may cost that is due on a day, which is a day number. */
export function rangeOn({ low, high }: NonNullable<EstimatedPrices['estimate']>, dayNumber: number): AmountRange {
  return { low: amountOn(low, dayNumber), high: amountOn(high, dayNumber) };
}

/** How many payments estimates are made from at most: each of a year, also if it is paid every day. */
export const pastPaymentsMax = 400;

const recentMax = 6;
const rangeMax = 12;
// Of fewer, each payment would be the lowest or the highest.
const knownMin = 3;

/**
 * What the payments to come of a subscription cost whose amount varies: as much as the payment of the same month a year before, else
 * the median of the last six, else what `prices` say. Of several payments in a month, their median counts. The range of an estimate is
 * that of the last twelve, and of itself.
 *
 * @param past its payments in the same currency, those that were due last first
 */
export function estimatePrices(prices: Prices, past: readonly PastPayment[]): EstimatedPrices {
  if (past.length === 0) return { ...prices, estimate: { low: prices, high: prices } };
  const usual = medianOf(past.slice(0, recentMax));
  const byMonth = Map.groupBy(past.toReversed(), ({ dueOn }) => monthOf(dueOn));
  // By the number of the month that begins, in order: a later month takes the place of the usual amount.
  const starts = new Map<number, number>();
  for (const [month, ofMonth] of byMonth)
    starts.set(month + monthsAYear, medianOf(ofMonth)).set(month + monthsAYear + 1, usual);
  const later = Array.from(starts, ([month, amount]) => ({
    from: dayNumberOf(dateInMonth(month, 1)),
    amountHundredths: amount,
  }));
  const usually = { amountHundredths: usual, later };
  const { low, high } = rangeOf(past);
  const bounded = (bound: (amount: number) => number) => ({
    amountHundredths: bound(usual),
    later: later.map(({ from, amountHundredths }) => ({ from, amountHundredths: bound(amountHundredths) })),
  });
  return {
    ...usually,
    estimate: { low: bounded((amount) => Math.min(amount, low)), high: bounded((amount) => Math.max(amount, high)) },
  };
}

/** A payment outside the range of the twelve before it, with what was expected of it. */
export interface UnusualPayment<Payment> {
  readonly payment: Payment;
  readonly range: AmountRange;
  readonly expectedHundredths: number;
  /** Whether that is what the payment of the same month a year before cost. */
  readonly isYearBefore: boolean;
}

/** The payments of a subscription that were unusual. Those that were due last come first, as in {@link estimatePrices}. */
export function unusualOf<Payment extends PastPayment>(past: readonly Payment[]): readonly UnusualPayment<Payment>[] {
  return past.flatMap((payment, index) => {
    const earlier = past.slice(index + 1);
    if (earlier.length < knownMin) return [];
    const { amountHundredths, dueOn } = payment;
    const range = rangeOf(earlier);
    if (range.low <= amountHundredths && amountHundredths <= range.high) return [];
    const yearBefore = monthOf(dueOn) - monthsAYear;
    const isYearBefore = earlier.some((one) => monthOf(one.dueOn) === yearBefore);
    const expectedHundredths = amountOn(estimatePrices({ amountHundredths: 0 }, earlier), numberOfDay(dueOn));
    return [{ payment, range, expectedHundredths, isYearBefore }];
  });
}

function monthOf(day: string): number {
  return monthNumberOf(dateOf(day));
}

function rangeOf(past: readonly PastPayment[]): AmountRange {
  const amounts = past.slice(0, rangeMax).map(({ amountHundredths }) => amountHundredths);
  return { low: Math.min(...amounts), high: Math.max(...amounts) };
}

/** The median of some amounts; of two in the middle their mean, halves rounded up. */
function medianOf(past: readonly PastPayment[]): number {
  const amounts = past.map(({ amountHundredths }) => amountHundredths).sort((one, other) => one - other);
  const [lower = 0, upper = lower] = [
    amounts[Math.ceil(amounts.length / 2) - 1],
    amounts[Math.floor(amounts.length / 2)],
  ];
  return Math.round((lower + upper) / 2);
}
