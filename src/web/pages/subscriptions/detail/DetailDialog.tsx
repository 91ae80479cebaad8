import { mayWrite, today } from '../../../api/session.ts';
import { useResource } from '../../../api/resource.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Loading } from '../../../components/Loaded.tsx';
import { t } from '../../../messages/messages.ts';
import { recordPayment, tell } from '../actions/writes.ts';
import type { Subscription } from '../model/record.ts';
import { Facts } from './Facts.tsx';
import { PaymentsMade, PriceHistory, UpcomingPayments } from './HistoryLists.tsx';
import { loadHistory } from './requests.ts';

interface DetailDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onEdit: (record: Subscription) => void;
}

/** Shows one subscription: its facts, the next payments, its prices and the payments made. */
export function DetailDialog({ id, onClose, onEdit }: DetailDialogProps) {
  const { data, error, reload } = useResource((signal) => loadHistory(id, today.value, signal), [id]);
  const history = data.value;
  const record = history?.record;

  function pay(paid: Subscription) {
    // A toast would be behind the dialog.
    onClose();
    tell(recordPayment(paid));
  }

  const actions = record && mayWrite.value && (
    <>
      {record.status === 'active' && <Button onClick={() => pay(record)}>{t('subscriptions.action.paid')}</Button>}
      <Button kind="primary" onClick={() => onEdit(record)}>
        {t('subscriptions.action.edit')}
      </Button>
    </>
  );
  return (
    <Dialog title={record?.name ?? t('subscriptions.title')} onClose={onClose} actions={actions}>
      <ErrorNotice error={error.value} onRetry={reload} />
      {history === undefined && error.value === undefined && <Loading lines={6} />}
      {history === null && <p>{t('subscriptions.detail.missing')}</p>}
      {history && (
        <section class="subs-detail" aria-label={history.record.name} ref={makeFocusable}>
          <Facts record={history.record} />
          <UpcomingPayments history={history} />
          <PriceHistory history={history} />
          <PaymentsMade history={history} />
        </section>
      )}
    </Dialog>
  );
}

/** The keyboard scrolls what has the focus. */
function makeFocusable(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0;
}
