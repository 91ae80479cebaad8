import { tell, useAction } from '../../components/feedback.tsx';

interface SwitchProps {
  /** The id of the element that names what it turns on and off. */
  readonly labelId: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => Promise<void>;
}

/** Turns something on or off at once. A toast tells when it did not work. */
export function Switch({ labelId, isOn, onTurn }: SwitchProps) {
  const { run, isBusy } = useAction((isWanted: boolean) => tell(onTurn(isWanted)));
  return (
    <input
      class="switch"
      type="checkbox"
      role="switch"
      aria-labelledby={labelId}
      checked={isOn}
      aria-checked={isOn}
      disabled={isBusy.value}
      onChange={({ currentTarget }) => void run(currentTarget.checked)}
    />
  );
}
