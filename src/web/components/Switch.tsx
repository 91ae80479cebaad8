import type { InputHTMLAttributes } from 'preact';
import { preventClick } from './Button.tsx';

interface SwitchProps extends Pick<InputHTMLAttributes, 'id' | 'aria-label' | 'aria-describedby' | 'disabled'> {
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

/** Turns something on or off at once. When that fails, it shows again what is so. */
export function Switch({ isOn, isBusy, onTurn, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      class="switch"
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      aria-disabled={isBusy}
      onClick={isBusy ? preventClick : undefined}
      onChange={(event) => onTurn(event.currentTarget.checked)}
    />
  );
}
