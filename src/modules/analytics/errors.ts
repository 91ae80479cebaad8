import { ReportRefused, type RefusalReason } from './rules/reportRefused.ts';
import { dayAfter, daysBetween } from '../../core/billing/days.ts';
import { ApiError, type ErrorDetails } from '../../core/http/errors/apiError.ts';

interface RangeQuery {
  readonly from?: string;
  readonly to?: string;
}

const daysByDefault = 30;
const daysMax = 1100;

/**
 * The days of a list of payments. Without `to`, they end 30 days after the first one that can have payments.
 *
 * @throws {ApiError} for a range that is turned around or too long
 */
export function paymentRangeOf({ from, to }: RangeQuery, today: string) {
  const first = from ?? today;
  const last = to ?? dayAfter(first < today ? today : first, daysByDefault);
  const days = daysBetween(first, last);
  if (days < 0) throw turnedAround(first, from !== undefined);
  if (days > daysMax) throw tooLong(first, last, today);
  return { from: first, to: last };
}

function turnedAround(first: string, isFromSent: boolean): ApiError {
  return new ApiError('invalid_query', {
    field: 'to',
    message: isFromSent ? 'to is before from.' : 'to is before today, which is from by default.',
    suggestedFix: `Send a to of "${first}" or later${isFromSent ? '' : ', or send from, too'}.`,
  });
}

function tooLong(first: string, last: string, today: string): ApiError {
  // Days before today have no payments to come, so the range may as well begin today.
  const isLongByPast = first < today && daysBetween(today, last) <= daysMax;
  return new ApiError('invalid_query', {
    field: isLongByPast ? 'from' : 'to',
    message: `The days from "${first}" to "${last}" are more than ${daysMax}.`,
    suggestedFix: isLongByPast
      ? `Send a from of "${today}": earlier days have no payments to come.`
      : `Send a to of "${dayAfter(first, daysMax)}" or earlier.`,
  });
}

const details: Readonly<Record<RefusalReason, ErrorDetails>> = {
  tooManyPayments: {
    field: 'to',
    message: 'There are more than 100,000 payments between from and to.',
    suggestedFix: 'Send an earlier to.',
  },
  tooManyCategories: {
    field: 'months',
    message: 'The forecast would have more than 100,000 sums of a category and a currency.',
    suggestedFix: 'Send a smaller number of months.',
  },
  tooManyReminders: {
    field: 'days',
    message: 'There are more than 100,000 reminders in these days.',
    suggestedFix: 'Send a smaller number of days, or disable a rule.',
  },
};

/** The error for a report that is too large; undefined for any other error. */
export function explainRefusal(error: unknown): ApiError | undefined {
  return error instanceof ReportRefused ? new ApiError('invalid_query', details[error.reason]).charged() : undefined;
}
