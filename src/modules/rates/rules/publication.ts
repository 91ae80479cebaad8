import { dateOf, dayAfter, numberOfDay, textOf } from '../../../core/billing/days.ts';

/** The time zone of the European Central Bank, in which it dates its rates. */
export const bankTimeZone = 'Europe/Berlin';

/** When the rates of a working day are certainly published, in the time zone of the bank. */
export const publishedAt = '16:30';

/** The newest day, `YYYY-MM-DD`, up to another for which the bank publishes rates: no weekend, and no holiday of TARGET. */
export function newestPublicationDay(day: string): string {
  let newest = day;
  while (!isWorkingDay(newest)) newest = dayAfter(newest, -1);
  return newest;
}

const [friday, daysAWeek] = [5, 7];
// New Year, Labour Day, Christmas.
const fixedHolidays = new Set(['01-01', '05-01', '12-25', '12-26']);

function isWorkingDay(day: string): boolean {
  // 1970-01-01, day 0, was a Thursday; Monday is 1 here.
  const weekday = ((((numberOfDay(day) + 3) % daysAWeek) + daysAWeek) % daysAWeek) + 1;
  if (weekday > friday || fixedHolidays.has(day.slice('YYYY-'.length))) return false;
  const easter = easterSunday(dateOf(day).year);
  return day !== dayAfter(easter, -2) && day !== dayAfter(easter, 1);
}

/** Easter Sunday of a year of the Gregorian calendar: the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const [century, yearOfCentury, golden] = [Math.floor(year / 100), year % 100, year % 19];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - moon - (yearOfCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * shift + 114;
  return textOf({ year, month: Math.floor(days / 31), day: (days % 31) + 1 });
}
