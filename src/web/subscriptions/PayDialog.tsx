import { useSignal } from '@preact/signals';
import { renewalsAtOnceMax } from '../../modules/subscriptions/rules/renewalsAtOnce.ts';
import { today } from '../api/session.ts';
import { SelectField } from '../components/Field.tsx';
import { formatDate, formatDue, listWords, money } from '../format/format.ts';
import { t } from '../messages/messages.ts';
import type { Payable } from './fields.ts';
import { recordPayment } from './paying.ts';
import { PaymentForm, type PaymentGiven } from './PaymentForm.tsx';

/** What the dialog needs to know. */
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

  const chosen = amounts.slice(0, count.value);
  const areDifferent = !isEstimate && chosen.some((one) => one !== amount);
  const sums = listWords(chosen.map((one) => money(one, currency)));
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
      {due > 1 && <CountField most={Math.min(due, renewalsAtOnceMax)} count={count.value} onChoose={choose} />}
    </PaymentForm>
  );
}

interface CountFieldProps {
  readonly most: number;
  readonly count: number;
  readonly onChoose: (count: number) => void;
}

function CountField({ most, count, onChoose }: CountFieldProps) {
  const options = Array.from({ length: most }, (_, index) => ({
    value: String(index + 1),
    text: t('overview.due.payments', { count: index + 1 }),
  }));
  return (
    <SelectField
      label={t('subscriptions.pay.count')}
      name="payments"
      value={String(count)}
      options={options}
      onChoose={(chosen) => onChoose(Number(chosen))}
    />
  );
}
