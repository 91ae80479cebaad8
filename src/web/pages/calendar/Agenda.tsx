import { today } from '../../api/session.ts';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { Entry } from './entries.ts';
import { EntryList } from './EntryList.tsx';
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
