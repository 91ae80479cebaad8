import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface MenuProps {
  /** What the button shows. */
  readonly button: ComponentChildren;
  /** The name of the button, if it shows no words. */
  readonly label?: string;
  readonly class?: string;
  /** Links and buttons. Choosing one closes the menu. */
  readonly children: ComponentChildren;
}

/** A button that opens a popover with links and buttons. Esc and a click elsewhere close it. */
export function Menu({ button, label, class: className = 'button', children }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    const hide = () => element?.hidePopover();
    element?.addEventListener('click', hide);
    return () => element?.removeEventListener('click', hide);
  }, []);
  return (
    <div class="menu">
      <button type="button" class={className} aria-label={label} popovertarget={id}>
        {button}
      </button>
      <div id={id} ref={list} popover="auto" class="menu-list">
        {children}
      </div>
    </div>
  );
}
