import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Explained } from '../../api/answers.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { tell } from '../../components/feedback.tsx';
import { InputField } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { setReminders, setStatus } from '../../subscriptions/bulk.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import { deletedLaterMost, deleteSoon, deletedUnaskedMost } from '../../subscriptions/deletion.ts';
import { keep } from '../../subscriptions/endings.ts';
import { hasNextPayment, isEnding, type Status, type Subscription } from '../../subscriptions/fields.ts';
import { cancelWords } from '../../subscriptions/words.ts';

/** The subscription whose actions are shown, and the button that asked for them. */
export interface OpenMenu {
  readonly record: Subscription;
  readonly button: HTMLElement;
}

interface RowMenuProps {
  readonly open: OpenMenu;
  readonly onClose: () => void;
  readonly onShow: (record: Subscription) => void;
  readonly onPay: (record: Subscription) => void;
  /** Asks how a payment was made. */
  readonly onPayOtherwise: (record: Subscription) => void;
  readonly onEdit: (record: Subscription) => void;
  /** Selects it; undefined when it is selected. */
  readonly onSelect: ((record: Subscription) => void) | undefined;
  readonly onDelete: (record: Subscription) => void;
}

/** The actions of one row, beside its button. Esc, a choice and a click elsewhere close it. */
export function RowMenu(props: RowMenuProps) {
  const { open, onClose, onSelect } = props;
  const { record, button } = open;
  const isReminding = record.notificationEnabled;
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
    record.status !== status && item(text, () => void tell(setStatus([record], status)));
  return (
    <div
      ref={list}
      popover="auto"
      class="menu-list subs-menu"
      role="group"
      aria-label={t('subscriptions.action.more', { name: record.name })}
    >
      {item(t('subscriptions.action.show'), () => props.onShow(record))}
      {hasNextPayment(record) && item(t('subscriptions.action.paid'), () => props.onPay(record))}
      {hasNextPayment(record) && item(t('subscriptions.action.paidOtherwise'), () => props.onPayOtherwise(record))}
      {item(t('subscriptions.action.edit'), () => props.onEdit(record))}
      {onSelect && item(t('subscriptions.action.select'), () => onSelect(record))}
      {item(
        t(isReminding ? 'subscriptions.action.bell.off' : 'subscriptions.action.bell.on'),
        () => void tell(setReminders([record], !isReminding)),
      )}
      {record.status === 'active' && give('paused', t('subscriptions.action.pause'))}
      {give('active', t('subscriptions.action.resume'))}
      {isEnding(record) && item(t('overview.deadlines.keep'), () => void tell(keep(record.id, 'end')))}
      {record.status !== 'cancelled' && item(cancelWords(record), () => cancelOne(record))}
      {item(t('subscriptions.action.delete'), () => props.onDelete(record))}
    </div>
  );
}

/** Only what is active runs on until a day. */
function cancelOne(record: Subscription): void {
  if (record.status === 'active') askWhenItEnds(record);
  else void tell(setStatus([record], 'cancelled'));
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

interface DeleteDialogProps {
  readonly records: readonly Subscription[];
  readonly onClose: () => void;
  /** Called when they are deleted, or cancelled instead. */
  readonly onDone: () => void;
}

/** Asks before it deletes, and offers to cancel instead. */
export function DeleteDialog({ records, onClose, onDone }: DeleteDialogProps) {
  const [first] = records;
  const count = records.length;
  const isOne = count === 1;
  const typed = useSignal('');
  const isAsked = count > deletedUnaskedMost;

  async function remove() {
    if (isAsked && typed.value.trim() !== String(count))
      throw new Explained(t('subscriptions.delete.number.error', { count }));
    await deleteSoon(records);
    onDone();
  }

  async function cancelInstead() {
    // A toast would be behind the dialog.
    onClose();
    if (isOne && first) cancelOne(first);
    else await setStatus(records, 'cancelled');
    onDone();
  }

  const mayCancel = records.some(({ status }) => status !== 'cancelled');
  const alternative = mayCancel && (
    <Button onClick={() => void tell(cancelInstead())}>
      {isOne ? t('subscriptions.action.cancel') : t('subscriptions.action.cancel.many')}
    </Button>
  );
  return (
    <ConfirmDialog
      title={
        isOne
          ? t('subscriptions.delete.title', { name: first?.name ?? '' })
          : t('subscriptions.delete.title.many', { count })
      }
      action={t('subscriptions.delete.confirm')}
      alternative={alternative}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t(count > deletedLaterMost ? 'subscriptions.delete.text.many' : 'subscriptions.delete.text')}</p>
      {isAsked && <NumberField typed={typed} />}
    </ConfirmDialog>
  );
}

/** Asks how many are deleted. */
function NumberField({ typed }: { readonly typed: Signal<string> }) {
  return <InputField label={t('subscriptions.delete.number')} inputMode="numeric" autocomplete="off" text={typed} />;
}
