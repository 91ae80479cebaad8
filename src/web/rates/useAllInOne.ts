import { api, bodyOf } from '../api/client.ts';
import { useLaterResource } from '../api/resource.ts';
import { session } from '../api/session.ts';
import { allIn, type ShownCurrency } from './oneCurrency.ts';

/** All currencies in the one that the household has chosen; undefined without rates, and until they are loaded. */
export function useAllInOne(): ShownCurrency | undefined {
  const base = session.value?.ratesBase;
  const { data } = useLaterResource(
    async (signal) => (base === undefined ? undefined : (await bodyOf(api.GET('/api/v1/rates', { signal }))).data),
    [base],
  );
  return data.value && allIn(data.value);
}
