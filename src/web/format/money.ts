import { amountOf, checkedHundredths, sumAmounts } from '../../core/billing/money.ts';
import { kept } from './intl.ts';

/** The parts of an amount of money, for a large figure: the unambiguous sign of its currency, and the number. */
export interface MoneyParts {
  readonly currency: string;
  readonly number: string;
}

// Signs that name one currency only. Intl knows these, too, but it would have to make a format for each.
const signs: Readonly<Partial<Record<string, string>>> = {
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
};

/** Those of them that Intl writes without decimals. */
const withoutSmallerUnit: ReadonlySet<string> = new Set(['JPY']);

/** Of all English locales, this one takes no country's dollar or yen for the only one. */
const ofAllCountries = 'en-001';

const formatOf = kept((locale, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }));

// Locales place the sign of all currencies alike, so that one format serves them all.
const format = kept(
  (locale, digits) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: Number(digits),
      maximumFractionDigits: Number(digits),
    }),
);

/** An amount of money as the locale writes it, with a sign that names one currency only: `US$4.00`, `4,00 US$`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const sign = currencySign(currency);
  const parts = partsOf(amount, currency, locale);
  return parts
    .map(({ type, value }, at) => (type === 'currency' ? spaced(sign, parts[at + 1]?.type) : value))
    .join('')
    .replaceAll(marksOfDirection, '');
}

/** The same in parts. The number has the sign of a negative amount. */
export function moneyParts(amount: number, currency: string, locale: string): MoneyParts {
  const number = partsOf(amount, currency, locale)
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value }) => value)
    .join('')
    .replaceAll(marksOfDirection, '');
  return { currency: currencySign(currency), number };
}

/** The sign of a currency, such as `€`, `US$`, `CN¥` or `JP¥`; its code if there is none that names it alone. */
export function currencySign(currency: string): string {
  const known = signs[currency];
  if (known !== undefined) return known;
  const parts = formatOf(ofAllCountries, currency).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

function partsOf(amount: number, currency: string, locale: string): readonly Intl.NumberFormatPart[] {
  return format(locale, digitsOf(currency)).formatToParts(amount);
}

// Arabic locales write them around numbers. In a text from left to right, they would turn the order of sign and number.
const marksOfDirection = /[\u061C\u200E\u200F]/g;

function digitsOf(currency: string): string {
  if (signs[currency] !== undefined) return withoutSmallerUnit.has(currency) ? '0' : '2';
  return String(formatOf(ofAllCountries, currency).resolvedOptions().maximumFractionDigits ?? decimalsMost);
}

/** A sign that ends in a letter does not touch the digits after it. */
function spaced(sign: string, next: Intl.NumberFormatPart['type'] | undefined): string {
  return next === 'integer' && /\p{L}$/u.test(sign) ? `${sign}\u00A0` : sign;
}

const decimalsMost = 2;

const typed = kept(
  (locale, digits) =>
    new Intl.NumberFormat(locale, {
      useGrouping: false,
      minimumFractionDigits: Math.min(Number(digits), decimalsMost),
      maximumFractionDigits: decimalsMost,
    }),
);
const groupMark = kept(
  (locale) => new Intl.NumberFormat(locale).formatToParts(12_345).find(({ type }) => type === 'group')?.value,
);

/**
 * The number that a user means by a text such as `9.99`, `9,99`, `1.234,50` or `1,234.50`; undefined when it is none.
 * With one mark only, it is the decimal one, unless the locale groups thousands by it and three digits follow.
 */
export function parseAmount(text: string, locale: string): number | undefined {
  const compact = inLatinDigits(text).replaceAll(/[\s'’]/g, '');
  if (!/^\d[\d.,]*$/.test(compact)) return undefined;
  const decimal = decimalMarkOf(compact, locale);
  if (decimal === undefined) return isGrouped(compact) ? Number(compact.replaceAll(/[.,]/g, '')) : undefined;
  const [whole = '', fraction = '', ...rest] = compact.split(decimal);
  if (rest.length > 0 || !/^\d*$/.test(fraction) || !isGrouped(whole)) return undefined;
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${fraction || '0'}`);
}

/** The digits and marks of a Japanese, Arabic or Persian keyboard as those of a Latin one. */
function inLatinDigits(text: string): string {
  const digits = text.normalize('NFKC').replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
  return digits.replaceAll('٬', '').replaceAll('٫', '.');
}

/** An amount as a user would type it, such as `1234.50` or `1234,50`. Decimals of a yen that are stored stay. */
export function amountText(amount: number, locale: string, currency = 'EUR'): string {
  return typed(locale, digitsOf(currency)).format(amount);
}

/** The mark before the decimals, if there is one. */
function decimalMarkOf(compact: string, locale: string): '.' | ',' | undefined {
  const marks = compact.match(/[.,]/g) ?? [];
  const last = marks.at(-1) as '.' | ',' | undefined;
  if (last === undefined) return undefined;
  const isOnlyKind = marks.every((mark) => mark === last);
  if (isOnlyKind && marks.length > 1) return undefined;
  const group = groupMark(locale);
  const looksGrouped = last === group && marks.length === 1 && /^[1-9]\d{0,2}.\d{3}$/.test(compact);
  return looksGrouped ? undefined : last;
}

function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}(\.\d{3})+$/.test(whole) || /^\d{1,3}(,\d{3})+$/.test(whole);
}

export interface Amount {
  readonly amount: number;
  readonly currency: string;
}

export function timesAmount(amount: number, payments: number): number {
  return amountOf(checkedHundredths(amount) * payments);
}

/** A sum for each currency. The amounts of two currencies are neither added nor compared. */
export function sumsOf(amounts: readonly Amount[]): readonly Amount[] {
  return Array.from(
    Map.groupBy(amounts, ({ currency }) => currency),
    ([currency, own]) => ({
      currency,
      amount: sumAmounts(own.map(({ amount }) => amount)),
    }),
  );
}
