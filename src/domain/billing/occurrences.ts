import { dateOf, dateOfNumber, dayNumberOf, daysInMonth, textOf } from './dayNumbers.ts';
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

const yearMax = 9999;
const dayNumberMax = dayNumberOf({ year: yearMax, month: 12, day: 31 });
const monthsAYear = 12;

/**
 * Occurrence `k` (1 or more) of a subscription: the day of the payment `k` billing periods after the last one. It is
 * computed from the anchor, never from another occurrence. A day that the month lacks becomes the last day of the month.
 *
 * @returns the day as `YYYY-MM-DD`, or undefined when it would lie after 9999-12-31
 */
export function occurrence(anchor: Anchor, k: number): string | undefined {
  const { unit, count } = stepOf(anchor);
  const from = dateOf(anchor.lastPaymentDate);
  if (unit === 'days') {
    const dayNumber = dayNumberOf(from) + count * k;
    return dayNumber > dayNumberMax ? undefined : textOf(dateOfNumber(dayNumber));
  }
  const months = from.year * monthsAYear + from.month - 1 + count * k;
  const [year, month] = [Math.floor(months / monthsAYear), (months % monthsAYear) + 1];
  if (year > yearMax) return undefined;
  return textOf({ year, month, day: Math.min(anchorDayOf(anchor), daysInMonth(year, month)) });
}

/** The day of the month on which a period of months is due, 1 to 31. */
function anchorDayOf({ anchorDay, lastPaymentDate }: Anchor): number {
  return anchorDay ?? dateOf(lastPaymentDate).day;
}
