import { useId } from 'preact/hooks';

interface SegmentedProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of a few values, all in sight. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
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
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
