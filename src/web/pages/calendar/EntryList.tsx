import { formatDate, formatDue, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import type { Entry } from './entries.ts';

/** The payments of a day, with their names as links. */
export function EntryList({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul class="entries">
      {entries.map((entry) => (
        <li key={entry.key} class={`entry ${entry.state}`}>
          <a href={pathOf('subscriptions', `?id=${entry.subscriptionId}`)}>
            <bdi>{nameOf(entry)}</bdi>
          </a>
          <span class="entry-amount">{money(entry.amount, entry.currency)}</span>
          <p class="entry-state">{stateText(entry)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The name of the subscription, or dots until it is known. */
export function nameOf({ name }: Entry): string {
  return name ?? '…';
}

function stateText({ state, date, dueOn = date, isAutomatic = false, payments = 1 }: Entry): string {
  if (state === 'due') return t('calendar.entry.due');
  if (state === 'overdue') {
    return [formatDue(date), payments > 1 && t('calendar.entry.payments', { count: payments })]
      .filter(Boolean)
      .join(' · ');
  }
  const made = isAutomatic ? t('calendar.entry.automatic') : t('calendar.entry.paid');
  return dueOn === date ? made : `${made} · ${t('calendar.entry.dueOn', { day: formatDate(dueOn, 'short') })}`;
}
