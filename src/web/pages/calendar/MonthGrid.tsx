import { useLayoutEffect, useRef } from 'preact/hooks';
import { today } from '../../api/session.ts';
import { formatDate, money } from '../../format/format.ts';
import { locale, t } from '../../messages/messages.ts';
import { deadlineOfDay } from '../../subscriptions/deadlines.ts';
import type { Deadline } from '../../subscriptions/marks.ts';
import type { Entry } from './entries.ts';
import { sumWords } from '../overview/rangeWords.ts';
import { dayAfterKey, firstWeekdayOf, weeksOf } from './month.ts';

const chipsAtMost = 3;

interface MonthGridProps {
  readonly month: string;
  readonly label: string;
  readonly selected: string;
  readonly days: ReadonlyMap<string, readonly Entry[]>;
  readonly deadlines: ReadonlyMap<string, readonly Deadline[]>;
  readonly onSelect: (day: string) => void;
}

// A Monday: the days from it name the days of the week.
const someWeek = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07'];

/** A month as a grid of days. One day is in the tab order, and the arrow keys move from day to day. */
export function MonthGrid({ month, label, selected, days, deadlines, onSelect }: MonthGridProps) {
  const firstWeekday = firstWeekdayOf(locale.value);
  const table = useRef<HTMLTableElement>(null);
  // The day that the keys have reached, until it has the focus: keys may come faster than the page is rendered.
  const reached = useRef<string | undefined>(undefined);

  // Before the next key, which a day of the month before would no longer get.
  useLayoutEffect(() => {
    if (reached.current !== selected) return;
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    reached.current = undefined;
  }, [selected]);

  function move(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = dayAfterKey(event.key, reached.current ?? selected, firstWeekday);
    if (target === undefined) return;
    event.preventDefault();
    reached.current = target;
    onSelect(target);
  }

  return (
    <table ref={table} class="month-grid" role="grid" aria-label={label} onKeyDown={move}>
      <Weekdays firstWeekday={firstWeekday} />
      <tbody>
        {weeksOf(month, firstWeekday).map((week) => (
          <tr key={week.find((one) => one !== undefined)}>
            {week.map((date, index) =>
              date === undefined ? (
                <td key={index}>{'\u00a0'}</td>
              ) : (
                <DayCell
                  key={date}
                  date={date}
                  entries={days.get(date) ?? []}
                  deadlines={deadlines.get(date) ?? []}
                  isToday={date === today.value}
                  isSelected={date === selected}
                  onSelect={onSelect}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Weekdays({ firstWeekday }: { readonly firstWeekday: number }) {
  const weekdays = [...someWeek.slice(firstWeekday - 1), ...someWeek.slice(0, firstWeekday - 1)];
  return (
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th key={weekday} scope="col" abbr={formatDate(weekday, 'weekdayName')}>
            {formatDate(weekday, 'shortWeekday')}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayCellProps {
  readonly date: string;
  readonly entries: readonly Entry[];
  readonly deadlines: readonly Deadline[];
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (day: string) => void;
}

/** What the colour of a payment says, where there are no colours. */
const stateTexts = { overdue: 'subscriptions.status.overdue', paid: 'calendar.totals.paid' } as const;

function DayCell({ date, entries, deadlines, isToday, isSelected, onSelect }: DayCellProps) {
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
      {deadlines.map(({ subscriptionId, kind, name }) => (
        <span key={`${subscriptionId} ${kind}`} class="chip deadline">
          <bdi class="chip-name">{name}</bdi>
          <span class="chip-amount">{deadlineOfDay(kind)}</span>
        </span>
      ))}
      {shown.map((entry) => (
        <span key={entry.key} class={`chip ${entry.state}`}>
          <bdi class="chip-name">{entry.name}</bdi>
          <Amount text={sumWords(money(entry.amount, entry.currency), entry.isEstimate)} />
          {entry.state !== 'due' && <span class="chip-state">{t(stateTexts[entry.state])}</span>}
        </span>
      ))}
      {shown.length < entries.length && (
        <span class="chip-more">{t('calendar.day.more', { count: entries.length - shown.length })}</span>
      )}
    </td>
  );
}

// A day of a usual screen has room for as many characters in the usual size.
const longAmount = 12;

function Amount({ text }: { readonly text: string }) {
  return <span class={text.length > longAmount ? 'chip-amount long' : 'chip-amount'}>{text}</span>;
}
