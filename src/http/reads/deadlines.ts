import { deadlinesOf } from '../../domain/analytics/deadlines.ts';
import { dayAfter } from '../../domain/billing/days.ts';
import { found } from './found.ts';
import { rowsOfComputedRow, type ReadKind } from './walks.ts';

/** The deadlines of the days ahead. */
export interface DeadlinesRead {
  readonly kind: 'deadlines';
  /** The current day in the configured time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly days: number;
}

/** The report of the last days for notice, of trials and of subscriptions. */
export const deadlines: ReadKind<DeadlinesRead> = {
  find({ deadlines: reader }, ownerId, { today, days }) {
    const candidates = reader.candidates(ownerId, today, dayAfter(today, days));
    return found({ deadlines: deadlinesOf(candidates, { today, days }) });
  },

  walk: (_, { subscriptions }) => subscriptions() * rowsOfComputedRow,
};
