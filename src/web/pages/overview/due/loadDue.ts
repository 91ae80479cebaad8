import { api, bodyOf, type Schemas } from '../../../api/client.ts';
import { allPages } from '../../../api/pages.ts';
import { dayNumberOf, dayOf } from '../../../format/dates.ts';
import type { Cycle } from './prices.ts';

/** How far the list of what is due reaches, in days. */
export const daysAhead = 30;
const mostRows = 1000;

/** What makes the list of what is due complete, and can be shown a moment later. */
export interface DueDetails {
  /** How often the subscriptions with a custom period are paid, by id. */
  readonly cycles: ReadonlyMap<string, Cycle>;
  readonly changes: readonly Schemas['PriceChange'][];
  readonly autoRenew: boolean;
}

/** The last day of the list of what is due. */
export function lastDay(today: string): string {
  return dayOf(dayNumberOf(today) + daysAhead);
}

/** What is overdue, and what is due until the last day of the list. */
export function loadDue(today: string, signal: AbortSignal): Promise<Schemas['UpcomingPaymentsAnswer']> {
  const query = { from: today, to: lastDay(today), limit: mostRows };
  return bodyOf(api.GET('/api/v1/analytics/payments', { params: { query }, signal }));
}

/** Periods and price changes of what is due, and whether renewal is automatic. */
export async function loadDueDetails(due: Schemas['UpcomingPaymentsAnswer'], signal: AbortSignal): Promise<DueDetails> {
  const [cycles, changes, preferences] = await Promise.all([
    loadCycles(due, signal),
    allPages((query) => bodyOf(api.GET('/api/v1/analytics/price-changes', { params: { query }, signal }))),
    bodyOf(api.GET('/api/v1/preferences', { signal })),
  ]);
  return { cycles, changes, autoRenew: preferences.data.autoRenew };
}

async function loadCycles(
  { payments, overdue, to }: Schemas['UpcomingPaymentsAnswer'],
  signal: AbortSignal,
): Promise<DueDetails['cycles']> {
  if (![...payments, ...overdue].some(({ period }) => period === 'custom')) return new Map();
  const filter = { status: 'active', period: 'custom', include: 'details', expiringBefore: to } as const;
  const custom = await allPages((page) =>
    bodyOf(api.GET('/api/v1/subscriptions', { params: { query: { ...filter, ...page } }, signal })),
  );
  return new Map(custom.map((subscription) => [subscription.id, cycleOf(subscription)]));
}

function cycleOf({ period, customDate, details }: Schemas['Subscription']): Cycle {
  const months = details?.everyMonths ?? undefined;
  return { period, months, days: customDate === undefined ? undefined : Number(customDate) };
}
