import { oracleOf, paymentsAYearOfMonths } from './billingOracle.ts';
import type { RecordFields } from './records.ts';

/** An exact fraction, never reduced. */
export type Fraction = readonly [numerator: bigint, denominator: bigint];

/** The price of a subscription and its billing period. */
export type Price = Pick<RecordFields, 'amountHundredths' | 'period' | 'customDays' | 'everyMonths'>;

function plus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return [a * d + c * b, b * d];
}

/** The cost of a price in a year, in hundredths. */
export function yearly({ amountHundredths, period, customDays, everyMonths = null }: Price): Fraction {
  const ofDays = oracleOf(period).paymentsAYear(customDays ?? 0);
  const [payments, years] = everyMonths === null ? ofDays : paymentsAYearOfMonths(everyMonths);
  return [BigInt(amountHundredths) * payments, years];
}

/** The sum of the costs of some prices in a year. */
export function sumOf(prices: readonly Price[]): Fraction {
  return prices.map(yearly).reduce(plus, [0n, 1n]);
}

/** The fraction divided by a divisor, rounded half up to hundredths, as decimal digits. */
export function written([numerator, denominator]: Fraction, divisor: bigint): number {
  const over = denominator * divisor;
  const floor = numerator / over;
  const hundredths = 2n * (numerator - floor * over) >= over ? floor + 1n : floor;
  const digits = String(hundredths).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** The groups of records that have the same key. */
export function groupsOf<Record, Key extends string>(records: readonly Record[], keyOf: (record: Record) => Key) {
  return Array.from(Map.groupBy(records, keyOf));
}

/** Compares two texts: negative, zero or positive if the left one comes before, at or after the right one. */
export function inOrder(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

type Active = readonly (Price & Pick<RecordFields, 'currency' | 'category'>)[];

/** The groups of a summary, by currency and by category, of active subscriptions; if wanted, each category also a year. */
export function expectedGroups(active: Active, withYearly = false) {
  const totalsOf = (group: Active, divisor: bigint) =>
    Object.fromEntries(
      groupsOf(group, ({ currency }) => currency).map(([currency, ofIt]) => [currency, written(sumOf(ofIt), divisor)]),
    );
  return {
    byCurrency: groupsOf(active, ({ currency }) => currency)
      .map(([currency, group]) => ({
        currency,
        activeSubscriptions: group.length,
        monthlyTotal: written(sumOf(group), 12n),
        yearlyTotal: written(sumOf(group), 1n),
      }))
      .sort((a, b) => b.monthlyTotal - a.monthlyTotal || inOrder(a.currency, b.currency)),
    byCategory: groupsOf(active, ({ category }) => category)
      .map(([category, group]) => ({
        category,
        activeSubscriptions: group.length,
        monthlyTotalsByCurrency: totalsOf(group, 12n),
        ...(withYearly && { yearlyTotalsByCurrency: totalsOf(group, 1n) }),
      }))
      .sort((a, b) => b.activeSubscriptions - a.activeSubscriptions || inOrder(a.category, b.category)),
  };
}
