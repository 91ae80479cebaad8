import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { RequestRefused } from '../../../api/answers.ts';
import { Button, DialogActions } from '../../../components/Button.tsx';
import { TableHead } from '../../../components/content.tsx';
import { ConfirmDialog, Dialog } from '../../../components/Dialog.tsx';
import { ErrorNotice, useAction } from '../../../components/feedback.tsx';
import { formatDate } from '../../../format/format.ts';
import { locale, t } from '../../../messages/messages.ts';
import type { Operation } from '../../../subscriptions/actions.ts';
import { loadVersion, type Version } from '../../../subscriptions/api.ts';
import { detailWords, isDetail, type Subscription } from '../../../subscriptions/fields.ts';
import { statusWords, unitWords, words } from '../../../subscriptions/words.ts';
import { ContractFields } from './ContractFields.tsx';
import { clientFault, DetailFields, type Fault, faultIn, labelOf, MainFields } from './Fields.tsx';
import { PreviewNote, usePreview } from './Preview.tsx';
import {
  completeContentOf,
  type Content,
  contentOf,
  detailsIn,
  differingFields,
  type FormField,
  type FormValues,
  valuesOf,
} from './values.ts';

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
    <DialogActions action={action} isBusy={isBusy.value} onCancel={close} onClick={save} />
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
        <ContractFields values={values.value} errorOf={messagesOf(fault.value)} onChange={change} />
        {/* Without it, Enter would not submit: the buttons are outside of the form. */}
        <input type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true" value={action} />
      </form>
      {isDiscarding.value && <DiscardDialog onKeep={() => (isDiscarding.value = false)} onDiscard={props.onClose} />}
    </Dialog>
  );
}

function messagesOf(fault: Fault | undefined): (name: FormField) => string | undefined {
  return (name) => (fault?.control === name ? fault.message : undefined);
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
  const { run, isBusy } = useAction(async (operation: Operation) => {
    await onSave(operation)
      .catch(async (error: unknown) => {
        if (base === undefined || !isConflict(error)) throw error;
        conflict.value = await loadVersion(base.peek().record.id);
      })
      .catch((error: unknown) => show(faultIn(error, values.value)));
  });

  function show(next: Fault) {
    fault.value = next;
    const { control } = next;
    if (control === undefined) return;
    // After the message is there, so that it is read with the control.
    requestAnimationFrame(() => focusControl(form.current, control));
  }

  function submit(event: Event) {
    event.preventDefault();
    if (isBusy.value) return;
    fault.value = undefined;
    const content = completeContentOf(values.value, locale.value);
    if ('field' in content) return show(clientFault(content.field));
    const operation = operationFor(content);
    if (operation === undefined) return onClose();
    void run(operation);
  }

  return { fault, isBusy, submit };
}

function isConflict(error: unknown): boolean {
  return error instanceof RequestRefused && error.status === 412;
}

/** Changes values of the form. The fault of a control is gone once it is changed. */
function changeValues(values: Signal<FormValues>, fault: Signal<Fault | undefined>, part: Partial<FormValues>): void {
  values.value = { ...values.peek(), ...part };
  const control = fault.peek()?.control;
  if (control !== undefined && control in part) fault.value = undefined;
}

function FaultNotice({ fault }: { readonly fault: Fault | undefined }) {
  if (fault?.error !== undefined) return <ErrorNotice error={fault.error} />;
  // No alert: the field is one, and would be announced twice.
  return (
    <div>
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

interface ConflictChoiceProps {
  /** The version that the form started from. */
  readonly base: Subscription;
  /** The version that is stored now. */
  readonly theirs: Subscription;
  readonly mine: FormValues;
  /** Saves what the user typed over what is stored now; what was not touched stays as it is stored. */
  readonly onKeepMine: (merged: FormValues) => void;
  /** Leaves what is stored now. */
  readonly onTakeTheirs: () => void;
}

/** Shows, field by field, what the user typed and what somebody else has stored, and lets choose. */
function ConflictChoice({ base, theirs, mine, onKeepMine, onTakeTheirs }: ConflictChoiceProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const stored = valuesOf(theirs, locale.value);
  const before = valuesOf(base, locale.value);
  const typed = differingFields(before, mine);
  // What the user did not touch takes the stored value either way.
  const merged = { ...stored, ...Object.fromEntries(typed.map((field) => [field, mine[field]])) };
  const rows = differingFields(merged, stored);
  return (
    <section class="subs-conflict">
      <h3 ref={title} tabIndex={-1}>
        {t('subscriptions.conflict.title')}
      </h3>
      <p>{t('subscriptions.conflict.text')}</p>
      <table>
        <TableHead
          columns={[
            t('subscriptions.conflict.field'),
            t('subscriptions.conflict.mine'),
            t('subscriptions.conflict.theirs'),
          ]}
        />
        <tbody>
          {(rows.length > 0 ? rows : differingFields(before, stored)).map((field) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              <td>{valueWords(merged, field)}</td>
              <td>{valueWords(stored, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="subs-choices">
        <Button onClick={onTakeTheirs}>{t('subscriptions.conflict.takeTheirs')}</Button>
        <Button kind="primary" onClick={() => onKeepMine(merged)}>
          {t('subscriptions.conflict.keepMine')}
        </Button>
      </div>
    </section>
  );
}

function valueWords(values: FormValues, field: FormField): string {
  const value = values[field];
  if (value === '') return t('subscriptions.conflict.none');
  if (isDetail(field)) return detailWords(field, detailsIn(values), words) ?? '';
  if (typeof value === 'boolean') return value ? t('subscriptions.conflict.yes') : t('subscriptions.conflict.no');
  if (field === 'status') return statusWords(values.status);
  if (field === 'unit') return unitWords(values.unit, 2);
  return field === 'lastPaymentDate' ? formatDate(value) : value;
}
