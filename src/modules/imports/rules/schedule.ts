import { afterPaymentsThrough, anchorBefore, type AnchorDates } from '../../../core/billing/anchors.ts';
import { dateInMonth, dateOf, dayAfter, monthNumberOf } from '../../../core/billing/days.ts';
import { occurrence } from '../../../core/billing/occurrences.ts';
import { stepOf, type UncheckedBillingPeriod } from '../../../core/billing/periodTable.ts';
import { remark, type Remark } from './values/remarks.ts';

/** The dates that a file states; days are `YYYY-MM-DD`. */
export interface StatedDates {
  readonly next?: string | undefined;
  readonly last?: string | undefined;
  readonly start?: string | undefined;
  /** The day of the month, 1 to 31, on which payments are due. */
  readonly anchorDay?: number | undefined;
}

/** The dates of a record, and what of the stated ones they do not keep. */
export interface Schedule extends AnchorDates {
  readonly note?: Remark;
}

/**
 * The last payment from which the next one follows as the file states it. A next payment decides over a last one, and that
 * over a start. The day of the month is kept: a payment on 30 November that began on 31 January is due on 31 December.
 *
 * @param through the last day on which payments may have been made, `YYYY-MM-DD`
 * @returns undefined when the file states no date, or the last payment would lie before the year 0
 */
export function scheduleFrom(
  dates: StatedDates,
  billing: UncheckedBillingPeriod,
  through: string,
): Schedule | undefined {
  const { next, last, start } = dates;
  if (next !== undefined) return beforeNext(next, dates, billing);
  if (last !== undefined) return { lastPaymentDate: last, anchorDay: anchorOf(last, dates, billing) };
  if (start === undefined) return undefined;
  if (start > through) return beforeFirst(start, dates, billing);
  const anchor = { ...billing, lastPaymentDate: start, anchorDay: anchorOf(start, dates, billing), endsOn: null };
  return afterPaymentsThrough(anchor, through) ?? { lastPaymentDate: start, anchorDay: anchor.anchorDay };
}

function beforeNext(next: string, dates: StatedDates, billing: UncheckedBillingPeriod): Schedule | undefined {
  const { last, start, anchorDay = start === undefined ? null : dateOf(start).day } = dates;
  const fitting = last === undefined ? undefined : fittingAnchor(last, next, dates, billing);
  if (fitting !== undefined) return fitting;
  const before = anchorBefore(next, billing, anchorDay);
  if (before === undefined || last === undefined || before.lastPaymentDate === last) return before;
  return {
    ...before,
    note: remark('lastPaymentReplaced', { last, next, taken: before.lastPaymentDate }),
  };
}

/** The first payment is still to come: nothing was paid before it. */
function beforeFirst(start: string, dates: StatedDates, billing: UncheckedBillingPeriod): Schedule | undefined {
  const before = anchorBefore(start, billing, dates.anchorDay ?? null);
  return (
    before && {
      ...before,
      note: remark('firstPaymentToCome', { start, taken: before.lastPaymentDate }),
    }
  );
}

/** The anchor day with which the next payment follows from the last one, if there is one. */
function fittingAnchor(
  last: string,
  next: string,
  { anchorDay, start }: StatedDates,
  billing: UncheckedBillingPeriod,
): Schedule | undefined {
  const days = [anchorDay, start === undefined ? undefined : dateOf(start).day, dateOf(next).day];
  const candidates = [null, ...days.filter((day) => day !== undefined && isAnchorOf(last, day, billing))];
  const fitting = candidates.find(
    (day) => occurrence({ ...billing, lastPaymentDate: last, anchorDay: day ?? null }, 1) === next,
  );
  return fitting === undefined ? undefined : { lastPaymentDate: last, anchorDay: fitting };
}

function anchorOf(last: string, { anchorDay }: StatedDates, billing: UncheckedBillingPeriod): number | null {
  const isNeeded = anchorDay !== undefined && anchorDay !== dateOf(last).day;
  return isNeeded && isAnchorOf(last, anchorDay, billing) ? anchorDay : null;
}

/** Whether a payment on this day can be one of a subscription with that anchor day. */
function isAnchorOf(last: string, anchorDay: number, billing: UncheckedBillingPeriod): boolean {
  const date = dateOf(last);
  return stepOf(billing).unit === 'months' && dateInMonth(monthNumberOf(date), anchorDay).day === date.day;
}

/** The day before another one, `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return day === '0000-01-01' ? day : dayAfter(day, -1);
}
