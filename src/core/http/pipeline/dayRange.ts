import { ApiError } from '../errors/apiError.ts';

/** The first and the last day of a range, `YYYY-MM-DD`; open where one is absent. */
export interface DayRange {
  readonly from?: string;
  readonly to?: string;
}

/** Refuses a query whose first day is after its last one. */
export function refuseReversed({ query: { from, to } }: { readonly query: DayRange }): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new ApiError('invalid_query', {
    field: 'from',
    message: `from (${from}) is after to (${to}).`,
    suggestedFix: `Send a from that is not after ${to}, or a later to.`,
  });
}
