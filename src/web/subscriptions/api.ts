import { allPagesAtOnce, RequestRefused } from '../api/answers.ts';
import { api, bodyOf, type Schemas } from '../api/client.ts';
import { pageSize, wholeList } from '../api/firstRequests.ts';
import { noteCurrencies } from '../format/currencyOrder.ts';
import type { Operation } from './actions.ts';
import type { Subscription } from './fields.ts';
import { loadSpent, type Payment, type Spent } from './payments.ts';
import { daysOfPayments, daysOfYear, upcomingOf } from './schedule.ts';

/** A subscription with its details, and the entity tag of both. */
export interface Version {
  readonly record: Subscription;
  readonly etag: string;
}

/** All subscriptions with their details, in the order of their creation. */
export async function loadAll(signal: AbortSignal): Promise<readonly Subscription[]> {
  const read = (page: { readonly limit: number; readonly offset: number }) =>
    bodyOf(api.GET('/api/v1/subscriptions', { params: { query: { ...page, ...wholeList } }, signal }));
  const all = await allPagesAtOnce(read, {
    countAll: async () => (await bodyOf(api.GET('/api/v1/analytics/summary', { signal }))).summary.counts.total,
  });
  const active = Map.groupBy(
    all.filter(({ status }) => status === 'active'),
    ({ currency }) => currency,
  );
  noteCurrencies(Array.from(active, ([currency, { length }]) => ({ currency, activeSubscriptions: length })));
  return all;
}

/** The subscriptions that were added last, for suggestions. */
export async function loadNewest(signal: AbortSignal): Promise<readonly Subscription[]> {
  const query = { limit: pageSize, include: 'details' } as const;
  return (await bodyOf(api.GET('/api/v1/subscriptions', { params: { query }, signal }))).data;
}

export async function loadVersion(id: string, signal?: AbortSignal): Promise<Version> {
  const params = { path: { id }, query: { include: 'details' } } as const;
  const { data, error, response } = await api.GET('/api/v1/subscriptions/{id}', {
    params,
    ...(signal && { signal }),
  });
  if (data === undefined) throw new RequestRefused(response, error);
  return { record: data.data, etag: response.headers.get('etag') ?? '' };
}

/** What a change would do: the record after it, and the ids of others with the same name. Nothing is stored. */
export async function preview(operation: Operation, signal: AbortSignal) {
  const params = { query: { dryRun: true, faults: 'all' } } as const;
  const answer = await bodyOf(
    api.POST('/api/v1/subscriptions/batch', { params, body: { operations: [operation] }, signal }),
  );
  const [result] = answer.results;
  if (result === undefined || result.action === 'delete') throw new Error('a dry run without a record');
  return { record: result.data, duplicateIds: result.warnings?.flatMap((one) => one.subscriptionIds ?? []) ?? [] };
}

/** All that is known of one subscription. */
export interface History {
  readonly record: Subscription;
  /** Newest first. */
  readonly prices: readonly Schemas['PriceEntry'][];
  /** The last payments made, at most 100, newest first. */
  readonly payments: readonly Payment[];
  /** What was paid this year, and in all. */
  readonly spent: { readonly year: Spent; readonly all: Spent };
  /** The next due days, the first one first, `YYYY-MM-DD`. */
  readonly upcoming: readonly string[];
}

/** Reads all that is known of one subscription; null when it does not exist. `today` is a day `YYYY-MM-DD`. */
export async function loadHistory(id: string, today: string, signal: AbortSignal): Promise<History | null> {
  const params = { path: { id } };
  const query = { subscriptionId: id, limit: pageSize };
  try {
    const { record } = await loadVersion(id, signal);
    const [{ prices }, { data: payments }, year, all] = await Promise.all([
      bodyOf(api.GET('/api/v1/subscriptions/{id}/prices', { params, signal })),
      bodyOf(api.GET('/api/v1/payments', { params: { query }, signal })),
      loadSpent({ subscriptionId: id, ...daysOfYear(today.slice(0, 4)) }, signal),
      loadSpent({ subscriptionId: id, ...daysOfPayments(today) }, signal),
    ]);
    return { record, prices, payments, spent: { year, all }, upcoming: upcomingOf(record, today) };
  } catch (error) {
    const isGone =
      error instanceof RequestRefused && (error.status === 404 || error.problem.code === 'invalid_subscription_id');
    if (isGone) return null;
    throw error;
  }
}
