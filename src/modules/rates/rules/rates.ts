import type { RatesView } from '../model.ts';
import type { ExactRates } from './conversion.ts';
import { crossRate } from './rate.ts';
import type { ReferenceRates } from './referenceDocument.ts';

/** The currency of the European Central Bank: the pivot of its rates. */
const bankCurrency = 'EUR';

/** The rates that an owner has set: their own, or those of the bank. */
export type StoredRates =
  | {
      readonly source: 'manual';
      readonly base: string;
      /** `YYYY-MM-DD`. */
      readonly asOf: string;
      readonly rates: Readonly<Record<string, number>>;
    }
  | { readonly source: 'ecb'; readonly base: string; readonly asOf: null; readonly rates: null };

/** Rates as clients see them. */
export function viewRates(stored: StoredRates, reference: ReferenceRates | undefined): RatesView {
  const { base, source } = stored;
  if (stored.source === 'manual') return { base, source, asOf: stored.asOf, rates: stored.rates };
  if (reference === undefined) return { base, source, asOf: null, rates: {} };
  return { base, source, asOf: reference.asOf, rates: crossRates(base, reference) };
}

function crossRates(base: string, { rates }: ReferenceRates): RatesView['rates'] {
  if (base === bankCurrency) return rates;
  const ofBase = rates[base];
  if (ofBase === undefined) return {};
  const others = Object.entries({ [bankCurrency]: 1, ...rates }).filter(([code]) => code !== base);
  return Object.fromEntries(others.map(([code, rate]) => [code, crossRate(rate, ofBase)]));
}

/** The exact rates to convert with: those of the bank are to the euro, whatever the base. */
export function exactRates(stored: StoredRates, reference: ReferenceRates | undefined): ExactRates {
  if (stored.source === 'manual') return { pivot: stored.base, rates: stored.rates };
  return { pivot: reference === undefined ? stored.base : bankCurrency, rates: reference?.rates ?? {} };
}

/** Whether the bank has no rate of a currency. */
export function isUnknownToBank(currency: string, reference: ReferenceRates | undefined): boolean {
  return reference !== undefined && currency !== bankCurrency && reference.rates[currency] === undefined;
}
