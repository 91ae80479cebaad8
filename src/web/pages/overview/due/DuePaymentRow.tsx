import { useSignal } from '@preact/signals';
import { daysBetween } from '../../../../domain/billing/days.ts';
import { mayWrite, today } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { formatDate, formatDue, formatInterval, money } from '../../../format/format.ts';
import type { BillingPeriod } from '../../../format/intervals.ts';
import { firstLetterOf } from '../../../format/letters.ts';
import { t } from '../../../messages/messages.ts';
import { pathOf } from '../../../shell/views.ts';
import { isLate, type DueRow } from './dueRows.ts';
import { earlierPrice } from './prices.ts';
import type { DueDetails } from './loadDue.ts';

interface DuePaymentRowProps {
  readonly row: DueRow;
  readonly details: DueDetails | undefined;
  readonly onPay: (row: DueRow) => Promise<void>;
}

/** A payment that is due, with the button that records it. */
export function DuePaymentRow({ row, details, onPay }: DuePaymentRowProps) {
  const isBusy = useSignal(false);
  const billing = billingOf(row, details);
  const before =
    row.isNext && billing ? earlierPrice(details?.changes ?? [], row.subscriptionId, row.date, billing) : undefined;
  const isOverdue = isLate(row, today.value);

  async function record() {
    isBusy.value = true;
    await onPay(row);
    isBusy.value = false;
  }

  return (
    <li class={isOverdue ? 'due-row overdue' : 'due-row'}>
      <span class="tile" aria-hidden="true">
        {firstLetterOf(row.name)}
      </span>
      <div class="due-words">
        <a class="due-name" href={pathOf('subscriptions', `?id=${row.subscriptionId}`)}>
          <bdi>{row.name}</bdi>
        </a>
        <p class="due-when">{whenOf(row, billing)}</p>
      </div>
      <div class="due-amount">
        <p class="due-sum">{money(row.amount, row.currency)}</p>
        {before !== undefined && (
          <p class="due-before">{t('overview.due.was', { sum: money(before, row.currency) })}</p>
        )}
      </div>
      {mayWrite.value && row.isNext && (
        <div class="due-action">
          <Button
            isBusy={isBusy.value}
            aria-label={t('overview.due.payNamed', { name: row.name })}
            onClick={() => void record()}
          >
            {t('overview.due.pay')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** How often a subscription is paid; undefined while the details that say so load. */
function billingOf({ subscriptionId, period }: DueRow, details: DueDetails | undefined): BillingPeriod | undefined {
  return period === 'custom' ? details?.customPeriods.get(subscriptionId) : { period };
}

/** When a payment is due, and how often: `Tuesday, in 3 days · every 3 months`. */
function whenOf(row: DueRow, billing: BillingPeriod | undefined): string {
  const days = daysBetween(today.value, row.date);
  const parts = [
    days > 1 ? `${formatDate(row.date, days < 7 ? 'weekdayName' : 'dayMonth')}, ${formatDue(row.date)}` : '',
  ];
  if (days < 0) parts.push(formatDue(row.date));
  if (days < 0 && row.payments > 1) parts.push(t('overview.due.payments', { count: row.payments }));
  if (days === 0 || days === 1) parts.push(row.category);
  if (billing !== undefined) parts.push(formatInterval(billing));
  return parts.filter((part) => part !== '').join(' · ');
}
