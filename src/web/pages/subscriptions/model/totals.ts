import { intervalOf, paymentsAYear, type PaymentsAYear } from './interval.ts';
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
  return rounded(asFraction(yearlyHundredths(subscription)), 12n);
}

/**
 * The sums of the active subscriptions by currency: exact, and rounded once, as the reports of the API are. The currency of
 * most subscriptions is first.
 */
export function totalsOf(subscriptions: readonly Subscription[]): readonly Total[] {
  const active = subscriptions.filter(({ status }) => status === 'active');
  return Array.from(
    Map.groupBy(active, ({ currency }) => currency),
    ([currency, ofCurrency]) => {
      const yearly = sumOf(ofCurrency);
      return {
        currency,
        monthly: rounded(yearly, 12n),
        yearly: rounded(yearly, 1n),
        subscriptions: ofCurrency.length,
      };
    },
  ).sort((a, b) => b.subscriptions - a.subscriptions || a.currency.localeCompare(b.currency));
}

/** First adds what has the same interval, in whole numbers: fractions with many denominators are slow to add. */
function sumOf(subscriptions: readonly Subscription[]): Fraction {
  const numerators = new Map<number, number>();
  for (const one of subscriptions) {
    const { numerator, denominator } = yearlyHundredths(one);
    numerators.set(denominator, (numerators.get(denominator) ?? 0) + numerator);
  }
  return Array.from(numerators, ([denominator, numerator]) => asFraction({ numerator, denominator })).reduce(add);
}

/** In hundredths of the currency; at most 36,500,000,000 of them, so that sums of thousands are exact numbers, too. */
function yearlyHundredths(subscription: Subscription): PaymentsAYear {
  const { numerator, denominator } = paymentsAYear(intervalOf(subscription));
  return { numerator: Math.round(subscription.amount * 100) * numerator, denominator };
}

function asFraction({ numerator, denominator }: PaymentsAYear): Fraction {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
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
