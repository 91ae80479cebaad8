import { useSignal } from '@preact/signals';
import { Pencil } from 'lucide';
import { useId, useRef } from 'preact/hooks';
import { mayWrite } from '../../api/session.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Shortened } from '../../components/content.tsx';
import { tell } from '../../components/feedback.tsx';
import { formatDate, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { History } from '../../subscriptions/api.ts';
import { PaymentForm, type PaymentGiven } from '../../subscriptions/PaymentForm.tsx';
import { correctPayment, type Payment, removePayment } from '../../subscriptions/payments.ts';

const rowsAtFirst = 12;

/** The payments made, the newest first. Each can be corrected, or removed. */
export function PaymentsMade({ history: { record, payments } }: { readonly history: History }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const corrected = useSignal<Payment | undefined>(undefined);

  async function remove(payment: Payment) {
    await removePayment(payment, record.name);
    // The button that had the focus goes with its row.
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <section class="subs-part" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('subscriptions.detail.payments')}
      </h3>
      {payments.length === 0 && <p class="muted">{t('subscriptions.detail.payments.none')}</p>}
      <Shortened items={payments} count={rowsAtFirst}>
        {(shown) => (
          <ul class="subs-payments">
            {shown.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} onCorrect={() => (corrected.value = payment)} />
            ))}
          </ul>
        )}
      </Shortened>
      {corrected.value && (
        <PaymentDialog
          payment={corrected.value}
          name={record.name}
          onRemove={remove}
          onClose={() => (corrected.value = undefined)}
        />
      )}
    </section>
  );
}

function PaymentRow({ payment, onCorrect }: { readonly payment: Payment; readonly onCorrect: () => void }) {
  const { paidOn, amount, currency, source } = payment;
  const day = formatDate(paidOn);
  return (
    <li>
      <span>{money(amount, currency)}</span>
      <span class="muted">
        {day}
        {source === 'automatic' && `, ${t('subscriptions.detail.payments.automatic')}`}
      </span>
      {mayWrite.value && (
        <IconButton icon={Pencil} label={t('subscriptions.payment.correct', { day })} onClick={onCorrect} />
      )}
    </li>
  );
}

interface PaymentDialogProps {
  readonly payment: Payment;
  /** The name of the subscription. */
  readonly name: string;
  readonly onRemove: (payment: Payment) => Promise<void>;
  readonly onClose: () => void;
}

/** Corrects one payment, or removes it. */
function PaymentDialog({ payment, name, onRemove, onClose }: PaymentDialogProps) {
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
        void tell(onRemove(payment));
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
