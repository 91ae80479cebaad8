import type { SelectHTMLAttributes } from 'preact';

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
