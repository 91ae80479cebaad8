import type { ComponentChildren } from 'preact';
import { session } from '../../../api/session.ts';
import { formatInstant } from '../../../format/dates.ts';
import { formatDate, formatDue, money } from '../../../format/format.ts';
import { locale } from '../../../messages/language.ts';
import { t } from '../../../messages/messages.ts';
import type { Details, Subscription } from '../model/record.ts';
import { monthlyCostOf } from '../model/totals.ts';
import { intervalWords, statusWords } from '../words.ts';

/** What is recorded of a subscription. */
export function Facts({ record }: { readonly record: Subscription }) {
  const { amount, currency, status, category, lastPaymentDate, nextPaymentDate, createdAt, details } = record;
  const timeZone = session.value?.timeZone ?? 'UTC';
  return (
    <dl class="subs-facts">
      <Fact name={t('subscriptions.detail.amount')}>
        {money(amount, currency)} {intervalWords(record)}
      </Fact>
      <Fact name={t('subscriptions.detail.monthly')}>{money(monthlyCostOf(record), currency)}</Fact>
      <Fact name={t('subscriptions.form.status')}>{statusWords(status)}</Fact>
      {status === 'active' && (
        <Fact name={t('subscriptions.detail.next')}>
          {formatDate(nextPaymentDate)}, {formatDue(nextPaymentDate)}
        </Fact>
      )}
      <Fact name={t('subscriptions.detail.last')}>{formatDate(lastPaymentDate)}</Fact>
      <Fact name={t('subscriptions.form.category')}>{category}</Fact>
      {details && <DetailFacts details={details} />}
      <Fact name={t('subscriptions.detail.since')}>{formatInstant(createdAt, locale.value, timeZone)}</Fact>
    </dl>
  );
}

function DetailFacts({ details }: { readonly details: Details }) {
  const { notes, url, paymentMethod, tags, trialEndsOn, cancelBefore, endsOn } = details;
  return (
    <>
      {paymentMethod !== null && <Fact name={t('subscriptions.form.paymentMethod')}>{paymentMethod}</Fact>}
      {tags.length > 0 && <Fact name={t('subscriptions.form.tags')}>{tags.join(', ')}</Fact>}
      {trialEndsOn !== null && <Fact name={t('subscriptions.form.trialEndsOn')}>{formatDate(trialEndsOn)}</Fact>}
      {cancelBefore !== null && <Fact name={t('subscriptions.form.cancelBefore')}>{formatDate(cancelBefore)}</Fact>}
      {endsOn !== null && <Fact name={t('subscriptions.form.endsOn')}>{formatDate(endsOn)}</Fact>}
      {url !== null && (
        <Fact name={t('subscriptions.form.url')}>
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </Fact>
      )}
      {notes !== null && (
        <Fact name={t('subscriptions.form.notes')}>
          <span class="subs-notes">{notes}</span>
        </Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
