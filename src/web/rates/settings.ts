import { api, asOneWrite, bodyOf, type Schemas } from '../api/client.ts';
import { refreshSession } from '../api/session.ts';
import { showToast } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';

/** Exchange rates that are set. */
export type SetRates = Schemas['Rates'];

/** Exchange rates to set. */
export type RateSettings = Schemas['RatesDraft'];

/** Sets exchange rates; null deletes them. A toast tells of it, and undoes it. */
export async function storeRates(before: SetRates | null, rates: RateSettings | null): Promise<void> {
  await store(rates);
  showToast(rates === null ? t('rates.off') : t('rates.saved', { currency: rates.base }), () => store(draftOf(before)));
}

/** What the page shows loads again when the session says whether there are rates: before, it would ask for some that are gone. */
function store(body: RateSettings | null): Promise<void> {
  return asOneWrite(async () => {
    await bodyOf<unknown>(body === null ? api.DELETE('/api/v1/rates') : api.PUT('/api/v1/rates', { body }));
    await refreshSession();
  });
}

function draftOf(stored: SetRates | null): RateSettings | null {
  if (stored === null) return null;
  const { base, source, rates } = stored;
  return { base, source, ...(source === 'manual' && { rates }) };
}
