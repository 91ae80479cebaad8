import { compareText } from '../text/text.ts';
import { amountOfSum } from './largeSums.ts';

/** The largest amount. */
export const amountMax = 999_999.99;

const atMostTwoDecimals = /^\d+(\.\d{1,2})?$/;

/**
 * The amount as a whole number of hundredths, or undefined when it is not one.
 * The shortest decimal form decides, not the binary value: 19.99 and 1.1 are amounts, 1.005, -0.01, 1e-7 and Infinity are not.
 *
 * @returns 0 to 99,999,999
 */
export function hundredthsOf(amount: number): number | undefined {
  if (amount > amountMax || !atMostTwoDecimals.test(String(amount))) return undefined;
  return nearestHundredths(amount);
}

/** The exact sum of amounts of one currency, or of their sums, each as a client sees it. Negative ones are subtracted. */
export function sumAmounts(amounts: readonly number[]): number {
  // Whole hundredths add up exactly.
  return amountOf(amounts.reduce((hundredths, amount) => hundredths + nearestHundredths(amount), 0));
}

/**
 * {@link hundredthsOf} an amount that has been checked.
 *
 * @throws {RangeError} when it is not an amount
 */
export function checkedHundredths(amount: number): number {
  const hundredths = hundredthsOf(amount);
  if (hundredths === undefined) throw new RangeError('an unchecked amount reached the domain');
  return hundredths;
}

/** The number a client sees for a count of hundredths: the double nearest to that decimal, so 1999 is written 19.99. */
export function amountOf(hundredths: number): number {
  return hundredths / 100;
}

/** The hundredths of a sum as a client sees it; exact for sums below 2⁵¹ hundredths. */
export function hundredthsOfSum(sum: number): bigint {
  return BigInt(nearestHundredths(sum));
}

/** Sums in hundredths as the amounts that a client sees, the currencies in the order of the alphabet. */
export function totalsByCurrency(sums: ReadonlyMap<string, number | bigint>): Record<string, number> {
  const inOrder = Array.from(sums).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(
    inOrder.map(([currency, sum]) => [currency, typeof sum === 'bigint' ? amountOfSum(sum) : amountOf(sum)]),
  );
}

/** An exact number of hundredths: `numerator / denominator`, denominator positive. */
export interface ExactHundredths {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The exact sum of some figures, in any order the same value. Halves are summed apart, so that the numbers grow large
 * only in the last few additions; they are not reduced, which would cost more than it saves.
 */
export function sumExact(figures: readonly ExactHundredths[]): ExactHundredths {
  const [first, second] = figures;
  if (first === undefined) return { numerator: 0n, denominator: 1n };
  if (second === undefined) return first;
  const middle = Math.ceil(figures.length / 2);
  return addExact(sumExact(figures.slice(0, middle)), sumExact(figures.slice(middle)));
}

/** The exact sum of two figures. */
export function addExact(left: ExactHundredths, right: ExactHundredths): ExactHundredths {
  if (left.denominator === right.denominator) {
    return { numerator: left.numerator + right.numerator, denominator: left.denominator };
  }
  return {
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  };
}

/** The exact figure divided by a positive whole number. */
export function divideExact(figure: ExactHundredths, divisor: number): ExactHundredths {
  return { numerator: figure.numerator, denominator: figure.denominator * BigInt(divisor) };
}

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`. */
export function compareExact(left: ExactHundredths, right: ExactHundredths): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The one rounding, when a figure is written out: the nearest whole hundredth, halves up. For figures of zero or more. */
export function roundHalfUp(figure: ExactHundredths): number {
  return Number(roundedHundredths(figure));
}

/** The same, also of a figure that is too large for a double. */
export function roundedHundredths({ numerator, denominator }: ExactHundredths): bigint {
  return (numerator * 2n + denominator) / (denominator * 2n);
}

/**
 * The same for a quotient of whole numbers of zero or more, computed in doubles; undefined when they are too large for
 * an exact result: beyond 2⁵³ the whole numbers themselves may be rounded, and larger ones are Infinity or NaN.
 */
export function roundedQuotient(numerator: number, denominator: number): number | undefined {
  const [doubled, divisor] = [2 * numerator + denominator, 2 * denominator];
  if (!(doubled <= Number.MAX_SAFE_INTEGER && divisor <= Number.MAX_SAFE_INTEGER)) return undefined;
  return (doubled - (doubled % divisor)) / divisor;
}

/** The whole number of hundredths nearest to the double of an amount. */
function nearestHundredths(amount: number): number {
  return Math.round(amount * 100);
}
