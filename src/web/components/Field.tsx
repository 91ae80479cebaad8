import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX, SelectHTMLAttributes } from 'preact';
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
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface SelectProps<Value extends string> extends Omit<
  SelectHTMLAttributes,
  'value' | 'onChange' | 'role' | 'multiple' | 'size'
> {
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one value out of a list that opens. */
export function Select<Value extends string>({ options, value, onChoose, ...rest }: SelectProps<Value>) {
  function choose(text: string) {
    const chosen = options.find((option) => option.value === text);
    if (chosen !== undefined) onChoose(chosen.value);
  }

  return (
    <select {...rest} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}

interface SegmentedProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  /** Holds the value that is chosen. */
  readonly choice: Signal<Value>;
  /** The value that is shown, if it is not always the one that was chosen. */
  readonly value?: Value;
}

/** A choice of a few values, all in sight. */
export function Segmented<Value extends string>({ label, options, choice, value }: SegmentedProps<Value>) {
  const shown = value ?? choice.value;
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === shown}
            onChange={() => (choice.value = option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
