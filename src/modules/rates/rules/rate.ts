/** The bounds of a rate. The smallest is above 0 only so that no sum leaves the range of numbers. */
export const rateMax = 1_000_000_000;
const [digitsMax, decimalsMax] = [10, 18];

/** Whether a number can be a rate: above 0, at most {@link rateMax}, at most ten significant digits and 18 decimals. */
export function isRate(value: unknown): value is number {
  if (typeof value !== 'number' || !(value > 0 && value <= rateMax)) return false;
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const digits = `${whole}${decimals}`.replace(/^0+/, '').replace(/0+$/, '');
  return digits.length <= digitsMax && decimals.length - Number(exponent) <= decimalsMax;
}

/** A quotient of two rates with as many digits as a rate may have. */
export function crossRate(rate: number, ofBase: number): number {
  return Number((rate / ofBase).toPrecision(digitsMax));
}
