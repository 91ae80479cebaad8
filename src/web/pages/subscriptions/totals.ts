import { frequencyOf, intervalOf } from '../../format/intervals.ts';
import type { Currency, Subscription } from '../../subscriptions/record.ts';

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
    const { payments, years } = frequencyOf(intervalOf(one));
    // At most 36,500,000,000 hundredths of the currency, so that sums of thousands are exact numbers, too.
    const hundredths = Math.round(one.amount * 100) * payments;
    numerators.set(years, (numerators.get(years) ?? 0) + hundredths);
  }
  return Array.from(numerators, ([years, hundredths]) => ({
    numerator: BigInt(hundredths),
    denominator: BigInt(years),
  })).reduce(add);
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
