import { dayOfInstant, isCalendarDay, textOf } from '../../../../core/billing/days.ts';
import { problem, type Read } from './problems.ts';
import { hasOddNumbers, isBlank, plainText } from './reading.ts';

/** How the dates of a file are written whose day and month are both numbers with slashes or dashes. */
export type DateOrder = 'dayFirst' | 'monthFirst' | 'unknown';

/** How the dates of a file are read. */
export interface DateContext {
  /** How those are written whose day and month are both numbers. */
  readonly dateOrder?: DateOrder;
  /** The time zone in which an instant has its day; without it, the day is as it is written. */
  readonly timeZone?: string;
  /** Whether days before {@link firstYear} are taken as they are. */
  readonly hasOldDays?: boolean;
}

const isoForm = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[Tt ]\s*(?<time>\d{1,2}:\d{2}[^\n]*))?$/;
const timeForm =
  /^(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,]\d+)?)?(?:\s?[ap]\.?m\.?)?(?<zone>(?:\s*(?:z|utc|gmt|[+-]\d{2}:?\d{2}))*)$/i;
// Programs that know days only write these times.
const wholeDays: ReadonlySet<string> = new Set(['00:00:00', '23:59:59']);
const dottedForm = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:,? (?<time>\d{1,2}:\d{2}[^\n]*))?$/;
const slashedForm = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?:,? (?<time>\d{1,2}:\d{2}[^\n]*))?$/;
const namedForms = [
  /^(?<day>\d{1,2})(?:\.|st|nd|rd|th)?[\s-]+(?<month>\p{L}{3,9})\.?,?[\s-]+(?<year>\d{4})$/u,
  /^(?<month>\p{L}{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/u,
];
const monthOnlyForm = /^(?:\d{1,2}[-/.]\d{4}|\d{4}[-/.]\d{1,2})$/;
const serialForm = /^\d{5}(?:[.,]\d+)?$/;
const dateLengthMax = 50;
// What programs write for no day.
const zeroForm = /^(?:0001-01-01|0000-00-00)(?:[Tt ]0[^\n]*)?$/;
/** Earlier days come from programs that count from zero, or are slips. */
const firstYear = 1900;

// In English and German; the first three letters or more of one are enough.
const monthNames: readonly string[] = [
  'january januar jänner jaenner',
  'february februar feber',
  'march märz maerz mrz',
  'april',
  'may mai',
  'june juni',
  'july juli',
  'august',
  'september sept',
  'october oktober',
  'november',
  'december dezember',
];
// Two digits of a year: a contract from 1999, and one until 2039. What is between them is not guessed.
const [lastOfThisCentury, firstOfLastCentury] = [49, 70];

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
 * Reads a day: as ISO 8601 or RFC 3339 has it, as German and English tables write it. An instant is the day that it has in
 * the time zone; midnight and the last second of a day stand for that day as it is written.
 *
 * @returns the day as `YYYY-MM-DD`, or undefined when there is none
 */
export function readDay(value: unknown, context: DateContext = {}): Read<string | undefined> {
  if (isBlank(value) || zeroForm.test(plainText(value))) return { value: undefined };
  const day = readForms(value, context);
  const isOld = 'value' in day && Number(day.value.slice(0, 4)) < firstYear && context.hasOldDays !== true;
  return isOld ? problem('dayTooOld', { value, year: firstYear }) : day;
}

function readForms(value: unknown, { dateOrder, timeZone }: DateContext): Read<string> {
  const text = shortText(value);
  const iso = isoForm.exec(text);
  if (iso !== null) return withTime(dayOf(iso[1], iso[2], iso[3], value), iso.groups, timeZone, value);
  const dotted = dottedForm.exec(text);
  if (dotted !== null) return withTime(dayOf(dotted[3], dotted[2], dotted[1], value), dotted.groups, timeZone, value);
  const slashed = slashedForm.exec(text);
  if (slashed !== null) return withTime(readSlashed(slashed, dateOrder, value), slashed.groups, timeZone, value);
  for (const form of namedForms) {
    const named = form.exec(text.toLowerCase())?.groups;
    if (named !== undefined) return dayOf(named['year'], monthOf(named['month']), named['day'], value);
  }
  return notADay(text, value);
}

/** A day with the time that is written behind it. */
function withTime(
  day: Read<string>,
  { time }: Readonly<Record<string, string | undefined>> = {},
  timeZone: string | undefined,
  shown: unknown,
): Read<string> {
  if (time === undefined || 'problem' in day) return day;
  const parts = timeForm.exec(time)?.groups;
  if (parts === undefined) return problem('noTimeOfDay', { value: shown });
  const offset = offsetIn(parts['zone'] ?? '');
  const clock = ['hour', 'minute', 'second'].map((name) => (parts[name] ?? '').padStart(2, '0')).join(':');
  const isDay = timeZone === undefined || offset === undefined || wholeDays.has(clock) || day.value < '0001';
  return isDay ? day : { value: dayOfInstant(`${day.value}T${clock}${offset}`, timeZone) };
}

/** The offset from UTC that is written behind a time; undefined for a local time. */
function offsetIn(zone: string): string | undefined {
  const [, sign = '', hours = '', minutes = ''] = /([+-])([01]\d|2[0-3]):?([0-5]\d)/.exec(zone) ?? [];
  if (sign !== '') return `${sign}${hours}:${minutes}`;
  return zone.trim() === '' ? undefined : 'Z';
}

function readSlashed(
  [, first = '', second = '', year]: readonly string[],
  order: DateOrder | undefined,
  value: unknown,
): Read<string> {
  const isDayFirst = Number(first) > 12 || first === second || (order === 'dayFirst' && Number(second) <= 12);
  if (isDayFirst) return dayOf(year, second, first, value);
  if (Number(second) > 12 || order === 'monthFirst') return dayOf(year, first, second, value);
  return problem('dayOrMonthFirst', { value });
}

function notADay(text: string, value: unknown) {
  if (serialForm.test(text)) return problem('dayNumber', { value });
  return monthOnlyForm.test(text) ? problem('monthWithoutDay', { value }) : problem('notADate', { value });
}

function dayOf(year = '', month = '', day = '', value: unknown): Read<string> {
  const century = year.length === 4 ? 0 : centuryOf(Number(year));
  if (century === undefined) return problem('twoDigitYear', { value });
  const text = textOf({ year: century + Number(year), month: Number(month), day: Number(day) });
  return isCalendarDay(text) ? { value: text } : problem('notARealDay', { value });
}

function centuryOf(year: number): number | undefined {
  if (year <= lastOfThisCentury) return 2000;
  return year < firstOfLastCentury ? undefined : 1900;
}

function monthOf(name = ''): string {
  return String(monthNames.findIndex((names) => names.split(' ').some((one) => one.startsWith(name))) + 1);
}

function shortText(value: unknown): string {
  const text = plainText(value);
  return text.length > dateLengthMax || hasOddNumbers(text) ? '' : text.normalize('NFKC');
}
