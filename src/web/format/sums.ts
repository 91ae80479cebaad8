/** Amounts of money in one currency each, such as those of payments. */
export interface Amount {
  readonly amount: number;
  readonly currency: string;
}

/** A sum for each currency, largest first. Currencies are not added to each other. */
export function sumsOf(amounts: readonly Amount[]): readonly Amount[] {
  const cents = new Map<string, number>();
  for (const { amount, currency } of amounts) {
    // Whole hundredths add up exactly.
    cents.set(currency, (cents.get(currency) ?? 0) + Math.round(amount * 100));
  }
  return sorted(Array.from(cents, ([currency, sum]) => ({ currency, amount: sum / 100 })));
}

/** The sums of an answer, by currency, as a list, largest first; those of nothing are left out. */
export function sumsIn(totals: Readonly<Record<string, number>>): readonly Amount[] {
  return sorted(Object.entries(totals).map(([currency, amount]) => ({ currency, amount }))).filter(
    ({ amount }) => amount !== 0,
  );
}

function sorted(sums: readonly Amount[]): readonly Amount[] {
  return sums.toSorted((a, b) => b.amount - a.amount || a.currency.localeCompare(b.currency));
}
