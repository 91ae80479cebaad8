import { api, bodyOf } from '../../api/client.ts';
import { type Actor, actorOf } from './actors.ts';
import type { Shown } from './address.ts';
import type { Entry } from './entries.ts';

export interface Activity {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

const pageSize = 100;

/** Loads the newest entries that pass the filters. */
export async function loadActivity(shown: Shown, count: number, signal: AbortSignal): Promise<Activity> {
  const entries: Entry[] = [];
  let hasMore = true;
  while (hasMore && entries.length < count) {
    const page = { limit: Math.min(pageSize, count - entries.length), offset: entries.length };
    const query = { ...page, ...filtersOf(shown) };
    const { data, pagination } = await bodyOf(api.GET('/api/v1/activity', { params: { query }, signal }));
    entries.push(...data);
    hasMore = pagination.hasMore && data.length > 0;
  }
  return { entries, hasMore };
}

function filtersOf({ filter, subscriptionId, q, by, day }: Shown) {
  const { kind, name } = by === undefined ? {} : actorOf(by);
  return {
    ...(filter !== 'all' && { area: filter }),
    ...(subscriptionId !== undefined && { subscriptionId }),
    ...(q !== undefined && (filter === 'all' || filter === 'subscriptions') && { q }),
    ...(kind !== undefined && { actorKind: kind }),
    ...(name && { actor: name }),
    ...(day !== undefined && { from: day, to: day }),
  };
}

export async function loadActors(signal: AbortSignal): Promise<readonly Actor[]> {
  const query = { limit: 1, include: 'actors' } as const;
  return (await bodyOf(api.GET('/api/v1/activity', { params: { query }, signal }))).actors ?? [];
}
