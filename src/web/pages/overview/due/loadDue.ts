import { api, bodyOf, type Schemas } from '../../../api/client.ts';
import { allPages } from '../../../api/pages.ts';
import { dayNumberOf, dayOf } from '../../../format/dates.ts';
import type { Cycle } from './prices.ts';

/** How far the list of what is due reaches, in days. */
const daysAhead = 30;
const mostRows = 1000;

/** What makes the list of what is due complete, and can be shown a moment later. */
export interface DueDetails {
  /** How often the subscriptions with a custom period are paid, by id. */
  readonly cycles: ReadonlyMap<string, Cycle>;
  readonly changes: readonly Schemas['PriceChange'][];
}

/** The last day of the list of what is due. */
function lastDay(today: string): string {
  return dayOf(dayNumberOf(today) + daysAhead);
}

/** What is overdue, and what is due until the last day of the list. */
export function loadDue(today: string, signal: AbortSignal): Promise<Schemas['UpcomingPaymentsAnswer']> {
  const query = { from: today, to: lastDay(today), limit: mostRows };
  return bodyOf(api.GET('/api/v1/analytics/payments', { params: { query }, signal }));
}

/** Whether a payment belongs to a subscription with a custom period. */
export function hasCustom({ payments, overdue }: Schemas['UpcomingPaymentsAnswer']): boolean {
  return [...payments, ...overdue].some(({ period }) => period === 'custom');
}

/** Price changes, and if wanted the custom periods of what is due until a day. */
export async function loadDueDetails(
  { to, withCycles }: { readonly to: string; readonly withCycles: boolean },
  signal: AbortSignal,
): Promise<DueDetails> {
  const [cycles, changes] = await Promise.all([
    withCycles ? loadCycles(to, signal) : new Map<string, Cycle>(),
    allPages((query) => bodyOf(api.GET('/api/v1/analytics/price-changes', { params: { query }, signal }))),
  ]);
  return { cycles, changes };
}

async function loadCycles(to: string, signal: AbortSignal): Promise<DueDetails['cycles']> {
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
