import { entityTypes, type EntityType } from '../../../domain/audit/auditEntry.ts';
import { api, bodyOf } from '../../api/client.ts';
import { newestOf, paymentDays, paymentKey, type Entry } from './entries.ts';

/** Which entries are shown. */
export const filters = ['all', 'subscriptions', 'people'] as const;

/** One of `filters`. */
export type Filter = (typeof filters)[number];

const otherTypes = entityTypes.filter((type) => type !== 'subscription' && type !== 'payment');

/** The types of entities of each filter. Undefined is every type: the API takes one type or none. */
const typesOf: Readonly<Record<Filter, readonly (EntityType | undefined)[]>> = {
  all: [undefined],
  subscriptions: ['subscription', 'payment'],
  people: otherTypes,
};

/** Entries, newest first, and what was paid with those that are renewals. */
export interface Activity {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
  /** Amounts by {@link paymentKey}. */
  readonly paid: ReadonlyMap<string, number>;
}

/** What to load. */
export interface Wanted {
  readonly filter: Filter;
  /** Only the entries of this subscription. */
  readonly subscriptionId: string | undefined;
  /** How many entries. */
  readonly count: number;
}

const pageSize = 100;

/** Loads the newest entries that pass a filter. */
export async function loadActivity({ filter, subscriptionId, count }: Wanted, abort: AbortSignal): Promise<Activity> {
  const types = subscriptionId === undefined ? typesOf[filter] : (['subscription'] as const);
  const lists = await Promise.all(
    types.map((entityType) => newest({ entityType, entityId: subscriptionId }, count, abort)),
  );
  const all = lists.map(({ entries }) => entries);
  const entries = newestOf(all, count);
  const hasMore = lists.some((list) => list.hasMore) || all.flat().length > entries.length;
  return { entries, hasMore, paid: await paidWith(entries, subscriptionId, abort) };
}

interface Restriction {
  readonly entityType: EntityType | undefined;
  readonly entityId: string | undefined;
}

async function newest({ entityType, entityId }: Restriction, count: number, signal: AbortSignal) {
  const entries: Entry[] = [];
  let hasMore = true;
  while (hasMore && entries.length < count) {
    const query = {
      limit: Math.min(pageSize, count - entries.length),
      offset: entries.length,
      ...(entityType !== undefined && { entityType }),
      ...(entityId !== undefined && { entityId }),
    };
    const page = await bodyOf(api.GET('/api/v1/activity', { params: { query }, signal }));
    entries.push(...page.data);
    hasMore = page.pagination.hasMore && page.data.length > 0;
  }
  return { entries, hasMore };
}

/** What was paid; the entries of renewals do not say it. Without the payments of a very busy time. */
async function paidWith(entries: readonly Entry[], subscriptionId: string | undefined, signal: AbortSignal) {
  const days = paymentDays(entries);
  if (days === undefined) return new Map<string, number>();
  const query = { ...days, limit: pageSize, ...(subscriptionId !== undefined && { subscriptionId }) };
  const { data } = await bodyOf(api.GET('/api/v1/payments', { params: { query }, signal }));
  return new Map(data.map((payment) => [paymentKey(payment.subscriptionId, payment.dueOn), payment.amount]));
}
