import { dateOf, dateOfNumber, dayNumberOf, textOf } from './dayNumbers.ts';

const calendarDayForm = /^\d{4}-\d{2}-\d{2}$/;
const lastDay = '9999-12-31';
const calendarDayLength = lastDay.length;

/** Whether the text is a real day of the calendar in the form `YYYY-MM-DD` (2026-02-30 is not). */
export function isCalendarDay(text: string): boolean {
  return calendarDay(text) !== undefined;
}

/** The last real day of the month that the text names, or undefined when the text names no month. */
export function lastDayOfMonth(text: string): string | undefined {
  const month = calendarDay(`${text.slice(0, 7)}-01`);
  return month?.with({ day: month.daysInMonth }).toString();
}

/** The day after the given number of days (0 or more), `YYYY-MM-DD`; at most 9999-12-31. */
export function dayAfter(day: string, days: number): string {
  return textOf(dateOfNumber(Math.min(dayNumberOf(dateOf(day)) + days, dayNumberOf(dateOf(lastDay)))));
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumberOf(dateOf(to)) - dayNumberOf(dateOf(from));
}

/** The calendar day, `YYYY-MM-DD`, that an instant (ISO 8601 as `Date` writes it, years 0 to 9999) falls on in a time zone. */
export function dayOfInstant(instant: string, timeZone: string): string {
  // Most servers use UTC: the text already begins with the day, so no time zone calculation is needed.
  if (timeZone === 'UTC' && instant.endsWith('Z')) return instant.slice(0, calendarDayLength);
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

function calendarDay(text: string): Temporal.PlainDate | undefined {
  if (!calendarDayForm.test(text)) return undefined;
  const [year, month, day] = text.split('-').map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}
