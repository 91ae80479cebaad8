import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { dayAfter } from '../../core/billing/days.ts';
import { today } from '../api/session.ts';
import { FormDialog } from '../components/Dialog.tsx';
import { faultOf, useAction } from '../components/feedback.tsx';
import { InputField } from '../components/Field.tsx';
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
  /** The words of the button that saves. */
  readonly action: string;
  /** The amount that is there at first, and its currency. */
  readonly amount: number;
  readonly currency: string;
  /** Holds the day. */
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
  const { amount, isOther, scope, isFaulty, submit, saving } = useSaving(props);
  const fault = (field: string) => faultOf(saving.error.value, field);
  return (
    <FormDialog
      {...{ title, action, alternative, onClose }}
      noValidate
      sending={saving}
      fields={['amount', 'paidOn']}
      onSubmit={submit}
    >
      {children}
      <div class="subs-pair">
        <AmountField
          {...{ amount, currency }}
          help={help.amount}
          error={isFaulty.value ? amountFault() : fault('amount')}
        />
        <DayField day={day} help={help.day} error={fault('paidOn')} />
      </div>
      {mayStay && isOther && <ScopeField scope={scope} />}
    </FormDialog>
  );
}

/** How long an amount is paid. */
type Scope = 'once' | 'fromNowOn';

/** Whether another amount is paid this time only, or from now on. */
function ScopeField({ scope }: { readonly scope: Signal<Scope> }) {
  return (
    <Segmented
      label={t('subscriptions.pay.scope')}
      options={[
        { value: 'once', text: t('subscriptions.pay.once') },
        { value: 'fromNowOn', text: t('subscriptions.pay.fromNowOn') },
      ]}
      choice={scope}
    />
  );
}

interface ControlProps {
  readonly help: string | undefined;
  readonly error: string | undefined;
}

interface AmountFieldProps extends ControlProps {
  readonly amount: Signal<string>;
  readonly currency: string;
}

function AmountField({ amount, currency, help, error }: AmountFieldProps) {
  return (
    <InputField
      label={`${t('subscriptions.form.amount')} (${currencySign(currency)})`}
      help={help}
      error={error}
      name="amount"
      inputMode="decimal"
      autocomplete="off"
      text={amount}
    />
  );
}

function DayField({ day, help, error }: ControlProps & { readonly day: Signal<string> }) {
  return (
    <InputField
      label={t('subscriptions.pay.day')}
      help={help}
      error={error}
      name="paidOn"
      type="date"
      max={dayAfter(today.value, 1)}
      text={day}
    />
  );
}

/** Saving the form: the amount as it is typed, and what is wrong with it. */
function useSaving({ amount: first, currency, day, onSave, onClose }: PaymentFormProps) {
  const amount = useSignal(amountText(first, locale.peek(), currency));
  const scope = useSignal<Scope>('once');
  const isFaulty = useSignal(false);
  const saving = useAction(async (given: PaymentGiven) => {
    await onSave(given);
    onClose();
  });

  const parsedAmount = () => parseAmount(amount.value.trim(), locale.value);

  function submit(_: FormData, form: HTMLFormElement) {
    const parsed = parsedAmount();
    isFaulty.value = parsed === undefined;
    if (parsed !== undefined)
      return void saving.run({ amount: parsed, paidOn: day.value, isFromNowOn: scope.value === 'fromNowOn' });
    const control = form.elements.namedItem('amount');
    if (control instanceof HTMLElement) control.focus();
  }

  const typed = parsedAmount();
  return { amount, isOther: typed !== undefined && typed !== first, scope, isFaulty, submit, saving };
}
