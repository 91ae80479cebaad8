import { useSignal } from '@preact/signals';
import { Button } from '../../../components/Button.tsx';
import { tell } from '../../../components/feedback.tsx';
import { formatDate } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import { PaymentForm, type PaymentGiven } from '../../../subscriptions/PaymentForm.tsx';
import { correctPayment, type Payment, removePayment } from '../../../subscriptions/payments.ts';

interface PaymentDialogProps {
  readonly payment: Payment;
  readonly name: string;
  readonly onClose: () => void;
}

/** Corrects one payment, or removes it. */
export function PaymentDialog({ payment, name, onClose }: PaymentDialogProps) {
  const { amount, currency, paidOn, dueOn } = payment;
  const day = useSignal(paidOn);

  async function save(given: PaymentGiven) {
    const patch = {
      ...(given.amount !== amount && { amount: given.amount }),
      ...(given.paidOn !== '' && given.paidOn !== paidOn && { paidOn: given.paidOn }),
    };
    if (Object.keys(patch).length > 0) await correctPayment(payment, name, patch);
  }

  const remove = (
    <Button
      kind="danger"
      onClick={() => {
        onClose();
        void tell(removePayment(payment, name));
      }}
    >
      {t('subscriptions.payment.remove')}
    </Button>
  );
  return (
    <PaymentForm
      title={t('subscriptions.payment.title', { day: formatDate(dueOn) })}
      action={t('subscriptions.form.save')}
      {...{ amount, currency, day, onClose }}
      alternative={remove}
      onSave={save}
    />
  );
}
