import { amountOf, amountOfSum } from '../billing/money.ts';
import { compareText } from '../text/text.ts';

/** Sums in hundredths as the amounts that a client sees, the currencies in the order of the alphabet. */
export function totalsByCurrency(sums: ReadonlyMap<string, number | bigint>): Record<string, number> {
  const inOrder = Array.from(sums).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(
    inOrder.map(([currency, sum]) => [currency, typeof sum === 'bigint' ? amountOfSum(sum) : amountOf(sum)]),
  );
}
