import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

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
