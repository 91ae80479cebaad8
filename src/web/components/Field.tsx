import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../messages/messages.ts';

/** What the control of a field needs, so that its label, help and error belong to it. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  /** What is wrong with the value, and how to correct it. */
  readonly error?: ComponentChildren;
  readonly isOptional?: boolean;
  /** Renders the control with the given properties. */
  readonly children: (control: ControlProps) => JSX.Element;
}

/** A control of a form with its label, its help and its error. */
export function Field({ label, help, error, isOptional = false, children }: FieldProps) {
  const id = useId();
  const parts = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="muted"> ({t('common.optional')})</span>}
      </label>
      {children({ id, 'aria-describedby': parts === '' ? undefined : parts, 'aria-invalid': Boolean(error) })}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
