import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { Card } from '../../components/Card.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loading.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { formatDate } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { Agenda } from './Agenda.tsx';
import { byDay, dueEntries, paidEntries, type Entry } from './entries.ts';
import { EntryList } from './EntryList.tsx';
import { loadMonth, loadNames, type MonthData } from './loadMonth.ts';
import { daysOfMonth, monthOf, parseMonth } from './month.ts';
import { MonthBar } from './MonthBar.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { MonthTotals } from './MonthTotals.tsx';

/** The page Calendar: the payments of a month, made, overdue and to come. */
export function Calendar() {
  const [selected, select] = useSelectedDay();
  const month = monthOf(selected);
  const loaded = useResource((signal) => loadMonth(month, today.value, signal), [month]);
  const data = loaded.data.value?.month === month ? loaded.data.value : undefined;
  const entries = useEntries(data);
  const days = byDay(entries);
  const label = formatDate(`${month}-01`, 'month');
  return (
    <>
      <PageHeader title={t('calendar.title')} />
      <MonthBar selected={selected} label={label} onSelect={select} />
      <ErrorNotice error={loaded.error.value} onRetry={loaded.reload} />
      {data !== undefined && <MonthTotals entries={entries} />}
      <div class="calendar">
        <MonthGrid month={month} label={label} selected={selected} days={days} onSelect={select} />
        <div class="calendar-side">
          <Card title={formatDate(selected, 'weekday')}>
            {data === undefined && loaded.isLoading.value && <Loading lines={2} />}
            {data !== undefined && !days.has(selected) && <p class="muted">{t('calendar.day.nothing')}</p>}
            <EntryList entries={days.get(selected) ?? []} />
          </Card>
        </div>
      </div>
      {data === undefined ? loaded.isLoading.value && <Loading /> : <Agenda month={month} days={days} />}
    </>
  );
}

/** The selected day, and what selects another. The month of the day is in the address. */
function useSelectedDay(): readonly [string, (day: string) => void] {
  const { query, route } = useLocation();
  const asked = parseMonth(query['month']);
  const selected = useSignal(asked === undefined || asked === monthOf(today.value) ? today.value : `${asked}-01`);
  const month = monthOf(selected.value);
  useEffect(() => {
    if ((asked ?? monthOf(today.value)) !== month) route(pathOf('calendar', `?month=${month}`), true);
  }, [month]);
  return [selected.value, (chosen) => (selected.value = chosen)];
}

function useEntries(data: MonthData | undefined): readonly Entry[] {
  const hasPaid = data !== undefined && data.paid.length > 0;
  const names = useResource((signal) => (hasPaid ? loadNames(signal) : Promise.resolve(undefined)), [hasPaid]);
  if (data === undefined) return [];
  const { first, last } = daysOfMonth(data.month);
  return [...paidEntries(data.paid, names.data.value), ...dueEntries(data.due, first, last)];
}
