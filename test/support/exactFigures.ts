import { oracleOf } from './billingOracle.ts';
import type { RecordFields } from './records.ts';

/** The exact fractions of tests: plain, never shortened. */
export type Fraction = readonly [numerator: bigint, denominator: bigint];

/** What a subscription costs, and how often. */
export type Price = Pick<RecordFields, 'amountHundredths' | 'period' | 'customDays'>;

function plus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return [a * d + c * b, b * d];
}

/** What a price comes to in a year, in hundredths. */
export function yearly({ amountHundredths, period, customDays }: Price): Fraction {
  const [payments, years] = oracleOf(period).paymentsAYear(customDays ?? 0);
  return [BigInt(amountHundredths) * payments, years];
}

/** What some prices come to in a year together. */
export function sumOf(prices: readonly Price[]): Fraction {
  return prices.map(yearly).reduce(plus, [0n, 1n]);
}

/** The fraction over a divisor, rounded half up to hundredths and written as decimal digits. */
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

/** Negative, zero or positive as the left text stands before, at or after the right one. */
export function inOrder(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
