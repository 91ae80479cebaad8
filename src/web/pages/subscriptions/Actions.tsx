import { useLayoutEffect, useRef } from 'preact/hooks';
import { today } from '../../api/session.ts';
import type { OpenDialog } from '../../components/Dialog.tsx';
import { tell } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { useDetail } from '../../shell/detail.ts';
import { setReminders, setStatus } from '../../subscriptions/bulk.ts';
import { keep } from '../../subscriptions/endings.ts';
import { hasNextPayment, isEnding, type Status, type Subscription } from '../../subscriptions/fields.ts';
import { LatePayDialog } from '../../subscriptions/LatePayDialog.tsx';
import { duePayments, payableOf } from '../../subscriptions/schedule.ts';
import { cancelWords } from '../../subscriptions/words.ts';
import { cancelOne, DeleteDialog } from './DeleteDialog.tsx';
import { EditDialog } from './form/EditDialog.tsx';
import type { Selection } from './list.ts';

/** The subscription whose actions are shown, and the button that asked for them. */
export interface OpenMenu {
  readonly record: Subscription;
  readonly button: HTMLElement;
}

interface RowMenuProps {
  readonly menu: OpenMenu;
  readonly selection: Selection;
  readonly open: OpenDialog;
  readonly onClose: () => void;
  readonly onPay: (record: Subscription) => void;
}

/** The actions of one row, beside its button. Esc, a choice and a click elsewhere close it. */
export function RowMenu({ menu, selection, open, onClose, onPay }: RowMenuProps) {
  const { record, button } = menu;
  const detail = useDetail();
  const isReminding = record.notificationEnabled;
  const isPayable = hasNextPayment(record);
  const list = useMenu(menu, onClose);

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
    record.status !== status && item(text, () => void tell(setStatus([record], status)));
  return (
    <div
      ref={list}
      popover="auto"
      class="menu-list"
      role="group"
      aria-label={t('subscriptions.action.more', { name: record.name })}
    >
      {item(t('subscriptions.action.show'), () => detail.open(record.id))}
      {isPayable && item(t('subscriptions.action.paid'), () => onPay(record))}
      {isPayable && item(t('subscriptions.action.paidOtherwise'), () => askHowPaid(record, open))}
      {item(t('subscriptions.action.edit'), () => open((close) => <EditDialog record={record} onClose={close} />))}
      {!selection.ids.value.has(record.id) &&
        item(t('subscriptions.action.select'), () => selection.set([record.id], true))}
      {item(
        t(isReminding ? 'subscriptions.action.bell.off' : 'subscriptions.action.bell.on'),
        () => void tell(setReminders([record], !isReminding)),
      )}
      {record.status === 'active' && give('paused', t('subscriptions.action.pause'))}
      {give('active', t('subscriptions.action.resume'))}
      {isEnding(record) && item(t('overview.deadlines.keep'), () => void tell(keep(record.id, 'end')))}
      {record.status !== 'cancelled' && item(cancelWords(record), () => cancelOne(record))}
      {item(t('subscriptions.action.delete'), () => askToDelete([record], selection, open))}
    </div>
  );
}

/** Asks before subscriptions are deleted, which are selected no more then. */
export function askToDelete(records: readonly Subscription[], { clear }: Selection, open: OpenDialog): void {
  open((close) => <DeleteDialog records={records} onClose={close} onDeleted={clear} onCancelled={clear} />);
}

/** Asks how the next payment was made, or several. */
export function askHowPaid(record: Subscription, open: OpenDialog): void {
  const day = today.peek();
  const asked = { payable: payableOf(record, day), due: duePayments(record, day) };
  open((close) => <LatePayDialog {...asked} onClose={close} />);
}

/** Opens the menu, and tells when it is closed. */
function useMenu(menu: OpenMenu, onClose: () => void) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    element.showPopover();
    placeBeside(element, menu.button);
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
  }, [menu]);
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
