import { useLayoutEffect, useRef } from 'preact/hooks';
import { today } from '../../api/session.ts';
import { formatDate } from '../../format/format.ts';
import { locale } from '../../messages/language.ts';
import { DayCell } from './DayCell.tsx';
import type { Entry } from './entries.ts';
import { dayAfterKey, firstWeekdayOf, weeksOf } from './month.ts';

interface MonthGridProps {
  readonly month: string;
  /** The name of the month. */
  readonly label: string;
  readonly selected: string;
  readonly days: ReadonlyMap<string, readonly Entry[]>;
  readonly onSelect: (day: string) => void;
}

// A Monday: the days from it name the days of the week.
const someWeek = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07'];

/** A month as a grid of days. One day is in the tab order, and the arrow keys move from day to day. */
export function MonthGrid({ month, label, selected, days, onSelect }: MonthGridProps) {
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
