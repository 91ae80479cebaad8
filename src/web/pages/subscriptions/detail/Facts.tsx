import type { ComponentChildren } from 'preact';
import { daysBetween } from '../../../../core/billing/days.ts';
import { renewalsAtOnceMax } from '../../../../modules/subscriptions/rules/renewalsAtOnce.ts';
import { mayWrite, today } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { formatDate, formatDue, formatInterval, formatPerMonth, money } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import { deadlineName } from '../../../subscriptions/deadlines.ts';
import { hasNextPayment, type Subscription } from '../../../subscriptions/fields.ts';
import { DoneNote } from '../../../subscriptions/hold.tsx';
import { isUrgent } from '../../../subscriptions/marks.ts';
import { lacksNoticeDay, marksOf } from '../../../subscriptions/marksOf.ts';
import { duePayments } from '../../../subscriptions/schedule.ts';
import { recordStatusWords } from '../../../subscriptions/words.ts';

/** From that many days before it on, a payment may be on its way. */
const soonDays = 7;

interface FactsProps {
  readonly record: Subscription;
  /** Undoes the payment that was recorded a moment ago. */
  readonly undo: (() => void) | undefined;
  /** Records as many payments. */
  readonly onPay: (payments: number) => void;
  readonly onPayOtherwise: () => void;
}

/** What one opens a subscription for: the amount, the next payment and the deadlines, with the buttons that pay it. */
export function Facts({ record, undo, onPay, onPayOtherwise }: FactsProps) {
  const { name, nextPaymentDate } = record;
  const isPayable = hasNextPayment(record);
  const daysLeft = daysBetween(today.value, nextPaymentDate);
  return (
    <div class="detail-facts">
      <dl>
        <AmountFact record={record} />
        <Fact
          name={t('activity.field.nextPaymentDate')}
          value={isPayable ? formatDate(nextPaymentDate, nearStyle(daysLeft)) : '–'}
          isUrgent={isPayable && daysLeft < 0}
        >
          {isPayable ? formatDue(nextPaymentDate) : whyNone(record)}
        </Fact>
        {marksOf(record, today.value, Infinity).map((mark) => (
          <Fact
            key={mark.kind}
            name={deadlineName(mark.kind)}
            value={formatDate(mark.date, nearStyle(mark.daysLeft))}
            isUrgent={isUrgent(mark)}
          >
            {formatDue(mark.date)}
          </Fact>
        ))}
        {lacksNoticeDay(record, today.value) && (
          <Fact name={deadlineName('notice')} value="–" isUrgent>
            {t('subscriptions.detail.notice.unknown')}
          </Fact>
        )}
      </dl>
      {isPayable && mayWrite.value && (
        <div class="detail-pay">
          {undo && <DoneNote name={name} undo={undo} />}
          {!undo && daysLeft <= soonDays && <PayButtons record={record} onPay={onPay} />}
          <Button kind="quiet" onClick={onPayOtherwise}>
            {otherwiseWords(daysLeft, undo !== undefined)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The amount, and whether each payment differs. */
function AmountFact({ record }: Pick<FactsProps, 'record'>) {
  const { amount, currency, details } = record;
  const sum = money(amount, currency);
  const perMonth = formatPerMonth(amount, currency, record);
  return (
    <Fact name={t('subscriptions.form.amount')} value={sum}>
      {formatInterval(record)}
      {perMonth !== sum && ` · ${t('subscriptions.total.month', { amount: perMonth })}`}
      {details?.amountVaries === true && ` · ${t('subscriptions.detail.varies')}`}
    </Fact>
  );
}

/** Beside "Paid" it is another way to pay; without it, it is the only one. */
function otherwiseWords(daysLeft: number, isPaid: boolean): string {
  const isBeside = isPaid || daysLeft <= soonDays;
  return t(isBeside ? 'subscriptions.action.paidOtherwise' : 'subscriptions.action.paidEarly');
}

function whyNone(record: Subscription): string {
  return record.status === 'active' ? t('subscriptions.next.none') : recordStatusWords(record);
}

function nearStyle(days: number) {
  return Math.abs(days) < 300 ? 'dayMonth' : 'full';
}

/** Records one payment, or all that are due; of an amount that varies one by one. */
function PayButtons({ record, onPay }: Pick<FactsProps, 'record' | 'onPay'>) {
  const due = record.details?.amountVaries === true ? 1 : duePayments(record, today.value);
  const all = Math.min(due, renewalsAtOnceMax);
  return (
    <>
      <Button kind="primary" onClick={() => onPay(1)}>
        {t(due > 1 ? 'overview.due.payOne' : 'subscriptions.action.paid')}
      </Button>
      {due > 1 && (
        <Button onClick={() => onPay(all)}>
          {t(all === due ? 'overview.due.payAll' : 'overview.due.paySome', { count: all })}
        </Button>
      )}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly isUrgent?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, value, isUrgent: isWarning = false, children }: FactProps) {
  return (
    <div class={isWarning ? 'urgent' : undefined}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span>{children}</span>
      </dd>
    </div>
  );
}
