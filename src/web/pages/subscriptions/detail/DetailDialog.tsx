import { useSignal } from '@preact/signals';
import { Trash } from 'lucide';
import { useResource } from '../../../api/resource.ts';
import { mayWrite, today } from '../../../api/session.ts';
import { Button, IconButton } from '../../../components/Button.tsx';
import { Dialog, useDialog } from '../../../components/Dialog.tsx';
import { Loaded, tell, ToastRegion } from '../../../components/feedback.tsx';
import { t } from '../../../messages/messages.ts';
import { recordPayment } from '../../../subscriptions/paying.ts';
import { type History, loadHistory } from '../../../subscriptions/api.ts';
import { askWhenItEnds } from '../../../subscriptions/cancelling.ts';
import type { Subscription } from '../../../subscriptions/fields.ts';
import { useHold } from '../../../subscriptions/hold.tsx';
import { LatePayDialog } from '../../../subscriptions/LatePayDialog.tsx';
import { duePayments, payableOf } from '../../../subscriptions/schedule.ts';
import { cancelWords } from '../../../subscriptions/words.ts';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { Facts } from './Facts.tsx';
import { Properties } from './Properties.tsx';
import { Timeline } from './Timeline.tsx';

interface DetailDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onEdit: (record: Subscription) => void;
}

/** Shows one subscription: what one opens it for, what happened with it, and all that is recorded. */
export function DetailDialog({ id, onClose, onEdit }: DetailDialogProps) {
  const loaded = useResource((signal) => loadHistory(id, today.value, signal), [id]);
  const record = loaded.data.value?.record;
  const { open, dialog } = useDialog();
  const askToDelete = (asked: Subscription) =>
    open((close) => <DeleteDialog records={[asked]} onClose={close} onDeleted={onClose} />);
  const actions = record && mayWrite.value && (
    <>
      <IconButton icon={Trash} label={t('subscriptions.action.delete')} onClick={() => askToDelete(record)} />
      {record.status === 'active' && (
        <Button kind="quiet" onClick={() => askWhenItEnds(record)}>
          {cancelWords(record)}
        </Button>
      )}
      <Button kind="primary" onClick={() => onEdit(record)}>
        {t('subscriptions.action.edit')}
      </Button>
    </>
  );
  return (
    <Dialog
      title={record?.name ?? t('shell.subscriptions')}
      onClose={onClose}
      actions={actions}
      // That of the page is behind the dialog.
      toasts={<ToastRegion />}
    >
      <Loaded resource={loaded} lines={6}>
        {(history) => (history === null ? <p>{t('subscriptions.detail.missing')}</p> : <Content history={history} />)}
      </Loaded>
      {dialog}
    </Dialog>
  );
}

function Content({ history }: { readonly history: History }) {
  const isPaying = useSignal(false);
  const hold = useHold(history.record);
  const { record } = history;
  const { id } = record;
  const payable = payableOf(record, today.value);
  const pay = (payments: number) => {
    if (payable.isEstimate) isPaying.value = true;
    else void tell(hold.act(id, () => recordPayment(payable, payments > 1 ? { payments } : {})));
  };
  return (
    <section class="detail" aria-label={record.name} ref={makeFocusable} onPointerLeave={hold.onPointerLeave}>
      <Facts record={hold.shown} undo={hold.undoOf(id)} onPay={pay} onPayOtherwise={() => (isPaying.value = true)} />
      <Timeline history={history} />
      <Properties history={history} />
      {isPaying.value && (
        <LatePayDialog
          payable={payable}
          due={duePayments(record, today.value)}
          onClose={() => (isPaying.value = false)}
        />
      )}
    </section>
  );
}

/** The keyboard scrolls what has the focus. */
function makeFocusable(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0;
}
