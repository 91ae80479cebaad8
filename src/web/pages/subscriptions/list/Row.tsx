import { useComputed } from '@preact/signals';
import { Ellipsis } from 'lucide';
import { daysBetween } from '../../../../domain/billing/days.ts';
import { mayWrite, today } from '../../../api/session.ts';
import { Button, IconButton } from '../../../components/Button.tsx';
import { formatDate, formatDue, formatInterval, money } from '../../../format/format.ts';
import { firstLetterOf } from '../../../format/letters.ts';
import { t } from '../../../messages/messages.ts';
import type { Entry } from '../model/listEntries.ts';
import { isOverdue, type Subscription } from '../model/record.ts';
import { statusWords } from '../words.ts';
import type { Selection } from './selection.ts';

const soonDays = 7;
// From here on, a date needs its year to be clear.
const yearUnclearDays = 300;

/** What a row offers. */
export interface RowActions {
  readonly pathOf: (id: string) => string;
  readonly pay: (record: Subscription) => void;
  /** Shows the other actions beside the button that asked for them. */
  readonly openMenu: (record: Subscription, button: HTMLElement) => void;
}

interface RowProps {
  readonly entry: Entry;
  readonly selection: Selection;
  readonly actions: RowActions;
}

/** One subscription in the list. */
export function Row({ entry: { record, monthlyCost }, selection, actions }: RowProps) {
  const isSelected = useComputed(() => selection.ids.value.has(record.id));
  const { id, name, amount, currency, status } = record;
  return (
    <tr class={`subs-row ${status}${isSelected.value ? ' selected' : ''}`}>
      {mayWrite.value && (
        <td class="subs-check">
          <label class="subs-box">
            <input
              type="checkbox"
              aria-label={t('subscriptions.table.select.one', { name })}
              checked={isSelected.value}
              onChange={(event) => selection.set([id], event.currentTarget.checked)}
            />
          </label>
        </td>
      )}
      <NameCell record={record} path={actions.pathOf(id)} />
      <td class="subs-amount">
        <strong>{money(amount, currency)}</strong>
        <span class="muted">{formatInterval(record)}</span>
      </td>
      <td class={`subs-month muted${monthlyCost === amount ? ' same' : ''}`}>
        <span class="subs-wide">{money(monthlyCost, currency)}</span>
        <span class="subs-narrow">{t('subscriptions.perMonth.phone', { amount: money(monthlyCost, currency) })}</span>
      </td>
      <td class="subs-next">
        {status === 'active' ? <NextPayment record={record} /> : <span class="subs-badge">{statusWords(status)}</span>}
      </td>
      {mayWrite.value && <ActionsCell record={record} actions={actions} />}
    </tr>
  );
}

function NameCell({ record, path }: { readonly record: Subscription; readonly path: string }) {
  const { name, category, details } = record;
  return (
    <th scope="row" class="subs-name">
      <span class="subs-monogram" aria-hidden="true">
        {firstLetterOf(name)}
      </span>
      <span class="subs-words">
        <a href={path}>
          <bdi>{name}</bdi>
        </a>
        <span class="muted">{[category, ...(details?.tags ?? []).map((tag) => `#${tag}`)].join(' · ')}</span>
        {details?.trialEndsOn && details.trialEndsOn >= today.value && (
          <span class="muted">{t('subscriptions.trial.ends', { date: formatDate(details.trialEndsOn, 'short') })}</span>
        )}
      </span>
    </th>
  );
}

function NextPayment({ record }: { readonly record: Subscription }) {
  const { nextPaymentDate, details } = record;
  const endsOn = details?.endsOn;
  const isNear = Math.abs(daysBetween(today.value, nextPaymentDate)) < yearUnclearDays;
  if (endsOn && endsOn < nextPaymentDate) return <span>{t('subscriptions.ends', { date: formatDate(endsOn) })}</span>;
  return (
    <>
      <span>{formatDate(nextPaymentDate, isNear ? 'short' : 'full')}</span>
      <span class={isOverdue(record, today.value) ? 'subs-overdue' : 'muted'}>{formatDue(nextPaymentDate)}</span>
    </>
  );
}

function ActionsCell({ record, actions }: Pick<RowProps, 'actions'> & { readonly record: Subscription }) {
  const { name, status, nextPaymentDate } = record;
  const isSoon = status === 'active' && daysBetween(today.value, nextPaymentDate) <= soonDays;
  return (
    <td class="subs-actions">
      <div>
        {isSoon && (
          <Button aria-label={t('subscriptions.action.paid.of', { name })} onClick={() => actions.pay(record)}>
            {t('subscriptions.action.paid')}
          </Button>
        )}
        <IconButton
          icon={Ellipsis}
          label={t('subscriptions.action.more', { name })}
          aria-haspopup="true"
          onClick={(event) => actions.openMenu(record, event.currentTarget)}
        />
      </div>
    </td>
  );
}
