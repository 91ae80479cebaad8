import { money } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import type { Entry } from '../model/listEntries.ts';
import { totalsOf } from '../model/totals.ts';

/** How many subscriptions are shown, and what the active ones of them cost, by currency. */
export function Totals({ shown, total }: { readonly shown: readonly Entry[]; readonly total: number }) {
  const totals = totalsOf(shown.map(({ record }) => record));
  return (
    <div class="subs-totals">
      <p role="status">
        {shown.length === total
          ? t('subscriptions.shown', { count: total })
          : t('subscriptions.shown.of', { count: shown.length, total })}
      </p>
      {totals.length > 0 && (
        <ul aria-label={t('subscriptions.total.title')}>
          {totals.map(({ currency, monthly, yearly }) => (
            <li key={currency}>
              <strong>{t('subscriptions.total.month', { amount: money(monthly, currency) })}</strong>{' '}
              <span class="muted">{t('subscriptions.total.year', { amount: money(yearly, currency) })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
