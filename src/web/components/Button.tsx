import { useSignal } from '@preact/signals';
import { Copy, type IconNode } from 'lucide';
import { type ButtonHTMLAttributes, h } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { t } from '../messages/messages.ts';

/** A Lucide icon as decoration: what it means is said in words beside it, or in the label of its button. */
export function Icon({ node, size = 20 }: { readonly node: IconNode; readonly size?: number }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {node.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}

type NativeProps = Omit<ButtonHTMLAttributes, 'icon' | 'label'>;

/** How a button looks: `primary` for the one main action, `quiet` for what is seldom needed, `danger` for what is final. */
export type ButtonKind = 'primary' | 'normal' | 'quiet' | 'danger';

interface ButtonProps extends NativeProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconNode;
  /** An action runs: the button is off, keeps the focus, and says so to screen readers. */
  readonly isBusy?: boolean;
}

/** Prevents what a click would do: also the submission of a form, which Enter in one of its fields clicks for. */
export function preventClick(event: Event): void {
  event.preventDefault();
}

/** A button with words. It submits a form only with `type="submit"`. */
export function Button({ kind = 'normal', icon, isBusy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-busy={isBusy}
      // A button that is disabled would lose the focus.
      aria-disabled={isBusy ? true : undefined}
      onClick={isBusy ? preventClick : onClick}
      {...rest}
    >
      {icon && <Icon node={icon} size={18} />}
      {children}
    </button>
  );
}

interface DialogActionsProps extends ButtonProps {
  /** The words of the button that does what the dialog is for; undefined while it cannot be done. */
  readonly action: string | undefined;
  readonly onCancel: () => void;
}

/** The buttons of a dialog: one closes it, the other does what it is for. */
export function DialogActions({ action, onCancel, ...rest }: DialogActionsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('common.back')}</Button>
      {action && (
        <Button kind="primary" {...rest}>
          {action}
        </Button>
      )}
    </>
  );
}

interface IconButtonProps extends NativeProps {
  readonly icon: IconNode;
  /** What it does: its name for screen readers, and its tooltip. */
  readonly label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" class="button icon-only" aria-label={label} title={label} {...rest}>
      <Icon node={icon} />
    </button>
  );
}

/** A text with a button that copies it. Where the browser forbids that (plain HTTP), the button selects the text. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const state = useSignal<'' | 'copied' | 'selected'>('');
  const id = useId();

  async function copy() {
    input.current?.select();
    try {
      // On plain HTTP, browsers have no clipboard, whatever the types say.
      await navigator.clipboard.writeText(text);
      state.value = 'copied';
    } catch {
      state.value = 'selected';
    }
  }

  return (
    <div class="copy">
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <input id={id} ref={input} value={text} readOnly onFocus={() => input.current?.select()} />
      <Button icon={Copy} onClick={copy}>
        {t('common.copy')}
      </Button>
      <span role="status" class="muted">
        {state.value === 'copied' && t('common.copied')}
        {state.value === 'selected' && t('common.copy.byHand')}
      </span>
    </div>
  );
}
