import { useSignal } from '@preact/signals';
import { X } from 'lucide';
import { Button, IconButton } from '../../../components/Button.tsx';
import { t } from '../../../messages/messages.ts';
import { setStatus, tell } from '../actions/writes.ts';
import type { Status, Subscription } from '../model/record.ts';

interface BulkBarProps {
  readonly records: readonly Subscription[];
  readonly onDelete: (records: readonly Subscription[]) => void;
  readonly onDone: () => void;
}

/** What can be done with the selected subscriptions. */
export function BulkBar({ records, onDelete, onDone }: BulkBarProps) {
  const isBusy = useSignal(false);

  async function give(status: Status) {
    isBusy.value = true;
    try {
      await setStatus(records, status);
      onDone();
    } finally {
      isBusy.value = false;
    }
  }

  const has = (status: Status) => records.some((record) => record.status === status);
  const button = (status: Status, text: string) => (
    <Button isBusy={isBusy.value} onClick={() => tell(give(status))}>
      {text}
    </Button>
  );
  return (
    <section class="subs-bulk" aria-label={t('subscriptions.table.select')}>
      <p role="status">{t('subscriptions.selected', { count: records.length })}</p>
      {has('active') && button('paused', t('subscriptions.action.pause'))}
      {(has('paused') || has('cancelled')) && button('active', t('subscriptions.action.resume'))}
      {(has('active') || has('paused')) && button('cancelled', t('subscriptions.action.cancel.many'))}
      <Button kind="danger" onClick={() => onDelete(records)}>
        {t('subscriptions.action.delete')}
      </Button>
      <IconButton icon={X} label={t('subscriptions.selected.clear')} onClick={onDone} />
    </section>
  );
}
