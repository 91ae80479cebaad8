import { kept } from './kept.ts';

const plain = kept((locale) => new Intl.NumberFormat(locale));
const oneDecimal = kept((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const percent = kept(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
);

/** A number as the locale writes it, such as `1,234.5`. */
export function formatNumber(value: number, locale: string): string {
  return plain(locale).format(value);
}

/** A number with at most one decimal, such as `2.4`. */
export function formatWithOneDecimal(value: number, locale: string): string {
  return oneDecimal(locale).format(value);
}

/** A change with its sign, such as `+12.5%` for 0.125. */
export function formatChange(ratio: number, locale: string): string {
  return percent(locale).format(ratio);
}
