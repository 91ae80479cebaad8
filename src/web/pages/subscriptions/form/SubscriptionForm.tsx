import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { today } from '../../../api/session.ts';
import { DialogActions } from '../../../components/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../components/Dialog.tsx';
import { ErrorNotice } from '../../../components/feedback.tsx';
import { locale, t } from '../../../messages/messages.ts';
import type { Operation } from '../../../subscriptions/actions.ts';
import { ConflictChoice } from './ConflictChoice.tsx';
import { ContractFields } from './ContractFields.tsx';
import type { Conflict } from './conflicts.ts';
import { corrected } from './faults.ts';
import { DetailFields } from './Fields.tsx';
import { MainFields } from './MainFields.tsx';
import { PriceFields } from './PriceFields.tsx';
import { PreviewNote, useDuplicates } from './Preview.tsx';
import { type Saving, useSaving } from './saving.ts';
import { withTerm } from './term.ts';
import { contentOf, differingFields, faultyControls, type FormField, type FormValues, mended } from './values.ts';

interface SubscriptionFormProps extends Saving {
  readonly title: string;
  readonly action: string;
  readonly initial: FormValues;
  /** For a new subscription: the category that its name suggests, if any. */
  readonly guess?: (name: string) => string | undefined;
  /** What the service has found wrong with the initial values. */
  readonly found?: unknown;
}

/** The dialog with the form of a subscription. It asks before it closes over what was typed. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { title, action, initial, base, guess } = props;
  const { values, conflict, form, faults, error, isBusy, save, change, keepMine } = useForm(props);
  const filled = filledIn(values.value, props);
  const duplicates = useDuplicates(...duplicatesAsked(props, filled));
  const isDiscarding = useSignal(false);

  function close() {
    if (differingFields(initial, values.peek()).length > 0) isDiscarding.value = true;
    else props.onClose();
  }

  function submit(event: Event) {
    event.preventDefault();
    save();
  }

  const given = { values: values.value, faults: faults.value, onChange: change };
  const actions = conflict.value === undefined && (
    <>
      <PreviewNote values={filled} />
      <ErrorNotice error={error.value} />
      <DialogActions action={action} isBusy={isBusy.value} onCancel={close} onClick={save} />
    </>
  );
  return (
    <Dialog title={title} onClose={close} actions={actions}>
      {conflict.value && base && (
        <ConflictChoice
          base={base.value.record}
          conflict={conflict.value}
          mine={values.value}
          onKeepMine={keepMine}
          onTakeTheirs={props.onClose}
        />
      )}
      <form ref={form} class="subs-form" noValidate hidden={conflict.value !== undefined} onSubmit={submit}>
        <MainFields {...given} {...{ initial, guess }} duplicates={duplicates.value} />
        <DetailFields {...given} />
        <PriceFields {...given} />
        <ContractFields {...given} />
        {/* Without it, Enter would not submit: the buttons are outside of the form. */}
        <input type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true" value={action} />
      </form>
      {isDiscarding.value && <DiscardDialog onKeep={() => (isDiscarding.value = false)} onDiscard={props.onClose} />}
    </Dialog>
  );
}

/** The state of the form, and what changes it. */
function useForm(props: SubscriptionFormProps) {
  const { initial, base } = props;
  const values = useSignal(initial);
  const conflict = useSignal<Conflict | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  // After the message is there, so that it is read with the control.
  const show = (name: FormField) =>
    requestAnimationFrame(() => {
      const control = controlIn(form.current, name);
      unfold(control);
      control?.focus();
    });
  const take = (taken: FormValues) => void (values.value = taken);
  const state = { values: () => filledIn(values.peek(), props), conflict, show, take };
  const saving = useSaving(props, state, props.found);

  useEffect(() => {
    for (const fault of saving.faults.value) if (!fault.isCorrected) unfold(controlIn(form.current, fault.control));
  }, [saving.faults.value]);

  function change(part: Partial<FormValues>) {
    values.value = withTerm(values.peek(), part, (of) => filledIn(of, props));
    saving.faults.value = corrected(saving.faults.peek(), Object.keys(part));
  }

  function keepMine(merged: FormValues) {
    if (base && conflict.value) base.value = conflict.value.theirs;
    conflict.value = undefined;
    values.value = merged;
    saving.save();
  }

  return { ...saving, values, conflict, form, change, keepMine };
}

/** What the form says: of a new subscription, an empty category is the guessed one, and an empty day means paid today. */
function filledIn(values: FormValues, { guess }: SubscriptionFormProps): FormValues {
  const category = values.category.trim();
  if (guess === undefined) return { ...values, category };
  return {
    ...values,
    category: category || (guess(values.name) ?? t('subscriptions.form.category.default')),
    ...(values.nextPaymentDate === '' && { nextPaymentDate: null, lastPaymentDate: today.value }),
  };
}

/** What to ask for duplicates with: whatever else the form lacks is taken for something valid, so that they show early. */
function duplicatesAsked(
  { initial, base, operationFor }: SubscriptionFormProps,
  values: FormValues,
): [name: string, operation: Operation | undefined] {
  const name = values.name.trim();
  if (base !== undefined && name === initial.name) return ['', undefined];
  const content = contentOf(mended(values, faultyControls(values, locale.value), today.value), locale.value);
  return [name, content && operationFor(content)];
}

function DiscardDialog({ onKeep, onDiscard }: { readonly onKeep: () => void; readonly onDiscard: () => void }) {
  const discard = async () => onDiscard();
  return (
    <ConfirmDialog
      title={t('subscriptions.discard.title')}
      action={t('subscriptions.discard.confirm')}
      onConfirm={discard}
      onClose={onKeep}
    >
      <p>{t('subscriptions.discard.text')}</p>
    </ConfirmDialog>
  );
}

/** A control of the form; the choice that hides it when it is not there. */
function controlIn(form: HTMLFormElement | null, name: FormField): HTMLElement | undefined {
  const hiding = name === 'count' ? form?.querySelector('[name=rhythm]:checked') : null;
  const control = form?.elements.namedItem(name) ?? hiding;
  return control instanceof HTMLElement ? control : undefined;
}

/** Opens what hides a control. */
function unfold(control: HTMLElement | undefined): void {
  const folded = control?.closest('details');
  if (folded) folded.open = true;
}
