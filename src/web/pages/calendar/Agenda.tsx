import { today } from '../../api/session.ts';
import { formatDate, formatDue, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { nameOf, type Entry } from './entries.ts';
import { monthOf } from './month.ts';

interface AgendaProps {
  readonly month: string;
  readonly days: ReadonlyMap<string, readonly Entry[]>;
}

/** The days of a month on which something was or is to be paid, as a list: the calendar of a small screen. */
export function Agenda({ month, days }: AgendaProps) {
  const dates = [...days.keys()];
  if (monthOf(today.value) === month && !days.has(today.value)) dates.push(today.value);
  return (
    <div class="agenda">
      {dates.toSorted().map((date) => (
        <section key={date} class={date === today.value ? 'agenda-day is-today' : 'agenda-day'}>
          <h3>
            {formatDate(date, 'weekday')}
            {date === today.value && <span class="agenda-today">{t('calendar.today')}</span>}
          </h3>
          {days.has(date) ? (
            <EntryList entries={days.get(date) ?? []} />
          ) : (
            <p class="muted">{t('calendar.day.nothing')}</p>
          )}
        </section>
      ))}
    </div>
  );
}

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
