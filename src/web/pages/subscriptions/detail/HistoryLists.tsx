import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { session } from '../../../api/session.ts';
import { formatInstant } from '../../../format/dates.ts';
import { formatDate, formatDue, money } from '../../../format/format.ts';
import { locale } from '../../../messages/language.ts';
import { t } from '../../../messages/messages.ts';
import { intervalWords } from '../words.ts';
import type { History } from './requests.ts';

interface HistoryProps {
  readonly history: History;
}

/** The next due days. */
export function UpcomingPayments({ history: { record, upcoming } }: HistoryProps) {
  if (record.status !== 'active') return null;
  return (
    <Part title={t('subscriptions.detail.upcoming')} none={t('subscriptions.detail.upcoming.none')}>
      {upcoming.map((date) => (
        <li key={date}>
          <span>{formatDate(date)}</span>
          <span class="muted">{formatDue(date)}</span>
        </li>
      ))}
    </Part>
  );
}

/** What it has cost, the newest price first. */
export function PriceHistory({ history: { prices } }: HistoryProps) {
  return (
    <Part title={t('subscriptions.detail.prices')} none="">
      {prices.map((price) => (
        <li key={price.since}>
          <span>
            {money(price.amount, price.currency)} {intervalWords(price)}
            {price.changePercent !== undefined && <strong> {percentWords(price.changePercent)}</strong>}
          </span>
          <span class="muted">{formatInstant(price.since, locale.value, session.value?.timeZone ?? 'UTC')}</span>
        </li>
      ))}
    </Part>
  );
}

/** The payments made, the newest first. */
export function PaymentsMade({ history: { payments } }: HistoryProps) {
  return (
    <Part title={t('subscriptions.detail.payments')} none={t('subscriptions.detail.payments.none')}>
      {payments.map(({ id, paidOn, amount, currency, source }) => (
        <li key={id}>
          <span>{money(amount, currency)}</span>
          <span class="muted">
            {formatDate(paidOn)}
            {source === 'automatic' && `, ${t('subscriptions.detail.payments.automatic')}`}
          </span>
        </li>
      ))}
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  /** What is said when there is nothing. */
  readonly none: string;
  readonly children: ComponentChildren[];
}

function Part({ title, none, children }: PartProps) {
  const id = useId();
  return (
    <section class="subs-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children.length > 0 ? <ul>{children}</ul> : <p class="muted">{none}</p>}
    </section>
  );
}

function percentWords(percent: number): string {
  const format = new Intl.NumberFormat(locale.value, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  return format.format(percent / 100);
}
