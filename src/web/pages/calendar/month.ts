import {
  dayAfter,
  dayMonthsAfter,
  dayOfNumber,
  daysBetween,
  daysInMonthMax,
  lastDayOfMonth,
  numberOfDay,
} from '../../../core/billing/days.ts';

const daysInWeek = 7;
const firstMonth = '1970-01';
const lastMonth = '9999-12';
// The first of January 1970, day 0, was a Thursday: the fourth day of a week that begins on Monday.
const weekdayOfDayZero = 4;

/** The month `YYYY-MM` of a day `YYYY-MM-DD`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The first and the last day of a month `YYYY-MM`. */
export function daysOfMonth(month: string): { readonly first: string; readonly last: string } {
  const first = `${month}-01`;
  return { first, last: lastDayOfMonth(month) ?? first };
}

/** Whether payments of a month `YYYY-MM` may be recorded already: a payment may be recorded for tomorrow. */
export function mayHavePayments(month: string, today: string): boolean {
  return daysOfMonth(month).first <= dayAfter(today, 1);
}

const daysAheadMax = 400;

/** How many days ahead deadlines are asked for, to have those through a day; undefined when it is past or too far away. */
export function daysToReach(day: string, today: string): number | undefined {
  const days = daysBetween(today, day);
  if (days < 0 || days > daysAheadMax + daysInMonthMax) return undefined;
  return Math.min(Math.max(days, 1), daysAheadMax);
}

/** The month in a text, if it is one that the calendar reaches. */
export function parseMonth(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && reaches(text) ? text : undefined;
}

/** Whether the calendar shows a month, which must be written `YYYY-MM`. */
function reaches(month: string): boolean {
  return month.length === firstMonth.length && month >= firstMonth && month <= lastMonth;
}

/** The day of the week, from 1 for Monday to 7 for Sunday. */
function weekdayOf(day: string): number {
  return ((numberOfDay(day) + weekdayOfDayZero - 1) % daysInWeek) + 1;
}

/**
 * The weeks of a month. A day of another month is undefined.
 *
 * @param firstWeekday the day on which a week begins, from 1 for Monday to 7 for Sunday
 */
export function weeksOf(month: string, firstWeekday: number): readonly (readonly (string | undefined)[])[] {
  const { first, last } = daysOfMonth(month);
  const [start, end] = [numberOfDay(first), numberOfDay(last)];
  const before = (weekdayOf(first) - firstWeekday + daysInWeek) % daysInWeek;
  const weeks: (string | undefined)[][] = [];
  for (let monday = start - before; monday <= end; monday += daysInWeek) {
    weeks.push(
      Array.from({ length: daysInWeek }, (_, index) => monday + index).map((number) =>
        number < start || number > end ? undefined : dayOfNumber(number),
      ),
    );
  }
  return weeks;
}

/** The same day of a month that is some months later, or its last day if it has no such day; undefined beyond the calendar. */
export function addMonths(day: string, months: number): string | undefined {
  const moved = dayMonthsAfter(day, months);
  return reaches(monthOf(moved)) ? moved : undefined;
}

/** The day to which a key moves the focus from a day; undefined for any other key, and beyond the calendar. */
export function dayAfterKey(key: string, day: string, firstWeekday: number): string | undefined {
  if (key === 'PageUp') return addMonths(day, -1);
  if (key === 'PageDown') return addMonths(day, 1);
  const place = (weekdayOf(day) - firstWeekday + daysInWeek) % daysInWeek;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -daysInWeek,
    ArrowDown: daysInWeek,
    Home: -place,
    End: daysInWeek - 1 - place,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = dayOfNumber(numberOfDay(day) + step);
  return reaches(monthOf(target)) ? target : undefined;
}

interface WeekInfo {
  readonly firstDay: number;
}

/** The day on which a week begins in a locale, from 1 for Monday to 7 for Sunday. Monday where the browser cannot tell. */
export function firstWeekdayOf(locale: string): number {
  const known = new Intl.Locale(locale) as { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}
