import type { Currency } from '../../domain/subscriptions/fields.ts';
import { kept } from './kept.ts';

/** The parts of an amount of money, for a large figure: the unambiguous sign of its currency, and the number. */
export interface MoneyParts {
  readonly currency: string;
  readonly number: string;
}

/** Signs that name one currency only: of all English locales, en-001 takes no country's dollar or yen for the only one. */
export const currencySigns = {
  EUR: '€',
  USD: 'US$',
  GBP: '£',
  CHF: 'CHF',
  JPY: 'JP¥',
  CNY: 'CN¥',
  AUD: 'A$',
  CAD: 'CA$',
  HKD: 'HK$',
  SGD: 'SGD',
} as const satisfies Record<Currency, string>;

const signs: Readonly<Partial<Record<string, string>>> = currencySigns;

const withoutSmallerUnit = new Set(['JPY']);

// Locales place the sign of all currencies alike, so that one format serves them all.
const format = kept((locale, digits) => new Intl.NumberFormat(locale, styleWith(Number(digits))));

/** An amount of money as the locale writes it, with a sign that names one currency only: `US$4.00`, `4,00 US$`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const sign = currencySign(currency);
  const parts = partsOf(amount, currency, locale);
  return parts.map(({ type, value }, at) => (type === 'currency' ? spaced(sign, parts[at + 1]?.type) : value)).join('');
}

/** The same in parts. The number has the sign of a negative amount. */
export function moneyParts(amount: number, currency: string, locale: string): MoneyParts {
  const number = partsOf(amount, currency, locale)
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value }) => value)
    .join('');
  return { currency: currencySign(currency), number };
}

/** The sign of a currency, such as `€`, `US$`, `CN¥` or `JP¥`; its code if it is none of those that the service knows. */
export function currencySign(currency: string): string {
  return signs[currency] ?? currency;
}

function styleWith(digits: number): Intl.NumberFormatOptions {
  return { style: 'currency', currency: 'USD', minimumFractionDigits: digits, maximumFractionDigits: digits };
}

function partsOf(amount: number, currency: string, locale: string): readonly Intl.NumberFormatPart[] {
  // The service keeps two decimals of every currency, also of those that have no smaller unit.
  const isWhole = Number.isInteger(amount) && withoutSmallerUnit.has(currency);
  return format(locale, isWhole ? '0' : '2').formatToParts(amount);
}

/** A sign that ends in a letter does not touch the digits after it. */
function spaced(sign: string, next: Intl.NumberFormatPart['type'] | undefined): string {
  return next === 'integer' && /\p{L}$/u.test(sign) ? `${sign}\u00A0` : sign;
}
