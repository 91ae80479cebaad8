import type { ComponentChildren } from 'preact';
import { t } from '../messages/messages.ts';
import { Button, type ButtonKind } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { useAction } from './useAction.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The words of the button that does it. */
  readonly action: string;
  readonly kind?: ButtonKind;
  /** The words of the button that does nothing, if "Cancel" is not clear. */
  readonly cancel?: string;
  /** Does it. The dialog closes when it has succeeded, else it shows the error. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Another way out, such as a button that cancels instead of deleting. */
  readonly alternative?: ComponentChildren;
}

/** Asks before it does what cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    action,
    kind = 'danger',
    cancel = t('common.cancel'),
    onConfirm,
    onClose,
    alternative,
  } = props;
  const { run, isBusy, error } = useAction(async () => {
    await onConfirm();
    onClose();
  });

  const actions = (
    <>
      <Button onClick={onClose}>{cancel}</Button>
      {alternative}
      <Button kind={kind} isBusy={isBusy.value} onClick={() => void run()}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      {children}
      <ErrorNotice error={error.value} />
    </Dialog>
  );
}
