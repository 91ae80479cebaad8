import { useRef } from 'preact/hooks';
import { lastDueDay } from '../../../modules/analytics/rules/lastDueDay.ts';
import { dayAfter, daysBetween } from '../../../core/billing/days.ts';
import { renewalsAtOnceMax } from '../../../modules/subscriptions/rules/renewalsAtOnce.ts';
import type { Schemas } from '../../api/client.ts';
import { mayWrite, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card, Shortened } from '../../components/content.tsx';
import { type OpenDialog, useDialog } from '../../components/Dialog.tsx';
import { tell, useAction } from '../../components/feedback.tsx';
import { loadedLate } from '../../components/late.tsx';
import { formatDate, formatDue, formatInterval, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { useRowKeys } from '../../shell/rows.ts';
import { useSwipe } from '../../shell/swipe.ts';
import { recordPayment } from '../../subscriptions/paying.ts';
import { LatePayDialog } from '../../subscriptions/LatePayDialog.tsx';
import { type Hold, DoneNote } from '../../subscriptions/hold.tsx';
import { AutoRenewOffer } from './AutoRenewOffer.tsx';
import { DeadlineRow } from './DeadlineRow.tsx';
import {
  type DueGroup,
  type DueItem,
  dueItemsOf,
  type DueRow,
  groupRows,
  isLate,
  isOfWeek,
  lastDaysOf,
  sumOfRow,
} from './figures.ts';
import { rangeWords, sumWords } from './rangeWords.ts';
import { RowWords } from './RowWords.tsx';

const AutoRenewLine = loadedLate(async () => (await import('./later.ts')).AutoRenewLine, {
  isLater: true,
  Waiting: () => <AutoRenewOffer />,
});

const rowsAtFirst = 8;
const overdueRowsAtFirst = 5;
/** The week is shown whole, unless there is very much. */
const rowsOfWeekMost = 20;

function titleOf(group: DueGroup): string {
  if (group === 'overdue') return t('subscriptions.status.overdue');
  if (group === 'week') return t('overview.due.until', { day: formatDate(lastDueDay(today.value), 'weekdayName') });
  return t(group === 'today' ? 'overview.due.today' : 'overview.due.later');
}

interface DueCardProps {
  readonly hold: Hold<Schemas['UpcomingPaymentsAnswer']>;
}

/** What is overdue, and what is due in the next thirty days, with the deadlines of the week. */
export function DueCard({ hold }: DueCardProps) {
  const due = hold.shown;
  const items = dueItemsOf(due, today.value);
  const overdue = items.filter((item) => isLate(item, today.value));
  const ahead = items.slice(overdue.length);
  const ofWeek = ahead.filter((item) => isOfWeek(item, today.value)).length;
  const nothing = overdue.length > 0 ? 'overview.due.nothingElse' : 'overview.due.nothing';
  const list = useRef<HTMLDivElement>(null);
  const { open, dialog } = useDialog();
  useRowKeys();
  useSwipe(list);
  const rest = { lastDays: lastDaysOf(due.deadlines ?? []), hold, open };
  return (
    <Card title={t('overview.due')}>
      <div ref={list} class="due-list" onPointerLeave={hold.onPointerLeave}>
        <DueRows items={overdue} atFirst={overdueRowsAtFirst} more="overview.due.moreOverdue" {...rest} />
        <DueRows
          items={ahead}
          atFirst={Math.max(rowsAtFirst, Math.min(ofWeek, rowsOfWeekMost))}
          more="overview.due.more"
          until={due.to}
          {...rest}
        />
        {ahead.length === 0 && <p class="muted">{t(nothing, { day: formatDate(due.to, 'dayMonth') })}</p>}
        {overdue.length > 0 && mayWrite.value && <AutoRenewLine />}
      </div>
      {dialog}
    </Card>
  );
}

function payableOf({ subscriptionId: id, date: nextPaymentDate, missedAmounts: amounts, ...row }: DueRow) {
  return { ...row, id, nextPaymentDate, amounts };
}

interface RowProps {
  /** When those end that are cancelled and still run, by subscription. */
  readonly lastDays: ReadonlyMap<string, string>;
  readonly hold: DueCardProps['hold'];
  readonly open: OpenDialog;
}

interface DueRowsProps extends RowProps {
  readonly items: readonly DueItem[];
  readonly atFirst: number;
  readonly more: 'overview.due.more' | 'overview.due.moreOverdue';
  readonly until?: string;
}

function DueRows({ items, atFirst, more, until = today.value, ...rest }: DueRowsProps) {
  const moreText = (count: number) => t(more, { count, day: formatDate(until, 'dayMonth') });
  return (
    <Shortened items={items} count={atFirst} more={moreText}>
      {(shown) =>
        groupRows(shown, today.value).map(([group, members], index) => (
          <section key={group} class="due-group">
            {/* The sentence leads to what is due first in the week. */}
            {group === 'overdue' || index > 0 ? null : <span id="due-week" />}
            <h3 class={group === 'overdue' ? 'visually-hidden' : undefined}>{titleOf(group)}</h3>
            <ul class="lined">
              {members.map((item) =>
                'row' in item ? (
                  <DuePaymentRow key={item.key} row={item.row} {...rest} />
                ) : (
                  <DeadlineRow key={item.key} deadline={item.deadline} hold={rest.hold} />
                ),
              )}
            </ul>
          </section>
        ))
      }
    </Shortened>
  );
}

/** A payment that is due, with the button that records it; several missed ones in one row. */
function DuePaymentRow({ row, lastDays, hold, open }: RowProps & { readonly row: DueRow }) {
  const { subscriptionId: id, name, currency } = row;
  const undo = hold.undoOf(row.key);
  return (
    <li class={isLate(row, today.value) ? 'due-row opens overdue' : 'due-row opens'} data-row>
      <RowWords {...{ id, name }} facts={factsOf(row, lastDays.get(id))} />
      <p class="due-amount due-sum">{sumWords(money(sumOfRow(row), currency), row.range)}</p>
      {mayWrite.value && row.isNext && (
        <div class="due-action">
          {undo ? <DoneNote name={name} undo={undo} /> : <DueActions {...{ row, hold, open }} />}
        </div>
      )}
    </li>
  );
}

/** The buttons of a row: they record one payment, or all that were missed. */
function DueActions({ row, hold, open }: Omit<RowProps, 'lastDays'> & { readonly row: DueRow }) {
  const { name, payments } = row;
  const payable = payableOf(row);
  const { run, isBusy } = useAction(async (count: number) => {
    // Nobody knows yet what was paid.
    if (row.range) open((close) => <LatePayDialog payable={payable} due={payments} onClose={close} />);
    // An error above the rows would move them under the finger.
    else await tell(hold.act(row.key, () => recordPayment(payable, count > 1 ? { payments: count } : {})));
  });
  const pay = (text: string, count: number) => (
    <Button
      isBusy={isBusy.value}
      class={payments > 1 && count === 1 ? 'button due-one' : 'button'}
      aria-label={t('overview.due.pay.of', { action: text, name })}
      data-pay={count === 1 || undefined}
      onClick={() => void run(count)}
    >
      {text}
    </Button>
  );
  const all = Math.min(payments, renewalsAtOnceMax);
  return (
    <>
      {pay(payments > 1 ? t('overview.due.payOne') : t('subscriptions.action.paid'), 1)}
      {payments > 1 &&
        !row.range &&
        pay(t(all === payments ? 'overview.due.payAll' : 'overview.due.paySome', { count: all }), all)}
    </>
  );
}

/** When a payment is due, what is special about it, and how often it is: `Tuesday, in 3 days · was €15.99 · monthly`. */
function factsOf(row: DueRow, endsOn: string | undefined) {
  const { payments, amount, missedAmounts = [amount], previousAmount, currency, nextPrice, range } = row;
  const each = rangeWords({ low: Math.min(...missedAmounts), high: Math.max(...missedAmounts) }, currency);
  return [
    whenOf(row),
    payments > 1 && t('overview.due.times', { count: payments, sum: each ?? money(amount, currency) }),
    endsOn !== undefined && t('overview.due.ends', { day: formatDate(endsOn, 'dayMonth') }),
    previousAmount !== undefined && t('overview.due.was', { sum: money(previousAmount, currency) }),
    row.isNext && nextPrice && thenWords(row, nextPrice),
    range && rangeWords(range, currency),
    formatInterval(row),
  ].map((fact) => fact || undefined);
}

/** What a payment costs until when, and then: `€4.99 until 31 May, then €12.99`. */
function thenWords({ amount, currency }: DueRow, { from, amount: next }: NonNullable<DueRow['nextPrice']>): string {
  const day = formatDate(dayAfter(from, -1), 'dayMonth');
  return t('overview.due.then', { sum: money(amount, currency), day, next: money(next, currency) });
}

/** When a payment is due, unless the heading says it. */
function whenOf({ date }: DueRow): string | undefined {
  const days = daysBetween(today.value, date);
  if (days > 1) return `${formatDate(date, days < 7 ? 'weekdayName' : 'dayMonth')}, ${formatDue(date)}`;
  return days === 0 ? undefined : formatDue(date);
}
