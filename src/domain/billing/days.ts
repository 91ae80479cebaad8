import {
  dateInMonth,
  dateOf,
  dateOfNumber,
  dayNumberOf,
  daysInMonth,
  daysInMonthMax,
  monthNumberOf,
  monthsAYear,
  textOf,
} from './dayNumbers.ts';

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
