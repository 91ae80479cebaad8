import { useId } from 'preact/hooks';

interface CheckChipsProps {
  /** What is chosen. */
  readonly label: string;
  readonly help?: string | undefined;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A choice of any number of values of a form, all in sight, with its label and its error. */
export function CheckChips({ label, help, options, chosen, error, onChange }: CheckChipsProps) {
  const id = useId();
  const turn = (value: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value));
  const notes = [help !== undefined && `${id}-help`, error !== undefined && id].filter(Boolean).join(' ');
  return (
    <fieldset class="field" aria-describedby={notes === '' ? undefined : notes}>
      <legend>{label}</legend>
      <div class="chips">
        {options.map(({ value, text }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) => turn(value, currentTarget.checked)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p class="error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
