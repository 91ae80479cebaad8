import { useSignal } from '@preact/signals';
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { reloadAll, useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Card, PageHeader, SubscriptionLink } from '../../components/content.tsx';
import { ErrorNotice, Loading, tell, useAction } from '../../components/feedback.tsx';
import { loadedLate } from '../../components/late.tsx';
import { formatDate, formatDue, money, moneyList } from '../../format/format.ts';
import { sumsOf } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { pathOf } from '../../shell/views.ts';
import { sumWords } from '../overview/rangeWords.ts';
import { LatePayDialog } from '../../subscriptions/LatePayDialog.tsx';
import { recordPayment } from '../../subscriptions/paying.ts';
import { deadlineOfDay } from '../../subscriptions/deadlines.ts';
import { type Deadline, isUrgent } from '../../subscriptions/marks.ts';
import { byDay, dueEntries, type Entry, type EntryState, overdueBefore, paidEntries, sumsByState } from './entries.ts';
import { loadMonth, type MonthData } from './loadMonth.ts';
import { addMonths, daysOfMonth, monthOf, parseMonth } from './month.ts';
import { MonthGrid } from './MonthGrid.tsx';

const labels: Readonly<Record<EntryState, PlainMessageKey>> = {
  overdue: 'subscriptions.status.overdue',
  paid: 'calendar.totals.paid',
  due: 'calendar.totals.due',
};

const FeedsDialog = loadedLate(async () => (await import('./feeds/FeedsDialog.tsx')).FeedsDialog);

/** The page Calendar: the payments of a month, made, overdue and to come. */
export function Calendar() {
  const [selected, select] = useSelectedDay();
  const isSubscribing = useSignal(false);
  const month = monthOf(selected);
  const loaded = useResource((signal) => loadMonth(month, today.value, signal), [month]);
  const data = loaded.data.value?.month === month ? loaded.data.value : undefined;
  const entries = entriesOf(data);
  const days = byDay(entries);
  const deadlines = Map.groupBy(data?.deadlines ?? [], ({ date }) => date);
  const label = formatDate(`${month}-01`, 'month');
  return (
    <>
      <PageHeader title={t('shell.calendar')}>
        <Button icon={CalendarPlus} onClick={() => (isSubscribing.value = true)}>
          {t('calendar.subscribe')}
        </Button>
      </PageHeader>
      {isSubscribing.value && <FeedsDialog onClose={() => (isSubscribing.value = false)} />}
      <MonthBar selected={selected} label={label} onSelect={select} />
      <ErrorNotice error={loaded.error.value} onRetry={reloadAll} />
      {data !== undefined && <MonthTotals entries={entries} data={data} />}
      <div class="calendar">
        <MonthGrid
          month={month}
          label={label}
          selected={selected}
          days={days}
          deadlines={deadlines}
          onSelect={select}
        />
        <div class="calendar-side">
          <Card title={formatDate(selected, 'weekday')}>
            {data === undefined && loaded.isLoading.value && <Loading lines={2} />}
            {data !== undefined && <Day date={selected} days={days} deadlines={deadlines} />}
          </Card>
        </div>
      </div>
      {data === undefined ? (
        loaded.isLoading.value && <Loading />
      ) : (
        <Agenda month={month} days={days} deadlines={deadlines} />
      )}
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

function entriesOf(data: MonthData | undefined): readonly Entry[] {
  if (data === undefined) return [];
  const { first: from, last: to } = daysOfMonth(data.month);
  return [...paidEntries(data.paid), ...dueEntries(data.due, { from, to }, today.value)];
}

interface MonthBarProps {
  readonly selected: string;
  readonly label: string;
  readonly onSelect: (day: string) => void;
}

/** The name of the month, and the buttons that lead to another. */
function MonthBar({ selected, label, onSelect }: MonthBarProps) {
  const go = (months: number) => {
    const target = addMonths(`${monthOf(selected)}-01`, months);
    if (target !== undefined) onSelect(monthOf(target) === monthOf(today.value) ? today.value : target);
  };
  const isAtEnd = (months: number) => addMonths(selected, months) === undefined;
  return (
    <div class="month-bar">
      <h2 aria-live="polite">{label}</h2>
      <div class="month-buttons">
        <IconButton icon={ChevronLeft} label={t('calendar.previous')} disabled={isAtEnd(-1)} onClick={() => go(-1)} />
        <Button
          onClick={() => {
            onSelect(today.value);
            // In the agenda. A larger screen shows the whole month.
            document.querySelector('.agenda-day.is-today')?.scrollIntoView();
          }}
        >
          {t('overview.due.today')}
        </Button>
        <IconButton icon={ChevronRight} label={t('calendar.next')} disabled={isAtEnd(1)} onClick={() => go(1)} />
      </div>
    </div>
  );
}

/** The sums of a month by currency: in all, and apart what was paid, what is overdue and what is to come. In the present month also what is overdue from earlier ones. */
function MonthTotals({ entries, data }: { readonly entries: readonly Entry[]; readonly data: MonthData }) {
  const earlier = data.month === monthOf(today.value) ? overdueBefore(data.due, `${data.month}-01`) : [];
  if (entries.length + earlier.length === 0) return <p class="month-totals muted">{t('calendar.nothing')}</p>;
  const states = sumsByState(entries);
  const isAbout = (isMeant: (entry: Entry) => boolean) => entries.some((one) => one.isEstimate && isMeant(one));
  const isEarlierEstimate = ({ isEstimate, date }: Pick<Entry, 'isEstimate' | 'date'>) =>
    isEstimate && date < `${data.month}-01`;
  return (
    <dl class="month-totals">
      {states.length > 1 && (
        <div class="whole">
          <dt>{t('calendar.totals')}</dt>
          <dd>
            {sumWords(
              moneyList(sumsOf(entries)),
              isAbout(() => true),
            )}
          </dd>
        </div>
      )}
      {states.map(([state, sums]) => (
        <div key={state} class={states.length === 1 ? 'whole' : state}>
          <dt>{t(labels[state])}</dt>
          <dd>
            {sumWords(
              moneyList(sums),
              isAbout((one) => one.state === state),
            )}
          </dd>
        </div>
      ))}
      {earlier.length > 0 && (
        <div class="overdue">
          <dt>{t('calendar.totals.earlier')}</dt>
          <dd>{sumWords(moneyList(earlier), data.due[0]?.overdue.some(isEarlierEstimate))}</dd>
        </div>
      )}
    </dl>
  );
}

interface AgendaProps {
  readonly month: string;
  readonly days: ReadonlyMap<string, readonly Entry[]>;
  readonly deadlines: ReadonlyMap<string, readonly Deadline[]>;
}

/** The days of a month on which something was or is to be paid or decided, as a list: the calendar of a small screen. In the present month, days that are done are folded. */
export function Agenda({ month, days, deadlines }: AgendaProps) {
  const dates = new Set([...days.keys(), ...deadlines.keys()]);
  const isPresent = monthOf(today.value) === month;
  if (isPresent) dates.add(today.value);
  // What is paid needs nobody's attention.
  const isDone = (date: string) =>
    isPresent && date < today.value && !deadlines.has(date) && days.get(date)?.every(({ state }) => state === 'paid');
  const [done, open] = [[...dates].sort().filter(isDone), [...dates].sort().filter((date) => !isDone(date))];
  const dayOf = (date: string) => (
    <section key={date} class={date === today.value ? 'agenda-day is-today' : 'agenda-day'}>
      <h3>
        {formatDate(date, 'weekday')}
        {date === today.value && <span class="agenda-today">{t('overview.due.today')}</span>}
      </h3>
      <Day date={date} days={days} deadlines={deadlines} />
    </section>
  );
  return (
    <div class="agenda">
      {done.length > 0 && (
        <details class="folded">
          <summary>{t('calendar.agenda.done', { count: done.length })}</summary>
          <div class="agenda">{done.map(dayOf)}</div>
        </details>
      )}
      {open.map(dayOf)}
    </div>
  );
}

function Day({ date, days, deadlines }: Omit<AgendaProps, 'month'> & { readonly date: string }) {
  if (!days.has(date) && !deadlines.has(date)) return <p class="muted">{t('calendar.day.nothing')}</p>;
  return (
    <>
      <DeadlineList deadlines={deadlines.get(date)} />
      <EntryList entries={days.get(date) ?? []} />
    </>
  );
}

export function EntryList({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul class="entries lined">
      {entries.map((entry) => (
        <li key={entry.key} class={`entry ${entry.state}`}>
          <SubscriptionLink id={entry.subscriptionId} name={entry.name} />
          <span class="entry-amount">{sumWords(money(entry.amount, entry.currency), entry.isEstimate)}</span>
          <p class="entry-state">{stateText(entry)}</p>
          {entry.isNext === true && mayWrite.value && <PaidButton entry={entry} />}
        </li>
      ))}
    </ul>
  );
}

function PaidButton({ entry }: { readonly entry: Entry }) {
  const { subscriptionId: id, date: nextPaymentDate, name, isEstimate } = entry;
  const payable = { ...entry, id, nextPaymentDate };
  const isAsked = useSignal(false);
  const { run, isBusy } = useAction(() => tell(recordPayment(payable)));
  const text = t('subscriptions.action.paid');
  return (
    <>
      <Button
        isBusy={isBusy.value}
        aria-label={t('overview.due.pay.of', { action: text, name })}
        onClick={() => (isEstimate ? (isAsked.value = true) : void run())}
      >
        {text}
      </Button>
      {isAsked.value && <LatePayDialog payable={payable} onClose={() => (isAsked.value = false)} />}
    </>
  );
}

function DeadlineList({ deadlines = [] }: { readonly deadlines: readonly Deadline[] | undefined }) {
  if (deadlines.length === 0) return null;
  return (
    <ul class="entries lined">
      {deadlines.map((deadline) => (
        <li key={`${deadline.subscriptionId} ${deadline.kind}`} class="entry deadline">
          <SubscriptionLink id={deadline.subscriptionId} name={deadline.name} />
          <p class={isUrgent(deadline) ? 'mark urgent' : 'mark'}>{deadlineOfDay(deadline.kind)}</p>
        </li>
      ))}
    </ul>
  );
}

function stateText({ state, date, dueOn = date, isAutomatic = false, payments = 1 }: Entry): string {
  if (state === 'due') return t('calendar.entry.due');
  if (state === 'overdue') {
    return [formatDue(date), payments > 1 && t('overview.due.payments', { count: payments })]
      .filter(Boolean)
      .join(' · ');
  }
  const made = isAutomatic ? t('calendar.entry.automatic') : t('calendar.entry.paid');
  return dueOn === date ? made : `${made} · ${t('calendar.entry.dueOn', { day: formatDate(dueOn, 'short') })}`;
}
