import { deadlinesIn } from './deadlinesIn.ts';
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
  find: (sources, ownerId, range) => found({ deadlines: deadlinesIn(sources, ownerId, range) }),

  walk: (_, { subscriptions }) => subscriptions() * rowsOfComputedRow,
};
