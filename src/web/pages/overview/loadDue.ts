import { allPages } from '../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { firstQueries } from '../../api/firstRequests.ts';
import type { BillingPeriod } from '../../format/intervals.ts';

/** What makes the list of what is due complete, and can be shown a moment later. */
export interface DueDetails {
  /** How often the subscriptions with a custom period are paid, by id. */
  readonly customPeriods: ReadonlyMap<string, BillingPeriod>;
  readonly changes: readonly Schemas['PriceChange'][];
}

/** What is overdue, what is due from today on, and the deadlines, as far as the service looks ahead by itself. */
export function loadDue(signal: AbortSignal): Promise<Schemas['UpcomingPaymentsAnswer']> {
  return bodyOf(api.GET('/api/v1/analytics/payments', { params: { query: firstQueries.due }, signal }));
}

/** Whether a payment belongs to a subscription with a custom period. */
export function hasCustom({ payments, overdue }: Schemas['UpcomingPaymentsAnswer']): boolean {
  return [...payments, ...overdue].some(({ period }) => period === 'custom');
}

/** Price changes, and if wanted the custom periods of what is due until a day. */
export async function loadDueDetails(
  { to, withCustom }: { readonly to: string; readonly withCustom: boolean },
  signal: AbortSignal,
): Promise<DueDetails> {
  const [customPeriods, changes] = await Promise.all([
    withCustom ? loadCustomPeriods(to, signal) : new Map<string, BillingPeriod>(),
    allPages((query) => bodyOf(api.GET('/api/v1/analytics/price-changes', { params: { query }, signal }))),
  ]);
  return { customPeriods, changes };
}

async function loadCustomPeriods(to: string, signal: AbortSignal): Promise<DueDetails['customPeriods']> {
  const filter = { status: 'active', period: 'custom', include: 'details', expiringBefore: to } as const;
  const custom = await allPages((page) =>
    bodyOf(api.GET('/api/v1/subscriptions', { params: { query: { ...filter, ...page } }, signal })),
  );
  return new Map(custom.map((subscription) => [subscription.id, subscription]));
}
