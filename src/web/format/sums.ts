import { sumAmounts } from '../../domain/billing/money.ts';

/** An amount of money in a currency, such as that of a payment. */
export interface Amount {
  readonly amount: number;
  readonly currency: string;
}

/** A sum for each currency, that of the most amounts first. The amounts of two currencies are neither added nor compared. */
export function sumsOf(amounts: readonly Amount[]): readonly Amount[] {
  return Array.from(Map.groupBy(amounts, ({ currency }) => currency))
    .toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b))
    .map(([currency, own]) => ({ currency, amount: sumAmounts(own.map(({ amount }) => amount)) }));
}
