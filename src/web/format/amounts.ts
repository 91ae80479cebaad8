import { kept } from './kept.ts';

const typed = kept((locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 2 }));
const groupMark = kept(
  (locale) => new Intl.NumberFormat(locale).formatToParts(12_345).find(({ type }) => type === 'group')?.value,
);

/**
 * The number that a user means by a text such as `9.99`, `9,99`, `1.234,50` or `1,234.50`; undefined when it is none.
 * With one mark only, it is the decimal one, unless the locale groups thousands by it and three digits follow.
 */
export function parseAmount(text: string, locale: string): number | undefined {
  const compact = text.replaceAll(/[\s'’]/g, '');
  if (!/^\d[\d.,]*$/.test(compact)) return undefined;
  const decimal = decimalMarkOf(compact, locale);
  if (decimal === undefined) return isGrouped(compact) ? Number(compact.replaceAll(/[.,]/g, '')) : undefined;
  const [whole = '', fraction = '', ...rest] = compact.split(decimal);
  if (rest.length > 0 || !/^\d*$/.test(fraction) || !isGrouped(whole)) return undefined;
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${fraction || '0'}`);
}

/** An amount as a user would type it, such as `1234.5` or `1234,5`. */
export function amountText(amount: number, locale: string): string {
  return typed(locale).format(amount);
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
