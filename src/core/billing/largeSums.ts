// A file of its own: the first view of the page does without it.

/** The number a client sees for a count of hundredths that may be too large for a double: the double nearest to the exact decimal. */
export function amountOfSum(hundredths: bigint): number {
  return Number(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
}
