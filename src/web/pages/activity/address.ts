import { isCalendarDay } from '../../../core/billing/days.ts';

export const filters = ['all', 'subscriptions', 'reminders', 'people'] as const;

export type Filter = (typeof filters)[number];

/** What the page shows, as its address says it. */
export interface Shown {
  readonly filter: Filter;
  readonly subscriptionId?: string | undefined;
  /** What the names of the subscriptions contain. */
  readonly q?: string | undefined;
  /** Whose entries, as `actorKey` writes it. */
  readonly by?: string | undefined;
  /** The day `YYYY-MM-DD`. */
  readonly day?: string | undefined;
}

/** Reads what to show from the query of the address. What it does not know shows everything. */
export function readShown(query: Readonly<Record<string, string>>): Shown {
  const day = query['day'] ?? '';
  return {
    filter: filters.find((one) => one === query['show']) ?? 'all',
    subscriptionId: query['subscription'] || undefined,
    q: query['q'] || undefined,
    by: query['by'] || undefined,
    day: isCalendarDay(day) ? day : undefined,
  };
}

/** The query of the address that shows this: empty, or with its question mark. */
export function writeShown({ filter, subscriptionId, q, by, day }: Shown): string {
  const query = new URLSearchParams({
    ...(filter !== 'all' && { show: filter }),
    ...(subscriptionId !== undefined && { subscription: subscriptionId }),
    ...(q !== undefined && { q }),
    ...(by !== undefined && { by }),
    ...(day !== undefined && { day }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
