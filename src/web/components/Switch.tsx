import type { InputHTMLAttributes } from 'preact';
import { preventClick } from './Button.tsx';
import { tell, useAction } from './feedback.tsx';

type Native = Pick<InputHTMLAttributes, 'id' | 'aria-label' | 'aria-labelledby' | 'aria-describedby' | 'disabled'>;

interface SwitchProps extends Native {
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => Promise<unknown>;
}

/** Turns something on or off at once. When that fails, it shows again what is so, and a toast says why. */
export function Switch({ isOn, onTurn, ...rest }: SwitchProps) {
  const { run, isBusy } = useAction((to: boolean) => tell(onTurn(to)));
  return (
    <input
      {...rest}
      class="switch"
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      aria-disabled={isBusy.value}
      onClick={isBusy.value ? preventClick : undefined}
      onChange={({ currentTarget }) => void run(currentTarget.checked)}
    />
  );
}
