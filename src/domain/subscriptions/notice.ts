import {
  dateInMonth,
  dateOf,
  dateOfNumber,
  dayMonthsAfter,
  dayNumberOf,
  dayOfNumber,
  lastDayNumber,
  monthNumberOf,
  numberOfDay,
} from '../billing/days.ts';
import type { Details, DetailsPatch } from './detailFields.ts';

/** The details from which the last day for notice follows. */
export type NoticeDetails = Pick<
  Details,
  'cancelBefore' | 'termEndsOn' | 'termMonths' | 'noticePeriod' | 'keepThrough'
>;

/** A notice that can still be given; days are `YYYY-MM-DD`. */
export interface Notice {
  /** The last day on which it is in time. */
  readonly noticeBy: string;
  /** The last day of the term that it ends; null for `cancelBefore`, which names no term. */
  readonly termEndsOn: string | null;
}

/**
 * The {@link noticeOf} that people may want to give. A notice for a term is none when the subscription ends with that term
 * anyway.
 */
export function noticeToGive(details: NoticeDetails & Pick<Details, 'endsOn'>, today: string): Notice | undefined {
  const notice = noticeOf(details, today);
  if (notice === undefined || notice.termEndsOn === null || details.endsOn === null) return notice;
  return details.endsOn <= notice.termEndsOn ? undefined : notice;
}

type NoticePeriod = NonNullable<Details['noticePeriod']>;

const daysAWeek = 7;

/**
 * The next notice that can be given on `today` or later: `cancelBefore` until that day is past, then the first one for a term
 * that ends after `keepThrough`. The end of each term is computed from the first one: 31 → 28 → 31. A day that the month
 * lacks becomes the last day of the month.
 *
 * @returns undefined when neither `cancelBefore` nor a term with a notice period is ahead, or not before the year 10000
 */
export function noticeOf(details: NoticeDetails, today: string): Notice | undefined {
  const { cancelBefore, termEndsOn, termMonths, noticePeriod, keepThrough } = details;
  if (cancelBefore !== null && cancelBefore >= today) return { noticeBy: cancelBefore, termEndsOn: null };
  if (termEndsOn === null || noticePeriod === null) return undefined;
  const missed = lastEndMissed(today, noticePeriod);
  const end = termEndAfter(
    keepThrough === null ? missed : Math.max(missed, numberOfDay(keepThrough)),
    termEndsOn,
    termMonths,
  );
  if (end === undefined || end > lastDayNumber) return undefined;
  return { noticeBy: dayOfNumber(dayBefore(end, noticePeriod)), termEndsOn: dayOfNumber(end) };
}

/**
 * The change that keeps a contract for the term that its next notice would end: a `cancelBefore` that is not past moves on by
 * one term, or is cleared when there are no terms.
 *
 * @returns undefined when no notice can be given
 */
export function changeToKeep(
  details: NoticeDetails,
  today: string,
): Pick<DetailsPatch, 'keepThrough' | 'cancelBefore'> | undefined {
  const notice = noticeOf(details, today);
  if (notice === undefined) return undefined;
  if (notice.termEndsOn !== null) return { keepThrough: notice.termEndsOn };
  const { termMonths } = details;
  const moved = termMonths === null ? undefined : dayMonthsAfter(notice.noticeBy, termMonths);
  return { cancelBefore: moved === undefined || moved.length > notice.noticeBy.length ? null : moved };
}

/** The day number of the first end of a term after a day number. */
function termEndAfter(dayNumber: number, termEndsOn: string, termMonths: number | null): number | undefined {
  const first = dateOf(termEndsOn);
  const firstMonth = monthNumberOf(first);
  const endIn = (monthNumber: number) => dayNumberOf(dateInMonth(monthNumber, first.day));
  if (dayNumberOf(first) > dayNumber) return dayNumberOf(first);
  if (termMonths === null) return undefined;
  const terms = Math.floor((monthNumberOf(dateOfNumber(dayNumber)) - firstMonth) / termMonths);
  const end = endIn(firstMonth + terms * termMonths);
  return end > dayNumber ? end : endIn(firstMonth + (terms + 1) * termMonths);
}

/** The day number of the last end of a term for which a notice on `today` would be too late. */
function lastEndMissed(today: string, { count, unit }: NoticePeriod): number {
  if (unit !== 'months') return numberOfDay(today) + daysOf(count, unit) - 1;
  const date = dateOf(today);
  const later = dateInMonth(monthNumberOf(date) + count, date.day);
  // When the later month lacks the day, its last day lies too early, too.
  return dayNumberOf(later) - (later.day < date.day ? 0 : 1);
}

/** The day number of the day that lies a period before another one. */
function dayBefore(dayNumber: number, { count, unit }: NoticePeriod): number {
  if (unit !== 'months') return dayNumber - daysOf(count, unit);
  const date = dateOfNumber(dayNumber);
  return dayNumberOf(dateInMonth(monthNumberOf(date) - count, date.day));
}

function daysOf(count: number, unit: Exclude<NoticePeriod['unit'], 'months'>): number {
  return unit === 'weeks' ? count * daysAWeek : count;
}
