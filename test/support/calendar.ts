/** A day of the Gregorian calendar, in plain numbers. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

// Integer arithmetic without date types, to be independent of the product's code.

const commonYear = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The number of days of a month. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (commonYear[month - 1] ?? 0);
}

/** The number of a day since 1970-01-01. Years begin in March here, so that the leap day is the last. */
export function dayNumberOf({ year, month, day }: CalendarDay): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The day of a number: the inverse of {@link dayNumberOf}. */
export function dayOfNumber(number: number): CalendarDay {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** The same day some months later, or the last day of that month. */
export function afterMonths({ year, month, day }: CalendarDay, months: number): CalendarDay {
  const last = month - 1 + months;
  const next = { year: year + Math.floor(last / 12), month: (last % 12) + 1 };
  return { ...next, day: Math.min(day, daysInMonth(next.year, next.month)) };
}

/** The day some days later. */
export function afterDays(day: CalendarDay, days: number): CalendarDay {
  return dayOfNumber(dayNumberOf(day) + days);
}

/** The day as `YYYY-MM-DD`. */
export function formatDay({ year, month, day }: CalendarDay): string {
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** The day of a text `YYYY-MM-DD`. */
export function parseDay(text: string): CalendarDay {
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)), day: Number(text.slice(8, 10)) };
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
