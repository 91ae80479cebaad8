import type { RefusalReason, ReportRefused } from '../../../domain/analytics/reportRefused.ts';
import { ApiError, type ErrorDetails } from '../../responses/errors.ts';

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
};

/** The error for a report that is too large. */
export function explainRefusal({ reason }: ReportRefused): ApiError {
  return new ApiError('invalid_query', details[reason]);
}
