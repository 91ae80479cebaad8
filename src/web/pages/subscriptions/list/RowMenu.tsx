import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../../messages/messages.ts';
import { recordPayment, setStatus, tell } from '../actions/writes.ts';
import type { Status, Subscription } from '../model/record.ts';

/** The subscription whose actions are shown, and the button that asked for them. */
export interface OpenMenu {
  readonly record: Subscription;
  readonly button: HTMLElement;
}

interface RowMenuProps {
  readonly open: OpenMenu;
  readonly onClose: () => void;
  readonly onShow: (record: Subscription) => void;
  readonly onEdit: (record: Subscription) => void;
  readonly onDelete: (record: Subscription) => void;
}

/** The actions of one row, beside its button. Esc, a choice and a click elsewhere close it. */
export function RowMenu({ open, onClose, onShow, onEdit, onDelete }: RowMenuProps) {
  const { record, button } = open;
  const list = useMenu(open, onClose);

  const item = (text: string, action: () => void) => (
    <button
      type="button"
      class="subs-item"
      onClick={() => {
        list.current?.hidePopover();
        button.focus();
        action();
      }}
    >
      {text}
    </button>
  );
  const give = (status: Status, text: string) =>
    record.status !== status && item(text, () => tell(setStatus([record], status)));
  return (
    <div
      ref={list}
      popover="auto"
      class="menu-list subs-menu"
      role="group"
      aria-label={t('subscriptions.action.more', { name: record.name })}
    >
      {item(t('subscriptions.action.show'), () => onShow(record))}
      {record.status === 'active' && item(t('subscriptions.action.paid'), () => tell(recordPayment(record)))}
      {item(t('subscriptions.action.edit'), () => onEdit(record))}
      {record.status === 'active' && give('paused', t('subscriptions.action.pause'))}
      {give('active', t('subscriptions.action.resume'))}
      {give('cancelled', t('subscriptions.action.cancel'))}
      {item(t('subscriptions.action.delete'), () => onDelete(record))}
    </div>
  );
}

/** Opens the menu, and tells when it is closed. */
function useMenu(open: OpenMenu, onClose: () => void) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    element.showPopover();
    placeBeside(element, open.button);
    element.querySelector('button')?.focus();
    const close = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    element.addEventListener('toggle', close);
    element.addEventListener('keydown', moveFocus);
    return () => {
      element.removeEventListener('toggle', close);
      element.removeEventListener('keydown', moveFocus);
    };
  }, [open]);
  return list;
}

/** Puts the menu below the button, or above it where there is no room. */
function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  const place = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const isRoomBelow = place.bottom + height + 8 < document.documentElement.clientHeight;
  const top = isRoomBelow ? place.bottom + 4 : Math.max(8, place.top - height - 4);
  menu.style.setProperty('inset', `${top}px auto auto ${Math.max(8, place.right - width)}px`);
}

function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const items = Array.from(event.currentTarget.querySelectorAll('button'));
  const at = items.findIndex((one) => one === document.activeElement);
  items.at((at + step) % items.length)?.focus();
}
