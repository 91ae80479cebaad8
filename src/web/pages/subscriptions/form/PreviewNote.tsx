import { formatDate, formatDue, money } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import type { Subscription } from '../model/record.ts';
import { monthlyCostOf } from '../model/totals.ts';
import { intervalWords, listWords, statusWords } from '../words.ts';
import type { Preview } from './usePreview.ts';

/** What saving would lead to: the next payment, and a warning of duplicates. */
export function PreviewNote({ preview }: { readonly preview: Preview | undefined }) {
  return (
    <div class="subs-preview" role="status">
      {preview && <NextPayment record={preview.record} />}
      {preview && preview.duplicates.length > 0 && (
        <p class="notice">
          {t('subscriptions.preview.duplicate', { records: listWords(preview.duplicates.map(duplicateWords)) })}
        </p>
      )}
    </div>
  );
}

function NextPayment({ record }: { readonly record: Subscription }) {
  const { nextPaymentDate, currency } = record;
  const amount = money(monthlyCostOf(record), currency);
  return (
    <p>
      <strong>
        {t('subscriptions.preview.next', { date: formatDate(nextPaymentDate), distance: formatDue(nextPaymentDate) })}
      </strong>
      <span class="muted"> · {t('subscriptions.preview.monthly', { amount })}</span>
    </p>
  );
}

function duplicateWords(record: Subscription): string {
  const { name, amount, currency, status } = record;
  return t('subscriptions.preview.duplicate.record', {
    name,
    amount: money(amount, currency),
    interval: intervalWords(record),
    status: statusWords(status),
  });
}
