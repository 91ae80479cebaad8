import type { IconNode } from 'lucide';
import type { ButtonHTMLAttributes } from 'preact';
import { t } from '../messages/messages.ts';
import { Icon } from './Icon.tsx';

type NativeProps = Omit<ButtonHTMLAttributes, 'icon' | 'label'>;

/** How a button looks: `primary` for the one main action, `quiet` for what is seldom needed, `danger` for what is final. */
export type ButtonKind = 'primary' | 'normal' | 'quiet' | 'danger';

interface ButtonProps extends NativeProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconNode;
  /** An action runs: the button is off and says so to screen readers. */
  readonly isBusy?: boolean;
}

/** A button with words. It submits a form only with `type="submit"`. */
export function Button({ kind = 'normal', icon, isBusy = false, children, disabled, ...rest }: ButtonProps) {
  return (
    <button type="button" class={`button ${kind}`} aria-busy={isBusy} disabled={isBusy || disabled} {...rest}>
      {icon && <Icon node={icon} size={18} />}
      {children}
    </button>
  );
}

interface DialogActionsProps extends ButtonProps {
  /** The words of the button that does what the dialog is for. */
  readonly action: string;
  readonly onCancel: () => void;
}

/** The buttons of a dialog: one closes it, the other does what it is for. */
export function DialogActions({ action, onCancel, ...rest }: DialogActionsProps) {
  return (
    <>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button kind="primary" {...rest}>
        {action}
      </Button>
    </>
  );
}

interface IconButtonProps extends NativeProps {
  readonly icon: IconNode;
  /** What it does: its name for screen readers, and its tooltip. */
  readonly label: string;
}

/** A button with an icon only. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" class="button icon-only" aria-label={label} title={label} {...rest}>
      <Icon node={icon} />
    </button>
  );
}
