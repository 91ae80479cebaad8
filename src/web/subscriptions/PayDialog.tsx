import { useSignal } from '@preact/signals';
import { renewalsAtOnceMax } from '../../modules/subscriptions/rules/renewalsAtOnce.ts';
import { today } from '../api/session.ts';
import { SelectField } from '../components/Field.tsx';
import { formatDate, formatDue, listWords, money } from '../format/format.ts';
import { t } from '../messages/messages.ts';
import type { Payable } from './fields.ts';
import { recordPayment } from './paying.ts';
import { PaymentForm, type PaymentGiven } from './PaymentForm.tsx';

export interface PayDialogProps {
  /** The subscription; its next payment date is the due date of the payment, or of the first one of several. */
  readonly payable: Payable;
  /** How many of its payments are due by today. With several, the dialog asks how many were made. */
  readonly due?: number;
  readonly onClose: () => void;
}

/** Asks how a payment was made: with another amount, on another day, or several due dates at once. Then it records it. */
export function PayDialog({ payable, due = 1, onClose }: PayDialogProps) {
  const { name, amount, amounts = [], currency, nextPaymentDate, isEstimate = false } = payable;
  const count = useSignal(1);
  const usualDay = nextPaymentDate < today.value ? nextPaymentDate : today.value;
  const day = useSignal(usualDay);
  const isSeveral = count.value > 1;

  function choose(next: number) {
    count.value = next;
    // Of several, each was usually paid on its own due date.
    day.value = next > 1 ? '' : usualDay;
  }

  function save({ amount: paid, paidOn, isFromNowOn }: PaymentGiven) {
    const isUsualDay = paidOn === '' || (!isSeveral && paidOn === usualDay);
    return recordPayment(payable, {
      // Without an amount, each costs what is planned for its day.
      ...((isEstimate || paid !== amount) && { amount: paid, ...(isFromNowOn && { fromNowOn: true }) }),
      ...(!isUsualDay && { paidOn }),
      ...(isSeveral && { payments: count.value }),
    });
  }

  const counts = Array.from({ length: Math.min(due, renewalsAtOnceMax) }, (_, index) => index + 1);
  const planned = amounts.slice(0, count.value);
  const areDifferent = !isEstimate && planned.some((one) => one !== amount);
  const sums = listWords(planned.map((one) => money(one, currency)));
  const help = isSeveral && {
    amount: areDifferent ? t('subscriptions.pay.amount.planned', { sums }) : t('subscriptions.pay.amount.each'),
    day: t('subscriptions.pay.day.each'),
  };
  return (
    <PaymentForm
      title={t('subscriptions.action.paidOtherwise.of', { name })}
      action={t('subscriptions.pay.record')}
      {...{ amount, currency, day, onClose }}
      help={help || (isEstimate ? { amount: t('subscriptions.pay.amount.varies') } : {})}
      mayStay={!isEstimate}
      onSave={save}
    >
      <p class="muted">
        {formatDate(nextPaymentDate)}, {formatDue(nextPaymentDate)}
      </p>
      {due > 1 && (
        <SelectField
          label={t('subscriptions.pay.count')}
          name="payments"
          value={String(count.value)}
          options={counts.map((one) => ({ value: String(one), text: t('overview.due.payments', { count: one }) }))}
          onChoose={(chosen) => choose(Number(chosen))}
        />
      )}
    </PaymentForm>
  );
}
