import {
  dateInMonth,
  dateOf,
  dateOfNumber,
  dayAfter,
  dayMonthsAfter,
  dayNumberOf,
  dayOfNumber,
  lastDayNumber,
  monthNumberOf,
  numberOfDay,
} from '../../../core/billing/days.ts';
import { countedDay, dueDay, everyMonthsFrom, occurrencesThrough } from '../../../core/billing/occurrences.ts';
import type { Details, DetailsPatch } from '../detailModel.ts';

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

type ChangeToKeep = Pick<DetailsPatch, 'keepThrough' | 'cancelBefore'>;

type NoticePeriod = NonNullable<Details['noticePeriod']>;

/** The details without which no notice follows from a term. */
interface Contract {
  readonly termEndsOn: string;
  readonly noticePeriod: NoticePeriod;
}

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

/** Whether the last day for notice is unknown: there is a notice period, and nothing that says when the term ends. */
export function lacksTermEnd(details: NoticeDetails, today: string): boolean {
  const { termEndsOn, noticePeriod, cancelBefore } = details;
  return noticePeriod !== null && termEndsOn === null && (cancelBefore === null || cancelBefore < today);
}

/**
 * The notice about which something must be decided: {@link noticeOf}, unless the subscription ends with that term or before
 * it anyway. An end leaves the notice of `cancelBefore`, which names no term, as it is.
 */
export function openNoticeOf(details: NoticeDetails & Pick<Details, 'endsOn'>, today: string): Notice | undefined {
  const notice = noticeOf(details, today);
  const { termEndsOn = null } = notice ?? {};
  const isEnding = termEndsOn !== null && details.endsOn !== null && details.endsOn <= termEndsOn;
  return isEnding ? undefined : notice;
}

/**
 * The change that keeps a contract for the term that its next notice would end. A `cancelBefore` that is not past gives way to
 * the notices of the term; without these, it moves on by the months of a term, or is cleared.
 *
 * @returns undefined when no notice can be given
 */
export function changeToKeep(details: NoticeDetails, today: string): ChangeToKeep | undefined {
  const notice = noticeOf(details, today);
  if (notice === undefined) return undefined;
  if (notice.termEndsOn !== null) return { keepThrough: notice.termEndsOn };
  const { noticeBy: cancelBefore } = notice;
  const { termEndsOn, noticePeriod } = details;
  return termEndsOn === null || noticePeriod === null
    ? movedOn(details, cancelBefore)
    : { cancelBefore: null, ...keptTerm({ ...details, termEndsOn, noticePeriod }, cancelBefore) };
}

/** The `keepThrough` that skips the terms which a notice until `cancelBefore` would end; none if it is for an earlier term. */
function keptTerm(
  { termEndsOn, noticePeriod, termMonths, keepThrough }: NoticeDetails & Contract,
  cancelBefore: string,
): ChangeToKeep {
  const first = numberOfDay(termEndsOn);
  const isForEarlier = termMonths !== null && dayMonthsAfter(termEndsOn, -termMonths) >= cancelBefore;
  const running = isForEarlier ? undefined : termEndAfter(numberOfDay(cancelBefore) - 1, termEndsOn, termMonths);
  // Later terms, too, when their last day for notice is not after that day, either.
  const missed = Math.max(lastEndMissed(dayAfter(cancelBefore, 1), noticePeriod), running ?? Number.NEGATIVE_INFINITY);
  if (missed < first) return {};
  const ends = termMonths === null ? undefined : everyMonthsFrom(termEndsOn, termMonths);
  const end = ends === undefined ? first : dueDay(ends, occurrencesThrough(ends, countedDay(missed)));
  const kept = dayOfNumber(Math.min(end, lastDayNumber));
  return keepThrough !== null && keepThrough >= kept ? {} : { keepThrough: kept };
}

/**
 * A `cancelBefore` moved on by the months of a term. Each day is counted from the first one, which `keepThrough` keeps when a
 * shorter month would lose it: 31 → 28 → 31.
 */
function movedOn({ termMonths, keepThrough }: NoticeDetails, cancelBefore: string): ChangeToKeep {
  if (termMonths === null) return { cancelBefore: null };
  const dayNumber = numberOfDay(cancelBefore);
  const countOf = (first: string) => occurrencesThrough(everyMonthsFrom(first, termMonths), countedDay(dayNumber));
  const dayAt = (first: string, count: number) => dueDay(everyMonthsFrom(first, termMonths), count);
  const isCounted = keepThrough !== null && dayAt(keepThrough, countOf(keepThrough)) === dayNumber;
  const first = isCounted ? keepThrough : cancelBefore;
  const moved = dayAt(first, countOf(first) + 1);
  if (moved > lastDayNumber) return { cancelBefore: null };
  const isLost = dateOfNumber(moved).day !== dateOf(first).day;
  const isFree = keepThrough === null || keepThrough < cancelBefore;
  return { cancelBefore: dayOfNumber(moved), ...(isLost && isFree && !isCounted && { keepThrough: first }) };
}

/** The day number of the first end of a term after a day number. */
function termEndAfter(dayNumber: number, termEndsOn: string, termMonths: number | null): number | undefined {
  const first = numberOfDay(termEndsOn);
  if (first > dayNumber) return first;
  if (termMonths === null) return undefined;
  const ends = everyMonthsFrom(termEndsOn, termMonths);
  return dueDay(ends, occurrencesThrough(ends, countedDay(dayNumber)) + 1);
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
