/** A day of the proleptic Gregorian calendar; months from 1 to 12. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The months of a year. */
export const monthsAYear = 12;
/** The days of the longest month. */
export const daysInMonthMax = 31;

const daysOfEra = 146_097;
const yearsOfEra = 400;
// From 0000-03-01, where the eras begin, to 1970-01-01.
const daysToEpoch = 719_468;
const calendarDayForm = /^\d{4}-\d{2}-\d{2}$/;
const calendarDayLength = 'YYYY-MM-DD'.length;

/** The {@link numberOfDay} of the last day that has a text, 9999-12-31. */
export const lastDayNumber = dayNumberOf({ year: 9999, month: 12, day: 31 });

/** Whether the text is a real day of the calendar in the form `YYYY-MM-DD` (2026-02-30 is not). */
export function isCalendarDay(text: string): boolean {
  if (!calendarDayForm.test(text)) return false;
  const { year, month, day } = dateOf(text);
  return month >= 1 && month <= monthsAYear && day >= 1 && day <= daysInMonth(year, month);
}

/** The last real day of the month that the text names, or undefined when the text names no month. */
export function lastDayOfMonth(text: string): string | undefined {
  const first = `${text.slice(0, 7)}-01`;
  return isCalendarDay(first) ? textOf(dateInMonth(monthNumberOf(dateOf(first)), daysInMonthMax)) : undefined;
}

/** The number of days from 1970-01-01 to a day `YYYY-MM-DD`; negative before it. */
export function numberOfDay(day: string): number {
  return dayNumberOf(dateOf(day));
}

/** The day `YYYY-MM-DD` that has a {@link numberOfDay}. */
export function dayOfNumber(dayNumber: number): string {
  return textOf(dateOfNumber(dayNumber));
}

/** The day after the given number of days (before it, when negative), `YYYY-MM-DD`; at most 9999-12-31. */
export function dayAfter(day: string, days: number): string {
  return dayOfNumber(Math.min(numberOfDay(day) + days, lastDayNumber));
}

/** The same day some months later (earlier, when negative), or the last day of that month if it has no such day. */
export function dayMonthsAfter(day: string, months: number): string {
  const date = dateOf(day);
  return textOf(dateInMonth(monthNumberOf(date) + months, date.day));
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return numberOfDay(to) - numberOfDay(from);
}

/** The calendar day, `YYYY-MM-DD`, that an instant (ISO 8601 as `Date` writes it, years 0 to 9999) falls on in a time zone. */
export function dayOfInstant(instant: string, timeZone: string): string {
  // Most servers use UTC: the text already begins with the day, so no time zone calculation is needed.
  if (timeZone === 'UTC' && instant.endsWith('Z')) return instant.slice(0, calendarDayLength);
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/**
 * The parts of a real day `YYYY-MM-DD`.
 *
 * @throws {RangeError} for a text that has no digits where a day has them
 */
export function dateOf(text: string): CalendarDate {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  if (Number.isNaN(year + month + day)) throw new RangeError('not a calendar day');
  return { year, month, day };
}

/** A date of the years 0 to 9999 as `YYYY-MM-DD`. */
export function textOf({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/** The number of months from January of the year 0 to the month of a date. */
export function monthNumberOf({ year, month }: Pick<CalendarDate, 'year' | 'month'>): number {
  return year * monthsAYear + month - 1;
}

/** A day, 1 to 31, of the month that has a {@link monthNumberOf}: the last one if the month has no such day. */
export function dateInMonth(monthNumber: number, day: number): CalendarDate {
  const [year, month] = [Math.floor(monthNumber / monthsAYear), (monthNumber % monthsAYear) + 1];
  return { year, month, day: Math.min(day, daysInMonth(year, month)) };
}

/** How many days a month has. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * The number of days from 1970-01-01 to a date; negative before it. The formula is `days_from_civil` of Howard Hinnant,
 * https://howardhinnant.github.io/date_algorithms.html.
 */
export function dayNumberOf({ year, month, day }: CalendarDate): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / yearsOfEra);
  const yearOfEra = shifted - era * yearsOfEra;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysOfEra + dayOfEra - daysToEpoch;
}

/** The date that has a {@link dayNumberOf}: `civil_from_days` of the same source. */
export function dateOfNumber(dayNumber: number): CalendarDate {
  const days = dayNumber + daysToEpoch;
  const era = Math.floor(days / daysOfEra);
  const dayOfEra = days - era * daysOfEra;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * yearsOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}
