import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { dayAfter } from '../../core/billing/days.ts';
import { today } from '../api/session.ts';
import { InputField } from '../components/Field.tsx';
import { FormDialog } from '../components/Form.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { amountText, currencySign, parseAmount } from '../format/money.ts';
import { locale, t } from '../messages/messages.ts';
import { amountFault } from './amountFault.ts';

/** What a user says of a payment. The day is `YYYY-MM-DD`, or empty. */
export interface PaymentGiven {
  readonly amount: number;
  readonly paidOn: string;
  /** Whether another amount than the usual one is the usual one from now on. */
  readonly isFromNowOn: boolean;
}

interface PaymentFormProps {
  readonly title: string;
  readonly action: string;
  /** The amount that is there at first, and its currency. */
  readonly amount: number;
  readonly currency: string;
  readonly day: Signal<string>;
  readonly help?: { readonly amount?: string | undefined; readonly day?: string | undefined };
  /** Whether to ask of another amount if it stays. */
  readonly mayStay?: boolean;
  /** What comes before the amount and the day. */
  readonly children?: ComponentChildren;
  /** Another button, such as one that removes the payment. */
  readonly alternative?: ComponentChildren;
  /** Saves it. The dialog closes when that has succeeded, else it shows the error. */
  readonly onSave: (given: PaymentGiven) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The dialog that asks what was paid, and when. */
export function PaymentForm(props: PaymentFormProps) {
  const { title, action, currency, day, help = {}, mayStay = false, children, alternative, onClose } = props;
  const { amount, isOther, scope, isFaulty, save } = useSaving(props);
  const scopes = [
    { value: 'once', text: t('subscriptions.pay.once') },
    { value: 'fromNowOn', text: t('subscriptions.pay.fromNowOn') },
  ] as const;
  return (
    <FormDialog {...{ title, action, alternative, onClose }} noValidate onSend={save}>
      {children}
      <div class="subs-pair">
        <InputField
          label={`${t('subscriptions.form.amount')} (${currencySign(currency)})`}
          help={help.amount}
          error={isFaulty.value && amountFault()}
          name="amount"
          inputMode="decimal"
          autocomplete="off"
          text={amount}
        />
        <InputField
          label={t('subscriptions.pay.day')}
          help={help.day}
          name="paidOn"
          type="date"
          max={dayAfter(today.value, 1)}
          text={day}
        />
      </div>
      {mayStay && isOther && <Segmented label={t('subscriptions.pay.scope')} options={scopes} choice={scope} />}
    </FormDialog>
  );
}

/** How long an amount is paid. */
type Scope = 'once' | 'fromNowOn';

/** Saving the form: the amount as it is typed, and what is wrong with it. */
function useSaving({ amount: first, currency, day, onSave, onClose }: PaymentFormProps) {
  const amount = useSignal(amountText(first, locale.peek(), currency));
  const scope = useSignal<Scope>('once');
  const isFaulty = useSignal(false);
  const parsedAmount = () => parseAmount(amount.value.trim(), locale.value);

  async function save(_: FormData, form: HTMLFormElement) {
    const parsed = parsedAmount();
    isFaulty.value = parsed === undefined;
    if (parsed === undefined) return form.querySelector<HTMLElement>('[name=amount]')?.focus();
    await onSave({ amount: parsed, paidOn: day.value, isFromNowOn: scope.value === 'fromNowOn' });
    onClose();
  }

  const typed = parsedAmount();
  return { amount, isOther: typed !== undefined && typed !== first, scope, isFaulty, save };
}
