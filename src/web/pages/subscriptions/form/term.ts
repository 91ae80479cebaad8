import { dayAfter, dayMonthsAfter, isCalendarDay } from '../../../../core/billing/days.ts';
import { stepOf } from '../../../../core/billing/periodTable.ts';
import { noticeOf } from '../../../../modules/subscriptions/rules/notice.ts';
import { storedPeriodOf } from '../../../format/intervals.ts';
import { noticeParts } from '../../../subscriptions/detailFields.ts';
import type { Details } from '../../../subscriptions/fields.ts';
import { billingIn, nextIn } from './schedule.ts';
import type { FormValues } from './values.ts';

type Term = Pick<FormValues, 'termEndsOn' | 'termMonths'>;

const monthsOfYear = 12;
const none: Term = { termEndsOn: '', termMonths: '' };

/**
 * The term that follows from the payments: with a notice period, what is paid for a year or longer ends on the day before the
 * next payment, and renews by as much. Otherwise none.
 */
function termOf(values: FormValues): Term {
  const billing = billingIn(values);
  const stored = billing && storedPeriodOf(billing);
  const next = nextIn(values);
  if (noticeParts(values.noticePeriod).count === '' || stored === undefined || next === undefined) return none;
  const { unit, count } = stepOf(stored);
  if (unit !== 'months' || count < monthsOfYear) return none;
  return { termEndsOn: dayAfter(next, -1), termMonths: String(count) };
}

/**
 * The form after a change: the term follows, unless the user has said another one.
 *
 * @param saying gives what the form says where its fields are empty
 */
export function withTerm(
  before: FormValues,
  change: Partial<FormValues>,
  saying: (values: FormValues) => FormValues,
): FormValues {
  const after = { ...before, ...change };
  if ('termEndsOn' in change || 'termMonths' in change) return after;
  const followed = termOf(saying(before));
  const isOwn = before.termEndsOn !== followed.termEndsOn || before.termMonths !== followed.termMonths;
  return isOwn ? after : { ...after, ...termOf(saying(after)) };
}

/** What the form says of the last day for notice. */
export type FormNotice =
  /** Nothing that the user has asked about. */
  | { readonly kind: 'none' }
  /** It cannot be computed: nobody knows when the term ends. */
  | { readonly kind: 'unknown' }
  /** The term has ended, or it is too late for the last one. */
  | { readonly kind: 'past' }
  /** The day, and the one before it if that was this year and is past. Days are `YYYY-MM-DD`. */
  | { readonly kind: 'known'; readonly day: string; readonly missed: string | undefined };

/** The last day for notice. `today` is a day `YYYY-MM-DD`. */
export function noticeIn(details: Pick<Details, keyof Parameters<typeof noticeOf>[0]>, today: string): FormNotice {
  const { termEndsOn, noticePeriod, termMonths } = details;
  // The service refuses a zero, and nothing follows from it.
  if (noticePeriod?.count === 0 || termMonths === 0) return { kind: 'none' };
  const day = noticeOf(details, today)?.noticeBy;
  if (day !== undefined) return { kind: 'known', day, missed: missedBefore(day, details, today) };
  if (noticePeriod === null) return { kind: 'none' };
  return { kind: termEndsOn === null || !isCalendarDay(termEndsOn) ? 'unknown' : 'past' };
}

/** By how many days the lengths of months differ at most. */
const monthsDifferBy = 3;

function missedBefore(day: string, details: Parameters<typeof noticeOf>[0], today: string): string | undefined {
  const { termMonths } = details;
  if (termMonths === null) return undefined;
  // Between the notice before this one and the one before that.
  const since = dayAfter(dayMonthsAfter(day, -termMonths), -monthsDifferBy);
  const before = noticeOf({ ...details, cancelBefore: null, keepThrough: null }, since)?.noticeBy;
  return before !== undefined && before < today && before.slice(0, 4) === today.slice(0, 4) ? before : undefined;
}
