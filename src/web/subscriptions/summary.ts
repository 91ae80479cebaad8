import { api, bodyOf, type Schemas } from '../api/client.ts';
import { firstQueries } from '../api/firstRequests.ts';
import { noteCurrencies } from '../format/currencyOrder.ts';

/** What the subscriptions cost, each category also a year. It decides the order of currencies. */
export async function loadSummary(signal: AbortSignal): Promise<Schemas['SpendSummary']> {
  const query = firstQueries.summary;
  const { summary } = await bodyOf(api.GET('/api/v1/analytics/summary', { params: { query }, signal }));
  noteCurrencies(summary.byCurrency);
  return summary;
}
