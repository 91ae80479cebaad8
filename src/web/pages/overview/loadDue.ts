import { allPages } from '../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { firstQueries } from '../../api/firstRequests.ts';

/** What is overdue, what is due from today on, and the deadlines, as far as the service looks ahead by itself. */
export function loadDue(signal: AbortSignal): Promise<Schemas['UpcomingPaymentsAnswer']> {
  return bodyOf(api.GET('/api/v1/analytics/payments', { params: { query: firstQueries.due }, signal }));
}

/** The price changes of the last 365 days. */
export function loadPriceChanges(signal: AbortSignal): Promise<readonly Schemas['PriceChange'][]> {
  return allPages((query) => bodyOf(api.GET('/api/v1/analytics/price-changes', { params: { query }, signal })));
}
