import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../messages/messages.ts';
import { IconButton } from './Button.tsx';

interface DialogProps {
  readonly title: string;
  /** Called when the user closes it, also with Esc. The owner then renders it no more. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons below the content. */
  readonly actions?: ComponentChildren;
}

const firstControl = '.dialog-body :is(input, select, textarea):not([type="radio"], [hidden], :disabled)';

/** A modal dialog, open as long as it is rendered. The focus returns to where it came from. */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
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
      if (before instanceof HTMLElement && before.isConnected) before.focus();
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
      {actions && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  );
}
