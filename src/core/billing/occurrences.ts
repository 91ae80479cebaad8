import {
  dateInMonth,
  dateOf,
  dateOfNumber,
  dayNumberOf,
  dayOfNumber,
  daysInMonth,
  lastDayNumber,
  monthNumberOf,
  numberOfDay,
} from './days.ts';
import { stepOf, type UncheckedBillingPeriod } from './periodTable.ts';

/** The facts from which the due dates of a subscription follow. */
export interface Anchor extends UncheckedBillingPeriod {
  /** `YYYY-MM-DD`. */
  readonly lastPaymentDate: string;
  /**
   * The day of the month, 1 to 31, on which a period of months is due; null for the day of `lastPaymentDate`. A payment on
   * the last day of a shorter month keeps its anchor day: 31 → 28 → 31. A period of days does not use it.
   */
  readonly anchorDay: number | null;
}

/** An anchor, and the day after which there are no occurrences; null for no end. */
export interface EndingAnchor extends Anchor {
  /** `YYYY-MM-DD`. */
  readonly endsOn: string | null;
}

/** The due dates of a subscription as numbers, so that they can be counted without dates as text. */
export interface Schedule {
  readonly unit: 'months' | 'days';
  /** The units from one occurrence to the next. */
  readonly count: number;
  /** The last payment: its day number, or the number of its month when the unit is months. */
  readonly start: number;
  readonly anchorDay: number;
  /** The number of occurrences until the subscription ends; Infinity when it does not. */
  readonly occurrencesMax: number;
}

/** A day as the numbers with which occurrences are counted. */
export interface CountedDay {
  readonly dayNumber: number;
  /** The months since January of the year 0. */
  readonly monthNumber: number;
  readonly dayOfMonth: number;
  readonly daysInMonth: number;
}

/**
 * Occurrence `k` (1 or more) of a subscription: the day of the payment `k` billing periods after the last one. It is
 * computed from the anchor, never from another occurrence. A day that the month lacks becomes the last day of the month.
 *
 * @returns the day as `YYYY-MM-DD`, or undefined when it would lie after 9999-12-31
 */
export function occurrence(anchor: Anchor, k: number): string | undefined {
  const dayNumber = dueDay(endlessSchedule(anchor), k);
  return dayNumber > lastDayNumber ? undefined : dayOfNumber(dayNumber);
}

/** The schedule that follows from an anchor. */
export function scheduleOf(anchor: EndingAnchor): Schedule {
  const endless = endlessSchedule(anchor);
  if (anchor.endsOn === null) return endless;
  const lastDay = countedDay(numberOfDay(anchor.endsOn));
  return { ...endless, occurrencesMax: occurrencesThrough(endless, lastDay) };
}

/** The day that has a day number, ready for counting. */
export function countedDay(dayNumber: number): CountedDay {
  const date = dateOfNumber(dayNumber);
  const { year, month, day } = date;
  return { dayNumber, monthNumber: monthNumberOf(date), dayOfMonth: day, daysInMonth: daysInMonth(year, month) };
}

/**
 * How many occurrences lie on or before a day: the number of the last one; 0 before the first. It takes the same time
 * for any number. The first occurrence after the day is the one after it.
 */
export function occurrencesThrough(schedule: Schedule, day: CountedDay): number {
  const units = (schedule.unit === 'days' ? day.dayNumber : day.monthNumber) - schedule.start;
  let k = Math.floor(units / schedule.count);
  const isInThisMonth = schedule.unit === 'months' && units % schedule.count === 0;
  if (isInThisMonth && day.dayOfMonth < Math.min(schedule.anchorDay, day.daysInMonth)) k -= 1;
  return Math.max(0, Math.min(k, schedule.occurrencesMax));
}

/** The day numbers of the occurrences from one day to another, both included, in their order. */
export function dueDays(schedule: Schedule, from: CountedDay, to: CountedDay): number[] {
  const passed = occurrencesThrough(schedule, countedDay(from.dayNumber - 1));
  const occurrences = Math.max(0, occurrencesThrough(schedule, to) - passed);
  return Array.from({ length: occurrences }, (_, index) => dueDay(schedule, passed + 1 + index));
}

/** The schedule of every so many calendar months from a day, `YYYY-MM-DD`, which is occurrence 0. It has no end. */
export function everyMonthsFrom(day: string, months: number): Schedule {
  const date = dateOf(day);
  const start = monthNumberOf(date);
  return { unit: 'months', count: months, start, anchorDay: date.day, occurrencesMax: Number.POSITIVE_INFINITY };
}

/** The day number of an occurrence, even when it lies after the end. */
export function dueDay({ unit, count, start, anchorDay }: Schedule, k: number): number {
  const number = start + count * k;
  return unit === 'days' ? number : dayNumberOf(dateInMonth(number, anchorDay));
}

function endlessSchedule(anchor: Anchor): Schedule {
  const { unit, count } = stepOf(anchor);
  const date = dateOf(anchor.lastPaymentDate);
  const start = unit === 'days' ? dayNumberOf(date) : monthNumberOf(date);
  const anchorDay = anchor.anchorDay ?? date.day;
  return { unit, count, start, anchorDay, occurrencesMax: Number.POSITIVE_INFINITY };
}
