import { dateInMonth, dateOf, dayOfNumber, monthNumberOf, numberOfDay, textOf } from './days.ts';
import {
  countedDay,
  occurrence,
  occurrencesThrough,
  scheduleOf,
  type Anchor,
  type EndingAnchor,
} from './occurrences.ts';
import { stepOf, type UncheckedBillingPeriod } from './periodTable.ts';

const firstDayNumber = numberOfDay('0000-01-01');

/** The part of an anchor that a payment moves. */
export type AnchorDates = Pick<Anchor, 'lastPaymentDate' | 'anchorDay'>;

/**
 * The dates of an anchor whose last payment was due on one of its occurrences: the anchor day is kept.
 *
 * @param dueOn `YYYY-MM-DD`
 */
export function afterPaymentOn(anchor: Anchor, dueOn: string): AnchorDates {
  const anchorDay = anchor.anchorDay ?? dateOf(anchor.lastPaymentDate).day;
  const needsAnchor = stepOf(anchor).unit === 'months' && anchorDay !== dateOf(dueOn).day;
  return { lastPaymentDate: dueOn, anchorDay: needsAnchor ? anchorDay : anchor.anchorDay };
}

/**
 * The dates of an anchor after all payments that were due on or before a day; undefined when none was.
 *
 * @param day `YYYY-MM-DD`
 */
export function afterPaymentsThrough(anchor: EndingAnchor, day: string): AnchorDates | undefined {
  const passed = occurrencesThrough(scheduleOf(anchor), countedDay(numberOfDay(day)));
  const dueOn = passed === 0 ? undefined : occurrence(anchor, passed);
  return dueOn === undefined ? undefined : afterPaymentOn(anchor, dueOn);
}

/**
 * The inverse of {@link occurrence}: the dates of an anchor whose occurrence 1 is a given day, `YYYY-MM-DD`. The anchor day is
 * the given one if that day can fall on it, otherwise the day of the month of the next payment: 31 March is preceded by 28 or
 * 29 February with the anchor day 31.
 *
 * @param anchorDay the anchor day known so far, 1 to 31; null for none
 * @returns undefined when the last payment would lie before the year 0
 */
export function anchorBefore(
  next: string,
  billing: UncheckedBillingPeriod,
  anchorDay: number | null,
): AnchorDates | undefined {
  const { unit, count } = stepOf(billing);
  const date = dateOf(next);
  if (unit === 'days') {
    const dayNumber = numberOfDay(next) - count;
    return dayNumber < firstDayNumber ? undefined : { lastPaymentDate: dayOfNumber(dayNumber), anchorDay: null };
  }
  const monthNumber = monthNumberOf(date);
  if (monthNumber < count) return undefined;
  const isPossible = anchorDay !== null && dateInMonth(monthNumber, anchorDay).day === date.day;
  const wanted = isPossible ? anchorDay : date.day;
  const last = dateInMonth(monthNumber - count, wanted);
  return { lastPaymentDate: textOf(last), anchorDay: last.day === wanted ? null : wanted };
}
