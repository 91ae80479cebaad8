import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { daysBetween } from '../../../core/billing/days.ts';
import { renewalsAtOnceMax } from '../../../modules/subscriptions/rules/limits.ts';
import type { Schemas } from '../../api/client.ts';
import { useLaterResource } from '../../api/resource.ts';
import { mayWrite, session, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { ErrorNotice, useAction } from '../../components/feedback.tsx';
import { formatDate, formatDue, formatInterval, money, moneyList } from '../../format/format.ts';
import type { BillingPeriod } from '../../format/intervals.ts';
import { firstLetterOf } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { loadPreferences, setAutoRenew } from '../../preferences.ts';
import { useRowKeys } from '../../shell/rows.ts';
import { pathOf } from '../../shell/views.ts';
import { recordPayment } from '../../subscriptions/actions.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import {
  type DueGroup,
  type DueRow,
  dueRowsOf,
  earlierPrice,
  groupRows,
  isLate,
  lastDaysOf,
  sumOfOverdue,
  sumOfRow,
  sumOfWeek,
} from './figures.ts';
import type { DueDetails } from './loadDue.ts';
import { useFocusKeeper } from './useFocusKeeper.ts';

const rowsAtFirst = 8;
const overdueRowsAtFirst = 5;

const groupTitles: Readonly<Record<DueGroup, PlainMessageKey>> = {
  overdue: 'subscriptions.status.overdue',
  today: 'overview.due.today',
  tomorrow: 'overview.due.tomorrow',
  soon: 'overview.due.soon',
  later: 'overview.due.later',
};

interface DueCardProps {
  readonly due: Schemas['UpcomingPaymentsAnswer'];
  readonly details: DueDetails | undefined;
}

/** What is overdue, and what is due in the next thirty days. */
export function DueCard({ due, details }: DueCardProps) {
  const rows = dueRowsOf(due);
  const overdue = rows.filter((row) => isLate(row, today.value));
  const ahead = rows.slice(overdue.length);
  const lastDays = lastDaysOf(due.deadlines ?? []);
  const nothing = overdue.length > 0 ? 'overview.due.nothingElse' : 'overview.due.nothing';
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusKeeper(
    list,
    rows.map(({ key }) => key),
  );
  useRowKeys();
  const { run: payRow, error } = useAction((row: DueRow, payments: number) =>
    recordPayment({ ...row, id: row.subscriptionId, nextPaymentDate: row.date }, payments > 1 ? { payments } : {}),
  );
  return (
    <Card title={t('overview.due')} aside={<SumsToPay due={due} />}>
      <div ref={list} class="due-list" onClickCapture={keepFocus}>
        <ErrorNotice error={error.value} />
        <DueRows
          rows={overdue}
          atFirst={overdueRowsAtFirst}
          more="overview.due.moreOverdue"
          {...{ details, lastDays, payRow }}
        />
        {overdue.length > 0 && mayWrite.value && <AutoRenewLine />}
        <DueRows
          rows={ahead}
          atFirst={rowsAtFirst}
          more="overview.due.more"
          until={due.to}
          {...{ details, lastDays, payRow }}
        />
        {ahead.length === 0 && <p class="muted">{t(nothing, { day: formatDate(due.to, 'dayMonth') })}</p>}
      </div>
    </Card>
  );
}

/** What is to be paid now: what is overdue, and what is due in the next seven days. */
function SumsToPay({ due }: Pick<DueCardProps, 'due'>) {
  const overdue = sumOfOverdue(due);
  const week = sumOfWeek(due, today.value) ?? [];
  return (
    <span class="due-sums">
      {overdue.length > 0 && (
        <strong class="due-total">{t('overview.due.overdue', { sums: moneyList(overdue) })}</strong>
      )}
      {week.length > 0 && <span>{t('overview.due.week', { sums: moneyList(week) })}</span>}
    </span>
  );
}

interface DueRowsProps {
  readonly rows: readonly DueRow[];
  readonly atFirst: number;
  readonly more: 'overview.due.more' | 'overview.due.moreOverdue';
  readonly until?: string;
  readonly details: DueDetails | undefined;
  /** When those end that are cancelled and still run, by subscription. */
  readonly lastDays: ReadonlyMap<string, string>;
  readonly payRow: DuePaymentRowProps['onPay'];
}

function DueRows({ rows, atFirst, more, until = today.value, details, lastDays, payRow }: DueRowsProps) {
  const isWhole = useSignal(false);
  // A button for one row would take the place of that row.
  const shown = isWhole.value || rows.length <= atFirst + 1 ? rows : rows.slice(0, atFirst);
  const hidden = rows.length - shown.length;
  return (
    <>
      {groupRows(shown, today.value).map(([group, members]) => (
        <section key={group} class="due-group">
          <h3 class={group === 'overdue' ? 'visually-hidden' : undefined}>{t(groupTitles[group])}</h3>
          <ul>
            {members.map((row) => (
              <DuePaymentRow
                key={row.key}
                row={row}
                details={details}
                endsOn={lastDays.get(row.subscriptionId)}
                onPay={payRow}
              />
            ))}
          </ul>
        </section>
      ))}
      {hidden > 0 && (
        <Button kind="quiet" class="button quiet due-more" onClick={() => (isWhole.value = true)}>
          {t(more, { count: hidden, day: formatDate(until, 'dayMonth') })}
        </Button>
      )}
    </>
  );
}

interface DuePaymentRowProps {
  readonly row: DueRow;
  readonly details: DueDetails | undefined;
  /** Its last day, when it is cancelled and still runs. */
  readonly endsOn: string | undefined;
  readonly onPay: (row: DueRow, payments: number) => Promise<unknown>;
}

/** A payment that is due, with the button that records it; several missed ones in one row. */
function DuePaymentRow({ row, details, endsOn, onPay }: DuePaymentRowProps) {
  const billing = billingOf(row, details);
  const timeZone = session.value?.timeZone ?? 'UTC';
  const before = row.isNext && billing ? earlierPrice(details?.changes ?? [], row, billing, timeZone) : undefined;
  const isOverdue = isLate(row, today.value);

  return (
    <li class={isOverdue ? 'due-row overdue' : 'due-row'} data-row>
      <span class="tile" aria-hidden="true">
        {firstLetterOf(row.name)}
      </span>
      <div class="due-words">
        <a class="due-name" href={pathOf('subscriptions', `?id=${row.subscriptionId}`)}>
          <bdi>{row.name}</bdi>
        </a>
        <p class="due-when">{whenOf(row, billing, endsOn)}</p>
      </div>
      <div class="due-amount">
        {row.payments > 1 && (
          <p class="due-before">
            {t('overview.due.times', { count: row.payments, sum: money(row.amount, row.currency) })}{' '}
          </p>
        )}
        <p class="due-sum">{money(sumOfRow(row), row.currency)}</p>
        {before !== undefined && (
          <p class="due-before">{t('overview.due.was', { sum: money(before, row.currency) })}</p>
        )}
      </div>
      {mayWrite.value && row.isNext && <DueActions {...{ row, endsOn, isOverdue, onPay }} />}
    </li>
  );
}

/** The buttons of a row: they record one payment, or all that were missed. What is overdue may also have been cancelled. */
function DueActions({
  row,
  endsOn,
  isOverdue,
  onPay,
}: Omit<DuePaymentRowProps, 'details'> & { readonly isOverdue: boolean }) {
  const { name, subscriptionId: id, payments } = row;
  const { run, isBusy } = useAction((count: number) => onPay(row, count));
  const pay = (text: string, count: number) => (
    <Button
      isBusy={isBusy.value}
      aria-label={t('overview.due.pay.of', { action: text, name })}
      data-pay={count === 1 || undefined}
      onClick={() => void run(count)}
    >
      {text}
    </Button>
  );
  const all = Math.min(payments, renewalsAtOnceMax);
  return (
    <div class="due-action">
      {isOverdue && endsOn === undefined && (
        <Button
          kind="quiet"
          aria-label={t('subscriptions.action.cancelled.of', { name })}
          aria-haspopup="dialog"
          onClick={() => askWhenItEnds({ id, name })}
        >
          {t('subscriptions.action.cancelled')}
        </Button>
      )}
      {pay(payments > 1 ? t('overview.due.payOne') : t('subscriptions.action.paid'), 1)}
      {payments > 1 && pay(t(all === payments ? 'overview.due.payAll' : 'overview.due.paySome', { count: all }), all)}
    </div>
  );
}

/** How often a subscription is paid; undefined while the details that say so load. */
function billingOf({ subscriptionId, period }: DueRow, details: DueDetails | undefined): BillingPeriod | undefined {
  return period === 'custom' ? details?.customPeriods.get(subscriptionId) : { period };
}

/** When a payment is due, how often, and when it ends: `Tuesday, in 3 days · every 3 months · ends on 11 Dec`. */
function whenOf(row: DueRow, billing: BillingPeriod | undefined, endsOn: string | undefined): string {
  const days = daysBetween(today.value, row.date);
  const parts = [
    days > 1 ? `${formatDate(row.date, days < 7 ? 'weekdayName' : 'dayMonth')}, ${formatDue(row.date)}` : '',
  ];
  if (days < 0) parts.push(formatDue(row.date));
  if (days === 0 || days === 1) parts.push(row.category);
  if (billing !== undefined) parts.push(formatInterval(billing));
  if (endsOn !== undefined) parts.push(t('overview.due.ends', { day: formatDate(endsOn, 'dayMonth') }));
  return parts.filter((part) => part !== '').join(' · ');
}

/** Offers automatic renewal, or says that it is on. Until that is known, it keeps the place of the offer. */
function AutoRenewLine() {
  const isOn = useLaterResource(loadPreferences).data.value?.autoRenew;
  const { run, isBusy, error } = useAction(() => setAutoRenew(true));
  if (isOn) return <p class="due-auto muted">{t('overview.autoRenew.on')}</p>;
  return (
    <>
      <div class={isOn === undefined ? 'due-auto unknown' : 'due-auto'}>
        <p class="muted">{t('overview.autoRenew.offer')}</p>
        <Button isBusy={isBusy.value} onClick={() => void run()}>
          {t('overview.autoRenew.turnOn')}
        </Button>
      </div>
      <ErrorNotice error={error.value} />
    </>
  );
}
