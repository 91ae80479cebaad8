import { isCalendarDay } from '../../domain/billing/days.ts';
import { hundredthsOf } from '../../domain/billing/money.ts';

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const currencySign = String.raw`(?:[A-Za-z]{0,3}\p{Sc}|[A-Z]{3})?`;
const amountForm = new RegExp(String.raw`^${currencySign}\s*(\d[\d.,'’\s]*\d|\d)\s*${currencySign}$`, 'u');
const plainForm = /^(?<whole>\d+)(?:[.,](?<decimals>\d{1,2}))?$/;
const groupedForm =
  /^(?<whole>\d{1,3}(?<mark>[\s'’.,])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<decimals>\d{1,2}))?$/;
const ambiguousForm = /^\d{1,3}[.,]\d{3}$/;

/**
 * Parses an amount as people write it: with a decimal comma, thousands separators or a currency.
 *
 * @returns undefined for other texts, and for `1,299` and `1.299`, which mean different amounts in different countries
 */
export function amountMeant(text: string): number | undefined {
  const written = amountForm.exec(shortened(text))?.[1] ?? '';
  const { whole, decimals = '0' } = (plainForm.exec(written) ?? groupedForm.exec(written))?.groups ?? {};
  if (whole === undefined || ambiguousForm.test(written)) return undefined;
  const amount = Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`);
  return hundredthsOf(amount) === undefined ? undefined : amount;
}

/**
 * Parses a day and gives it as `YYYY-MM-DD`, which may not exist in the calendar. Accepts a day without leading zeros or
 * dashes, an instant, a named month, and a year at the end if only one other number can be the month.
 *
 * @returns undefined for other values, and for `01/11/2026`, whose month is ambiguous
 */
export function dayMeant(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? shortened(String(value)) : '';
  return dayAfterYear(text) ?? dayWithNamedMonth(text) ?? dayBeforeYear(text);
}

/** Parses a number of days with an optional unit, such as `90 days` or `2 weeks`. */
export function daysMeant(text: string): string | undefined {
  const [, count, weeks] = /^0*([1-9]\d{0,7})\s*(?:d|days?|(w|weeks?))?$/i.exec(shortened(text)) ?? [];
  return count === undefined ? undefined : String(Number(count) * (weeks === undefined ? 1 : 7));
}

/** The trimmed text; empty when it is too long to be a value. */
function shortened(text: string): string {
  const lengthMax = 40;
  return text.length > lengthMax ? '' : text.trim();
}

function dayAfterYear(text: string): string | undefined {
  const { year, month, day } =
    (
      /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?!\d)/.exec(text) ??
      /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/.exec(text)
    )?.groups ?? {};
  return year === undefined ? undefined : dayOf(year, month, day);
}

/** `15/11/2026` and `11/15/2026`. */
function dayBeforeYear(text: string): string | undefined {
  const [, first, , second, year] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const readings = new Set([dayOf(year, second, first), dayOf(year, first, second)]);
  const days = Array.from(readings).filter(isCalendarDay);
  return days.length === 1 ? days[0] : undefined;
}

/** `1 Nov 2026`, `1. November 2026` and `Nov 1, 2026`. */
function dayWithNamedMonth(text: string): string | undefined {
  const dayFirst = /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?<name>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4})$/i;
  const nameFirst = /^(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/i;
  const { year, name = '', day } = (dayFirst.exec(text) ?? nameFirst.exec(text))?.groups ?? {};
  const month = monthNames.findIndex((full) => full.startsWith(name.toLowerCase())) + 1;
  return year === undefined || month === 0 ? undefined : dayOf(year, String(month), day);
}

function dayOf(year: string, month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
