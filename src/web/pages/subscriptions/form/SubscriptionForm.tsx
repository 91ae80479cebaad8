import { useSignal, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { RequestRefused } from '../../../api/errors.ts';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { locale } from '../../../messages/language.ts';
import { t } from '../../../messages/messages.ts';
import { completeContentOf, contentOf, differingFields, type Content, type FormValues } from '../model/formValues.ts';
import { loadVersion, type Operation, type Version } from '../requests.ts';
import { ConflictChoice } from './ConflictChoice.tsx';
import { DetailFields } from './DetailFields.tsx';
import { clientFault, faultIn, type Fault } from './faults.ts';
import { MainFields } from './MainFields.tsx';
import { PreviewNote } from './PreviewNote.tsx';
import { usePreview } from './usePreview.ts';

interface SubscriptionFormProps {
  readonly title: string;
  /** The words of the button that saves. */
  readonly action: string;
  readonly initial: FormValues;
  /** The version that an edit starts from; absent for a new subscription. */
  readonly base?: Signal<Version>;
  /** The write that saves the form; undefined when nothing would change. */
  readonly operationFor: (content: Content) => Operation | undefined;
  /** Saves, and closes the dialog. */
  readonly onSave: (operation: Operation) => Promise<void>;
  readonly onClose: () => void;
}

/** The dialog with the form of a subscription. It asks before it closes over what was typed. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { title, action, initial, base, operationFor } = props;
  const values = useSignal(initial);
  const conflict = useSignal<Version | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const { fault, isBusy, submit } = useSaving(props, { values, conflict, form });
  const isDiscarding = useSignal(false);
  const content = contentOf(values.value, locale.value);
  const preview = usePreview('field' in content ? undefined : content, operationFor);

  const save = () => form.current?.requestSubmit();
  function close() {
    if (differingFields(initial, values.peek()).length > 0) isDiscarding.value = true;
    else props.onClose();
  }

  function keepMine(merged: FormValues) {
    if (base && conflict.value) base.value = conflict.value;
    conflict.value = undefined;
    values.value = merged;
    // The form is hidden until it is rendered again.
    requestAnimationFrame(save);
  }

  const change = (part: Partial<FormValues>) => changeValues(values, fault, part);
  const actions = conflict.value === undefined && (
    <FormActions action={action} isBusy={isBusy.value} onCancel={close} onSave={save} />
  );
  return (
    <Dialog title={title} onClose={close} actions={actions}>
      {conflict.value && base && (
        <ConflictChoice
          base={base.value.record}
          theirs={conflict.value.record}
          mine={values.value}
          onKeepMine={keepMine}
          onTakeTheirs={props.onClose}
        />
      )}
      <form ref={form} class="subs-form" noValidate hidden={conflict.value !== undefined} onSubmit={submit}>
        <FaultNotice fault={fault.value} />
        <MainFields values={values.value} fault={fault.value} onChange={change} />
        <PreviewNote preview={preview.value ?? (base && { record: base.value.record, duplicates: [] })} />
        <DetailFields values={values.value} fault={fault.value} onChange={change} />
        {/* Without it, Enter would not submit: the buttons are outside of the form. */}
        <input type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true" value={action} />
      </form>
      {isDiscarding.value && <DiscardDialog onKeep={() => (isDiscarding.value = false)} onDiscard={props.onClose} />}
    </Dialog>
  );
}

interface FormState {
  readonly values: Signal<FormValues>;
  readonly conflict: Signal<Version | undefined>;
  readonly form: { readonly current: HTMLFormElement | null };
}

/** Saving the form: what is wrong with it, and whether it is on its way. */
function useSaving({ base, operationFor, onSave, onClose }: SubscriptionFormProps, state: FormState) {
  const { values, conflict, form } = state;
  const fault = useSignal<Fault | undefined>(undefined);
  const isBusy = useSignal(false);

  function show(next: Fault) {
    fault.value = next;
    const { control } = next;
    if (control === undefined) return;
    // After the message is there, so that it is read with the control.
    requestAnimationFrame(() => focusControl(form.current, control));
  }

  async function submit(event: Event) {
    event.preventDefault();
    if (isBusy.value) return;
    fault.value = undefined;
    const content = completeContentOf(values.value, locale.value);
    if ('field' in content) return show(clientFault(content.field));
    const operation = operationFor(content);
    if (operation === undefined) return onClose();
    isBusy.value = true;
    try {
      await onSave(operation);
    } catch (error) {
      const isConflict = error instanceof RequestRefused && error.status === 412 && base !== undefined;
      if (isConflict)
        await showConflict(base.peek().record.id).catch((reason: unknown) => show(faultIn(reason, values.value)));
      else show(faultIn(error, values.value));
    } finally {
      isBusy.value = false;
    }
  }

  async function showConflict(id: string) {
    conflict.value = await loadVersion(id);
  }

  return { fault, isBusy, submit };
}

/** Changes values of the form. The fault of a control is gone once it is changed. */
function changeValues(values: Signal<FormValues>, fault: Signal<Fault | undefined>, part: Partial<FormValues>): void {
  values.value = { ...values.peek(), ...part };
  const control = fault.peek()?.control;
  if (control !== undefined && control in part) fault.value = undefined;
}

interface FormActionsProps {
  readonly action: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

function FormActions({ action, isBusy, onCancel, onSave }: FormActionsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button kind="primary" isBusy={isBusy} onClick={onSave}>
        {action}
      </Button>
    </>
  );
}

function FaultNotice({ fault }: { readonly fault: Fault | undefined }) {
  if (fault?.error !== undefined) return <ErrorNotice error={fault.error} />;
  return (
    <div role="alert">
      {fault && (
        <p class="notice">{t('subscriptions.form.faulty', { field: fault.label ?? '', message: fault.message })}</p>
      )}
    </div>
  );
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

function focusControl(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLElement)) return;
  const folded = control.closest('details');
  if (folded) folded.open = true;
  control.focus();
}
