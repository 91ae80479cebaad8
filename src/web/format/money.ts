/** The parts of an amount of money, for a large figure: the unambiguous sign of its currency, and the number. */
export interface MoneyParts {
  readonly currency: string;
  readonly number: string;
}

const formats = new Map<string, Intl.NumberFormat>();
// Of all English locales, this one takes no country's dollar or yen for the only one.
const signLocale = 'en-001';

/** An amount of money as the locale writes it, with a sign that names one currency only: `US$4.00`, `4,00 US$`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return partsOf(amount, currency, locale)
    .map(({ type, value }) => (type === 'currency' ? currencySign(currency) : value))
    .join('');
}

/** The same in parts. The number has the sign of a negative amount. */
export function moneyParts(amount: number, currency: string, locale: string): MoneyParts {
  const number = partsOf(amount, currency, locale)
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value }) => value)
    .join('');
  return { currency: currencySign(currency), number };
}

/** The sign of a currency, such as `€`, `US$`, `CN¥` or `JP¥`. */
export function currencySign(currency: string): string {
  const sign = formatFor(signLocale, currency, false)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  return sign ?? currency;
}

function partsOf(amount: number, currency: string, locale: string): readonly Intl.NumberFormatPart[] {
  return formatFor(locale, currency, !Number.isInteger(amount)).formatToParts(amount);
}

function formatFor(locale: string, currency: string, hasFraction: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${hasFraction}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  // The service keeps two decimals of every currency, also of those that have no smaller unit.
  const fraction = hasFraction ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : {};
  const made = new Intl.NumberFormat(locale, { style: 'currency', currency, ...fraction });
  formats.set(key, made);
  return made;
}
