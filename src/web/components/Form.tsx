import type { ComponentChildren } from 'preact';
import { useContext, useId, useRef } from 'preact/hooks';
import { Button, DialogActions } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { type Action, ErrorNotice, faultOf, useAction } from './feedback.tsx';
import { FormError } from './Field.tsx';

/** Sends a form. What it throws is shown at its fields, else below them. */
type Send = (values: FormData, form: HTMLFormElement) => Promise<unknown>;

interface FormProps {
  readonly onSend: Send;
  readonly action: string;
  /** The form says itself what is wrong with its values. */
  readonly noValidate?: boolean;
  readonly children: ComponentChildren;
}

/** A form with its fields, the error that none of them shows, and its button. */
export function Form({ onSend, action, children, noValidate = false }: FormProps) {
  const sending = useAction(onSend);
  return (
    <Fields {...{ sending, noValidate }} run={sending.run}>
      {children}
      <OtherError />
      <Button type="submit" kind="primary" isBusy={sending.isBusy.value}>
        {action}
      </Button>
    </Fields>
  );
}

interface FormDialogProps extends Omit<FormProps, 'action'> {
  readonly title: string;
  /** The words of the button that sends it; undefined while it cannot be sent. */
  readonly action: string | undefined;
  readonly isPossible?: boolean;
  /** What comes before the buttons: another one, such as one that removes what the form changes, or what sending it leads to. */
  readonly alternative?: ComponentChildren;
  /** What sending it starts, if other buttons start it, too. */
  readonly sending?: Sending;
  readonly onClose: () => void;
}

type Sending = Pick<Action<never>, 'isBusy' | 'error'>;

/** The same in a dialog. Whoever sends it closes it. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isPossible = true, alternative, noValidate = false, onSend, onClose, children } = props;
  const own = useAction(onSend);
  const sending = props.sending ?? own;
  const id = useId();
  const actions = (
    <>
      {alternative}
      <DialogActions
        action={action}
        type="submit"
        form={id}
        isBusy={sending.isBusy.value}
        disabled={!isPossible}
        onCancel={onClose}
      />
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <Fields
        {...{ id, sending, noValidate }}
        autocomplete="off"
        run={async (...sent) => isPossible && own.run(...sent)}
      >
        {children}
        <OtherError />
      </Fields>
    </Dialog>
  );
}

interface FieldsProps {
  readonly id?: string;
  readonly autocomplete?: 'off';
  readonly noValidate: boolean;
  readonly sending: Sending;
  readonly run: Send;
  readonly children: ComponentChildren;
}

function Fields({ sending: { isBusy, error }, run, children, ...form }: FieldsProps) {
  const shown = useRef(new Set<string>()).current;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const sent = event.currentTarget as HTMLFormElement;
    if (!isBusy.value) void run(new FormData(sent), sent);
  }
  return (
    <FormError.Provider value={{ error: error.value, shown }}>
      <form class="form" {...form} onSubmit={submit}>
        {children}
      </form>
    </FormError.Provider>
  );
}

/** The error of the form, unless one of its fields, which are rendered before, shows it. */
function OtherError() {
  const { error, shown } = useContext(FormError);
  const isShown = Array.from(shown).some((field) => faultOf(error, field) !== undefined);
  return <ErrorNotice error={isShown ? undefined : error} />;
}
