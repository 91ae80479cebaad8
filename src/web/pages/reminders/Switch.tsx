import { preventClick } from '../../components/Button.tsx';
import { messageOf, showToast, useAction } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';

interface SwitchProps {
  /** The id of the element that names what it turns on and off. */
  readonly labelId: string;
  readonly isOn: boolean;
  /** Whether the user may turn it; if not, it only says that it is off. */
  readonly mayTurn: boolean;
  readonly onTurn: (isOn: boolean) => Promise<void>;
}

/** Turns something on or off at once. When that fails, it turns back, and a toast says why. */
export function Switch({ labelId, isOn, mayTurn, onTurn }: SwitchProps) {
  const { run, isBusy } = useAction(async (control: HTMLInputElement) => {
    try {
      await onTurn(control.checked);
    } catch (error) {
      control.checked = isOn;
      showToast(messageOf(error));
    }
  });
  if (!mayTurn) return isOn ? null : <span class="settings-tag">{t('reminders.off')}</span>;
  return (
    <input
      class="switch"
      type="checkbox"
      role="switch"
      aria-labelledby={labelId}
      checked={isOn}
      aria-checked={isOn}
      aria-disabled={isBusy.value}
      onClick={isBusy.value ? preventClick : undefined}
      onChange={({ currentTarget }) => void run(currentTarget)}
    />
  );
}
