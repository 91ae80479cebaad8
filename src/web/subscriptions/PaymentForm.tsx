import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { dayAfter } from '../../core/billing/days.ts';
import { today } from '../api/session.ts';
import { DialogActions } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { ErrorNotice, errorBeside, faultOf, useAction } from '../components/feedback.tsx';
import { Field, Segmented } from '../components/Field.tsx';
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
  const form = useRef<HTMLFormElement>(null);
  const { amount, isOther, scope, isFaulty, submit, isBusy, error } = useSaving(props);
  const actions = (
    <>
      {alternative}
      <DialogActions
        action={action}
        isBusy={isBusy.value}
        onCancel={onClose}
        onClick={() => form.current?.requestSubmit()}
      />
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form ref={form} class="subs-form" noValidate onSubmit={submit}>
        <ErrorNotice error={errorBeside(error.value, ['amount', 'paidOn'])} />
        {children}
        <div class="subs-pair">
          <AmountField
            {...{ amount, currency }}
            help={help.amount}
            error={isFaulty.value ? amountFault() : faultOf(error.value, 'amount')}
          />
          <DayField day={day} help={help.day} error={faultOf(error.value, 'paidOn')} />
        </div>
        {mayStay && isOther && <ScopeField scope={scope} />}
        {/* Without it, Enter would not submit: the buttons are outside of the form. */}
        <input type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true" value={action} />
      </form>
    </Dialog>
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
    <Field label={`${t('subscriptions.form.amount')} (${currencySign(currency)})`} help={help} error={error}>
      {(control) => (
        <input
          {...control}
          name="amount"
          inputMode="decimal"
          autocomplete="off"
          value={amount.value}
          onInput={({ currentTarget }) => (amount.value = currentTarget.value)}
        />
      )}
    </Field>
  );
}

function DayField({ day, help, error }: ControlProps & { readonly day: Signal<string> }) {
  return (
    <Field label={t('subscriptions.pay.day')} help={help} error={error}>
      {(control) => (
        <input
          {...control}
          name="paidOn"
          type="date"
          max={dayAfter(today.value, 1)}
          value={day.value}
          onInput={({ currentTarget }) => (day.value = currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Saving the form: the amount as it is typed, and what is wrong with it. */
function useSaving({ amount: first, currency, day, onSave, onClose }: PaymentFormProps) {
  const amount = useSignal(amountText(first, locale.peek(), currency));
  const scope = useSignal<Scope>('once');
  const isFaulty = useSignal(false);
  const { run, isBusy, error } = useAction(async (given: PaymentGiven) => {
    await onSave(given);
    onClose();
  });

  const parsedAmount = () => parseAmount(amount.value.trim(), locale.value);

  function submit(event: Event) {
    event.preventDefault();
    if (isBusy.value) return;
    const parsed = parsedAmount();
    isFaulty.value = parsed === undefined;
    if (parsed !== undefined)
      return void run({ amount: parsed, paidOn: day.value, isFromNowOn: scope.value === 'fromNowOn' });
    const control = event.currentTarget instanceof HTMLFormElement && event.currentTarget.elements.namedItem('amount');
    if (control instanceof HTMLElement) control.focus();
  }

  const typed = parsedAmount();
  return { amount, isOther: typed !== undefined && typed !== first, scope, isFaulty, submit, isBusy, error };
}
