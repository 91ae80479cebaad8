import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, bodyOf } from '../api/client.ts';
import { useLaterResource } from '../api/resource.ts';
import { today } from '../api/session.ts';

/** How many subscriptions are overdue, as far as it is known. */
export const overdueCount = signal(0);

/** Counts what is overdue, unless the page counts it anyway. */
export function useOverdueCount(isWanted: boolean): void {
  const { data } = useLaterResource(
    async (abort) => {
      if (!isWanted) return undefined;
      const params = { query: { to: today.value, limit: 1 } } as const;
      return (await bodyOf(api.GET('/api/v1/analytics/payments', { params, signal: abort }))).overdueTotal;
    },
    [isWanted],
  );
  useEffect(() => {
    if (data.value !== undefined) overdueCount.value = data.value;
  }, [data.value]);
}
