import { useSignal } from '@preact/signals';
import { mayWrite, today } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { daysBetween } from '../../../format/dates.ts';
import { formatDate, formatDue, money } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import { pathOf } from '../../../shell/views.ts';
import type { DueRow } from './dueRows.ts';
import { earlierPrice, type Cycle } from './prices.ts';
import type { DueDetails } from './loadDue.ts';

interface DuePaymentRowProps {
  readonly row: DueRow;
  readonly details: DueDetails | undefined;
  readonly onPay: (row: DueRow) => Promise<void>;
}

/** A payment that is due, with the button that records it. */
export function DuePaymentRow({ row, details, onPay }: DuePaymentRowProps) {
  const isBusy = useSignal(false);
  const cycle: Cycle = details?.cycles.get(row.subscriptionId) ?? { period: row.period };
  const before = row.isNext ? earlierPrice(details?.changes ?? [], row.subscriptionId, row.date, cycle) : undefined;
  const isOverdue = row.date < today.value;

  async function record() {
    isBusy.value = true;
    await onPay(row);
    isBusy.value = false;
  }

  return (
    <li class={isOverdue ? 'due-row overdue' : 'due-row'}>
      <span class="tile" aria-hidden="true">
        {initialOf(row.name)}
      </span>
      <div class="due-words">
        <a class="due-name" href={pathOf('subscriptions', `?id=${row.subscriptionId}`)}>
          <bdi>{row.name}</bdi>
        </a>
        <p class="due-when">{whenOf(row, cycle)}</p>
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

/** When a payment is due, and how often: `Tuesday, in 3 days · every 3 months`. */
function whenOf(row: DueRow, cycle: Cycle): string {
  const days = daysBetween(today.value, row.date);
  const parts = [
    days > 1 ? `${formatDate(row.date, days < 7 ? 'weekdayName' : 'dayMonth')}, ${formatDue(row.date)}` : '',
  ];
  if (days < 0) parts.push(formatDue(row.date));
  if (days < 0 && row.payments > 1) parts.push(t('overview.due.payments', { count: row.payments }));
  if (days === 0 || days === 1) parts.push(row.category);
  parts.push(cycleText(cycle));
  return parts.filter((part) => part !== '').join(' · ');
}

function cycleText({ period, days, months }: Cycle): string {
  if (period === 'monthly') return t('overview.cycle.monthly');
  if (period === 'yearly') return t('overview.cycle.yearly');
  if (months !== undefined) return t('overview.cycle.months', { count: months });
  return days === undefined ? '' : t('overview.cycle.days', { count: days });
}

/** The first letter of a name, as its readers see it, or its first sign. */
function initialOf(name: string): string {
  const [first = ''] = new Intl.Segmenter().segment(name.trim());
  return typeof first === 'string' ? first : first.segment.toLocaleUpperCase();
}
