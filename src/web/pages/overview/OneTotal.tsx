import type { JSX } from 'preact';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { formatDate, listWords } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';

interface OneTotalProps {
  /** Shows the figure. */
  readonly children: (total: Schemas['Converted']) => JSX.Element;
}

/** What the active subscriptions cost in one currency, and at which rates. Nothing once there are no rates. */
export function OneTotal({ children }: OneTotalProps) {
  const { data } = useResource(
    async (signal) => (await bodyOf(api.GET('/api/v1/analytics/converted', { signal }))).converted,
  );
  const total = data.value;
  return (
    <div class="one-total">
      <p class="totals-figures" aria-live="polite">
        {total && children(total)}
      </p>
      <p class="muted">{total && ratesText(total)}</p>
    </div>
  );
}

function ratesText({ source, asOf, missing }: Schemas['Converted']): string {
  const day = asOf === null ? undefined : formatDate(asOf, 'dayMonth');
  const of = day === undefined ? t('rates.ecb.waiting') : t(source === 'ecb' ? 'rates.of.ecb' : 'rates.of', { day });
  return missing.length === 0 ? of : `${of} · ${t('rates.missing', { currencies: listWords(missing) })}`;
}
