import type { ComponentChildren } from 'preact';
import { mayWrite } from '../../../api/session.ts';
import { Switch } from '../../../components/Switch.tsx';
import { formatDate, formatTime, totalsList } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import type { History } from '../../../subscriptions/api.ts';
import { setReminders } from '../../../subscriptions/bulk.ts';
import {
  detailFields,
  type DetailName,
  detailNames,
  detailWords,
  mainLabels,
} from '../../../subscriptions/detailFields.ts';
import type { Details, Subscription } from '../../../subscriptions/fields.ts';
import type { Spent } from '../../../subscriptions/payments.ts';
import { recordStatusWords, words } from '../../../subscriptions/words.ts';

/** What else is recorded of a subscription. */
export function Properties({ history: { record, spent, upcoming } }: { readonly history: History }) {
  const { category, lastPaymentDate, createdAt, details } = record;
  return (
    <dl class="detail-properties">
      <Property name={t('subscriptions.form.status')}>{recordStatusWords(record)}</Property>
      <Bell record={record} />
      <Property name={t('subscriptions.form.category')}>{category}</Property>
      {upcoming.length > 0 && (
        <Property name={t('subscriptions.detail.upcoming')}>
          {upcoming.map((date) => formatDate(date, 'short')).join(' · ')}
        </Property>
      )}
      <Property name={t('subscriptions.form.lastPaymentDate')}>{formatDate(lastPaymentDate)}</Property>
      <SpentProperty name={t('subscriptions.detail.spent.year')} spent={spent.year} />
      <SpentProperty name={t('subscriptions.detail.spent.all')} spent={spent.all} />
      {details && <DetailProperties details={details} />}
      <Property name={t('subscriptions.detail.since')}>{formatTime(createdAt)}</Property>
    </dl>
  );
}

function Bell({ record }: { readonly record: Subscription }) {
  const name = t(mainLabels.notificationEnabled);
  return (
    <Property name={name}>
      <Switch
        aria-label={name}
        isOn={record.notificationEnabled}
        disabled={!mayWrite.value}
        onTurn={(isOn) => setReminders([record], isOn)}
      />
    </Property>
  );
}

/** What the recorded payments add up to; nothing without any. */
function SpentProperty({ name, spent }: { readonly name: string; readonly spent: Spent }) {
  const count = spent.bySubscription[0]?.payments ?? 0;
  if (count === 0) return null;
  const sums = totalsList(spent.totalsByCurrency);
  return <Property name={name}>{t('subscriptions.detail.spent.payments', { count, sums })}</Property>;
}

/** The details that have a value, what is long at the end. */
function DetailProperties({ details }: { readonly details: Details }) {
  const shown = detailNames
    .filter((name) => detailFields[name].control !== 'choice')
    .toSorted((a, b) => Number(detailFields[a].isWide) - Number(detailFields[b].isWide));
  return (
    <>
      {shown.map((name) => (
        <DetailProperty key={name} name={name} text={detailWords(name, details, words)} />
      ))}
    </>
  );
}

function DetailProperty({ name, text }: { readonly name: DetailName; readonly text: string | undefined }) {
  if (text === undefined) return null;
  const { label, control } = detailFields[name];
  return (
    <Property name={t(label)}>
      {control === 'link' ? (
        <a href={text} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <span class={control === 'lines' ? 'detail-notes' : undefined}>{text}</span>
      )}
    </Property>
  );
}

function Property({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
