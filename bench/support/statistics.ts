/** The middle one of the values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.ceil(sorted.length / 2) - 1;
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2;
}

/** The least and the greatest of the values, as `least–greatest`. */
export function spread(values: readonly number[]): string {
  return `${fraction(Math.min(...values))}–${fraction(Math.max(...values))}`;
}

/** For each place, the one value divided by the other. */
export function quotients(dividends: readonly number[], divisors: readonly number[]): number[] {
  return dividends.map((dividend, place) => dividend / (divisors[place] ?? Number.NaN));
}

/** A number with two decimals. */
export function fraction(value: number): string {
  return value.toFixed(2);
}

/** A number with as many decimals as its size deserves. */
export function rounded(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
