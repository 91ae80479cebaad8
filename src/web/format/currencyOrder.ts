import { signal } from '@preact/signals';
import { compareText } from '../../core/text/text.ts';

interface InCurrency {
  readonly currency: string;
}

/** The currencies of the active subscriptions, that of most of them first. */
const known = signal<readonly string[]>([]);

/** Notes how many active subscriptions each currency has. This gives the order of currencies on every page. */
export function noteCurrencies(counts: readonly (InCurrency & { readonly activeSubscriptions: number })[]): void {
  known.value = counts
    .toSorted((a, b) => b.activeSubscriptions - a.activeSubscriptions || compareText(a.currency, b.currency))
    .map(({ currency }) => currency);
}

/** Compares what has a currency by the order of currencies; those without an active subscription are last, by code. */
export function byCurrency(a: InCurrency, b: InCurrency): number {
  return placeOf(a) - placeOf(b) || compareText(a.currency, b.currency);
}

function placeOf({ currency }: InCurrency): number {
  const place = known.value.indexOf(currency);
  return place === -1 ? known.value.length : place;
}
