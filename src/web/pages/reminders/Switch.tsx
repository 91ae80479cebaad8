import { messageOf, showToast, useAction } from '../../components/feedback.tsx';

interface SwitchProps {
  /** The id of the element that names what it turns on and off. */
  readonly labelId: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => Promise<void>;
}

/** Turns something on or off at once. When that fails, it turns back, and a toast says why. */
export function Switch({ labelId, isOn, onTurn }: SwitchProps) {
  const { run, isBusy } = useAction(async (control: HTMLInputElement) => {
    try {
      await onTurn(control.checked);
    } catch (error) {
      control.checked = isOn;
      showToast(messageOf(error));
    }
  });
  return (
    <input
      class="switch"
      type="checkbox"
      role="switch"
      aria-labelledby={labelId}
      checked={isOn}
      aria-checked={isOn}
      disabled={isBusy.value}
      onChange={({ currentTarget }) => void run(currentTarget)}
    />
  );
}
