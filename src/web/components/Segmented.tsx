import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

interface ChoicesProps<Value extends string> {
  /** `radio` for one of them, `checkbox` for any number. */
  readonly type: 'radio' | 'checkbox';
  readonly name?: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly isChosen: (value: Value) => boolean;
  readonly onTurn: (value: Value, isOn: boolean) => void;
}

/** The boxes of a choice that is all in sight, each with its words. */
export function Choices<Value extends string>({ options, isChosen, onTurn, ...input }: ChoicesProps<Value>) {
  return (
    <>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input
            {...input}
            value={value}
            checked={isChosen(value)}
            onChange={({ currentTarget }) => onTurn(value, currentTarget.checked)}
          />
          <span>{text}</span>
        </label>
      ))}
    </>
  );
}

export interface SegmentedProps<Value extends string> extends Pick<ChoicesProps<Value>, 'options'> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly choice: Signal<Value>;
  /** The value that is shown, if it is not always the one that was chosen. */
  readonly value?: Value;
}

/** A choice of a few values, all in sight. */
export function Segmented<Value extends string>({ label, options, choice, value }: SegmentedProps<Value>) {
  return (
    <fieldset class="segmented">
      <legend class="visually-hidden">{label}</legend>
      <Choices
        type="radio"
        name={useId()}
        options={options}
        isChosen={(one) => one === (value ?? choice.value)}
        onTurn={(one) => (choice.value = one)}
      />
    </fieldset>
  );
}
