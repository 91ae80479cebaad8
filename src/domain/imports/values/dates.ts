import { isCalendarDay, textOf } from '../../billing/days.ts';
import { isBlank, plainText, problem, quoted, type Read } from './reading.ts';

/** How the dates of a file are written whose day and month are both numbers with slashes or dashes. */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'unknown';

const isoForm = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[Tt ]\d{1,2}:\d{2}[^\n]*)?$/;
const dottedForm = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:,? \d{1,2}:\d{2}[^\n]*)?$/;
const slashedForm = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?:,? \d{1,2}:\d{2}[^\n]*)?$/;
const namedForms = [
  /^(?<day>\d{1,2})(?:\.|st|nd|rd|th)?[\s-]+(?<month>\p{L}{3,9})\.?,?[\s-]+(?<year>\d{4})$/u,
  /^(?<month>\p{L}{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/u,
];
const monthOnlyForm = /^(?:\d{1,2}[-/.]\d{4}|\d{4}[-/.]\d{1,2})$/;
const serialForm = /^\d{5}(?:[.,]\d+)?$/;
const dateLengthMax = 50;
const fix = 'Write the date as YYYY-MM-DD, such as 2026-12-31.';

const monthsByStart: readonly (readonly string[])[] = [
  ['jan', 'jän'],
  ['feb'],
  ['mar', 'mär', 'mae'],
  ['apr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
];

/** The order in which all dates of a file are written, decided by those with a number above 12. */
export function dateOrderOf(values: Iterable<unknown>): DateOrder {
  let [dayFirst, monthFirst] = [false, false];
  for (const value of values) {
    const [, first, second] = slashedForm.exec(shortText(value)) ?? [];
    if (Number(first) > 12) dayFirst = true;
    if (Number(second) > 12) monthFirst = true;
  }
  if (dayFirst === monthFirst) return 'unknown';
  return dayFirst ? 'dayFirst' : 'monthFirst';
}

/**
 * Reads a day: as ISO 8601 or RFC 3339 has it, as German and English tables write it.
 *
 * @returns the day as `YYYY-MM-DD`, or undefined when there is none
 */
export function readDay(value: unknown, order: DateOrder = 'unknown'): Read<string | undefined> {
  if (isBlank(value)) return { value: undefined };
  const text = shortText(value);
  const iso = isoForm.exec(text);
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3], value);
  const dotted = dottedForm.exec(text);
  if (dotted !== null) return dayOf(dotted[3], dotted[2], dotted[1], value);
  const slashed = slashedForm.exec(text);
  if (slashed !== null) return readSlashed(slashed, order, value);
  for (const form of namedForms) {
    const named = form.exec(text.toLowerCase())?.groups;
    if (named !== undefined) return dayOf(named['year'], monthOf(named['month']), named['day'], value);
  }
  return notADay(text, value);
}

function readSlashed([, first = '', second = '', year]: readonly string[], order: DateOrder, value: unknown) {
  const isDayFirst = Number(first) > 12 || first === second || (order === 'dayFirst' && Number(second) <= 12);
  if (isDayFirst) return dayOf(year, second, first, value);
  if (Number(second) > 12 || order === 'monthFirst') return dayOf(year, first, second, value);
  return problem(`The date ${quoted(value)} has the day or the month first, and no date of the file shows which.`, fix);
}

function notADay(text: string, value: unknown) {
  if (serialForm.test(text)) {
    return problem(
      `${quoted(value)} is the number of a day in a spreadsheet, not a date.`,
      'Format the column as a date in the spreadsheet, and export the file again.',
    );
  }
  if (monthOnlyForm.test(text)) return problem(`${quoted(value)} is a month without a day.`, fix);
  return problem(`${quoted(value)} is not a date.`, fix);
}

function dayOf(year = '', month = '', day = '', value: unknown): Read<string> {
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const text = textOf({ year: fullYear, month: Number(month), day: Number(day) });
  return isCalendarDay(text) ? { value: text } : problem(`${quoted(value)} is not a real day.`, fix);
}

function monthOf(name = ''): string {
  return String(monthsByStart.findIndex((starts) => starts.some((start) => name.startsWith(start))) + 1);
}

function shortText(value: unknown): string {
  const text = plainText(value);
  return text.length > dateLengthMax ? '' : text.normalize('NFKC');
}
