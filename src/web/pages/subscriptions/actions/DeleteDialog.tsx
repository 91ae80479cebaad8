import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { t } from '../../../messages/messages.ts';
import type { Subscription } from '../model/record.ts';
import { deleteForGood, setStatus, tell } from './writes.ts';

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

  async function remove() {
    await deleteForGood(records);
    onDone();
  }

  async function cancelInstead() {
    // A toast would be behind the dialog.
    onClose();
    await setStatus(records, 'cancelled');
    onDone();
  }

  const mayCancel = records.some(({ status }) => status !== 'cancelled');
  const alternative = mayCancel && (
    <Button onClick={() => tell(cancelInstead())}>
      {isOne ? t('subscriptions.delete.cancel') : t('subscriptions.delete.cancel.many')}
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
      <p>{t('subscriptions.delete.text')}</p>
    </ConfirmDialog>
  );
}
