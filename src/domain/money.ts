const atMostTwoDecimals = /^\d{1,6}(\.\d{1,2})?$/;

/**
 * The amount as a whole number of hundredths, or undefined when it is not one.
 * The shortest decimal form decides, not the binary value: 19.99 and 1.1 are amounts, 1.005, -0.01, 1e-7 and Infinity are not.
 *
 * @returns 0 to 99,999,999
 */
export function hundredthsOf(amount: number): number | undefined {
  if (!atMostTwoDecimals.test(String(amount))) return undefined;
  return Math.round(amount * 100);
}

/** The number a client sees for a count of hundredths: the double nearest to that decimal, so 1999 is written 19.99. */
export function amountOf(hundredths: number): number {
  return hundredths / 100;
}

/** An exact number of hundredths: `numerator / denominator`, denominator positive. */
export interface ExactHundredths {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Zero hundredths. */
export const zeroHundredths: ExactHundredths = { numerator: 0n, denominator: 1n };

/** The exact sum of two exact figures, in any order the same. */
export function addExact(left: ExactHundredths, right: ExactHundredths): ExactHundredths {
  if (left.denominator === right.denominator) {
    return { numerator: left.numerator + right.numerator, denominator: left.denominator };
  }
  const shared = greatestCommonDivisor(left.denominator, right.denominator);
  const leftFactor = right.denominator / shared;
  const rightFactor = left.denominator / shared;
  return {
    numerator: left.numerator * leftFactor + right.numerator * rightFactor,
    denominator: left.denominator * leftFactor,
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
  return Number((figure.numerator * 2n + figure.denominator) / (figure.denominator * 2n));
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [larger, smaller] = left > right ? [left, right] : [right, left];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
