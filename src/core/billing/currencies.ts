import { compareText } from '../text/text.ts';

/** The currencies that every server has (ISO 4217 codes), in the order of choices: those of the API's contract. */
export const contractCurrencies: readonly string[] = [
  'CNY',
  'USD',
  'EUR',
  'JPY',
  'GBP',
  'AUD',
  'CAD',
  'CHF',
  'HKD',
  'SGD',
];

/** The currencies of a server, as ISO 4217 codes. Amounts are never converted between them. */
export interface Currencies {
  /** Those that a record may be given, in the order of choices. */
  readonly allowed: readonly string[];
  /** Those that some records have although they are not allowed any more. A record that has one keeps it. */
  readonly kept: readonly string[];
}

/** The currencies of a server without a setting. */
export const contractAlone: Currencies = { allowed: contractCurrencies, kept: [] };

/** The currencies of a server that adds some to those of the contract, while no record has another one. */
export function currenciesWith(further: readonly string[]): Currencies {
  return { allowed: [...new Set([...contractCurrencies, ...further])], kept: [] };
}

/** Whether a server allows other currencies than those of the contract. */
export function hasFurtherCurrencies({ allowed }: Currencies): boolean {
  return allowed.length > contractCurrencies.length;
}

/**
 * Compares two currencies by their order among those of a server; those that are not allowed come last, in the order of the
 * alphabet.
 */
export function byOrderIn(allowed: readonly string[]): (one: string, other: string) => number {
  const places = new Map(allowed.map((code, place) => [code, place]));
  const placeOf = (code: string) => places.get(code) ?? allowed.length;
  return (one, other) => {
    const difference = placeOf(one) - placeOf(other);
    return difference === 0 && !places.has(one) ? compareText(one, other) : difference;
  };
}

let codes: ReadonlySet<string> | undefined;

/** The codes of all currencies of ISO 4217. */
export function currencyCodes(): ReadonlySet<string> {
  return (codes ??= new Set(Intl.supportedValuesOf('currency')));
}

/** How a currency comes to a server that lacks it; undefined for one that it has, and for a text that is no code of a currency. */
export function fixForLackingCurrency(text: string, allowed: readonly string[]): string | undefined {
  const code = text.trim().toUpperCase();
  if (!currencyCodes().has(code) || allowed.includes(code)) return undefined;
  return `The server does not have ${code}. Its operator can add it: start it with --currencies ${code}, beside the codes that are there. Or send one of the allowed values, if one means the same.`;
}

/** Why a record cannot get a currency: it was taken off the list, and the record does not have it already. */
export interface CurrencyFault {
  readonly field: 'currency';
  readonly reason: 'currencyTakenOff';
  readonly allowed: readonly string[];
}

/** The fault of giving a record another currency than it has, if that one is not among those that are allowed. */
export function faultInCurrency(
  stored: string,
  given: string | undefined,
  allowed: readonly string[] | undefined,
): CurrencyFault | undefined {
  if (given === undefined || allowed === undefined || given === stored || allowed.includes(given)) return undefined;
  return { field: 'currency', reason: 'currencyTakenOff', allowed };
}
