import { Switch } from '../../components/Switch.tsx';
import { t } from '../../messages/messages.ts';

interface TurnSwitchProps {
  /** The id of the element that names what it turns on and off. */
  readonly labelId: string;
  readonly isOn: boolean;
  /** Whether the user may turn it; if not, it only says that it is off. */
  readonly mayTurn: boolean;
  readonly onTurn: (isOn: boolean) => Promise<void>;
}

export function TurnSwitch({ labelId, mayTurn, isOn, onTurn }: TurnSwitchProps) {
  if (mayTurn) return <Switch aria-labelledby={labelId} {...{ isOn, onTurn }} />;
  return isOn ? null : <span class="settings-tag">{t('reminders.off')}</span>;
}
