import { intervalOf, paymentsAYear } from './interval.ts';
import type { Currency, Subscription } from './record.ts';

/** What the active ones of some subscriptions cost in one currency. */
export interface Total {
  readonly currency: Currency;
  readonly monthly: number;
  readonly yearly: number;
  /** How many active subscriptions it sums. */
  readonly subscriptions: number;
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** What a subscription costs in a month, rounded half up to two decimals. */
export function monthlyCostOf(subscription: Subscription): number {
  return rounded(yearlyHundredths(subscription), 12n);
}

/**
 * The sums of the active subscriptions by currency: exact, and rounded once, as the reports of the API are. The currency of
 * most subscriptions is first.
 */
export function totalsOf(subscriptions: readonly Subscription[]): readonly Total[] {
  const sums = new Map<Currency, { count: number; yearly: Fraction }>();
  for (const one of subscriptions) {
    if (one.status !== 'active') continue;
    const sum = sums.get(one.currency);
    const yearly = yearlyHundredths(one);
    sums.set(one.currency, { count: (sum?.count ?? 0) + 1, yearly: sum ? add(sum.yearly, yearly) : yearly });
  }
  return Array.from(sums, ([currency, { count, yearly }]) => ({
    currency,
    monthly: rounded(yearly, 12n),
    yearly: rounded(yearly, 1n),
    subscriptions: count,
  })).sort((a, b) => b.subscriptions - a.subscriptions || a.currency.localeCompare(b.currency));
}

function yearlyHundredths(subscription: Subscription): Fraction {
  const { numerator, denominator } = paymentsAYear(intervalOf(subscription));
  const hundredths = Math.round(subscription.amount * 100);
  return { numerator: BigInt(hundredths) * BigInt(numerator), denominator: BigInt(denominator) };
}

function add(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) return { ...a, numerator: a.numerator + b.numerator };
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator;
  const denominator = a.denominator * b.denominator;
  const divisor = greatestDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

/** A fraction of hundredths divided by a number, in units of the currency, rounded half up. */
function rounded({ numerator, denominator }: Fraction, divisor: bigint): number {
  const whole = denominator * divisor;
  return Number((2n * numerator + whole) / (2n * whole)) / 100;
}
