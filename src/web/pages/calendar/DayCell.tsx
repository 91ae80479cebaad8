import { formatDate, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { Entry } from './entries.ts';
import { nameOf } from './EntryList.tsx';

const chipsAtMost = 3;

interface DayCellProps {
  readonly date: string;
  readonly entries: readonly Entry[];
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (day: string) => void;
}

/** A day of the month with its payments. */
export function DayCell({ date, entries, isToday, isSelected, onSelect }: DayCellProps) {
  const shown = entries.length > chipsAtMost ? entries.slice(0, chipsAtMost - 1) : entries;
  return (
    <td
      class={isToday ? 'day is-today' : 'day'}
      tabIndex={isSelected ? 0 : -1}
      aria-selected={isSelected}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onSelect(date)}
    >
      <span class="visually-hidden">{formatDate(date, 'weekday')}</span>
      <span class="day-number" aria-hidden="true">
        {Number(date.slice(8))}
      </span>
      {shown.map((entry) => (
        <span key={entry.key} class={`chip ${entry.state}`}>
          <bdi class="chip-name">{nameOf(entry)}</bdi>
          <span class="chip-amount">{money(entry.amount, entry.currency)}</span>
        </span>
      ))}
      {shown.length < entries.length && (
        <span class="chip-more">{t('calendar.day.more', { count: entries.length - shown.length })}</span>
      )}
    </td>
  );
}
