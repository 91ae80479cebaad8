import { useSignal } from '@preact/signals';
import { X } from 'lucide';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../messages/messages.ts';
import { Button, type ButtonKind, IconButton } from './Button.tsx';
import { ErrorNotice, showToast, useAction } from './feedback.tsx';

interface DialogProps {
  readonly title: string;
  /** Called when the user closes it, also with Esc. The owner then renders it no more. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons below the content. */
  readonly actions?: ComponentChildren;
  /** The place of toasts, for a dialog that stays open while they are shown: right above the buttons. */
  readonly toasts?: ComponentChildren;
}

const firstControl = '.dialog-body :is(input, select, textarea):not([type="radio"], [hidden], :disabled)';

/** A modal dialog, open as long as it is rendered. The focus returns to where it came from, unless it is moved elsewhere. */
export function Dialog({ title, onClose, children, actions, toasts }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    // Else the button that closes it would have the focus, even if there is a form.
    dialog?.querySelector<HTMLElement>(firstControl)?.focus();
    dialog?.addEventListener('keydown', closeOnEscape);
    return () => {
      dialog?.close();
      // By now, what closed it may have given the focus to something else.
      const isFree = document.activeElement === document.body || dialog?.contains(document.activeElement) === true;
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  // Browsers do not let a page prevent each second Esc from closing the dialog, other than by taking the key.
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close.current();
  }

  function cancel(event: Event) {
    event.preventDefault();
    onClose();
  }

  return (
    <dialog ref={element} class="dialog" aria-labelledby={titleId} onCancel={cancel}>
      <header class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} label={t('common.close')} onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
      {toasts}
      {actions && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  );
}

/** Opens a dialog in the place of another one. It is given what closes it. */
export type OpenDialog = (dialog: (close: () => void) => JSX.Element) => void;

/** The place of the dialogs that a component opens, one at a time. */
export function useDialog() {
  const shown = useSignal<Parameters<OpenDialog>[0] | undefined>(undefined);
  const open: OpenDialog = (dialog) => void (shown.value = dialog);
  const close = () => void (shown.value = undefined);
  return { open, dialog: shown.value?.(close) };
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  readonly kind?: ButtonKind;
  /** The words of the button that does nothing, if "Back" is not clear. */
  readonly cancel?: string;
  /** Does it. The dialog closes when it has succeeded, else it shows the error. */
  readonly onConfirm: () => Promise<unknown>;
  /** What a toast then says. */
  readonly told?: string;
  readonly onClose: () => void;
  /** Another way out, such as a button that cancels instead of deleting. */
  readonly alternative?: ComponentChildren;
  readonly toasts?: ComponentChildren;
}

/** Asks before it does what cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, kind = 'danger', cancel, onConfirm, told, onClose, alternative, toasts } = props;
  const { run, isBusy, error } = useAction(async () => {
    await onConfirm();
    if (told !== undefined) showToast(told);
    onClose();
  });

  const actions = (
    <>
      <Button onClick={onClose}>{cancel ?? t('common.back')}</Button>
      {!isBusy.value && alternative}
      <Button kind={kind} isBusy={isBusy.value} onClick={() => void run()}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions} toasts={toasts}>
      {children}
      <ErrorNotice error={error.value} />
    </Dialog>
  );
}
