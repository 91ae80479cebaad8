import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Explained } from '../../api/answers.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { tell, ToastRegion } from '../../components/feedback.tsx';
import { InputField } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { setStatus } from '../../subscriptions/bulk.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import { deleteSoon, deletedUnaskedMost, leftOutMost } from '../../subscriptions/deletion.ts';
import type { Subscription } from '../../subscriptions/fields.ts';

/** Only what is active runs on until a day. */
export function cancelOne(record: Subscription): void {
  if (record.status === 'active') askWhenItEnds(record);
  else void tell(setStatus([record], 'cancelled'));
}

interface DeleteDialogProps {
  readonly records: readonly Subscription[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
  /** Called when they are cancelled instead. */
  readonly onCancelled?: () => void;
}

/** Asks before it deletes, and offers to cancel instead. With very many, it stays open until then, and keeps them when it is closed. */
export function DeleteDialog({ records, onClose, onDeleted, onCancelled }: DeleteDialogProps) {
  const [first] = records;
  const count = records.length;
  const isOne = count === 1;
  const typed = useSignal('');
  const isAsked = count > deletedUnaskedMost;
  const closing = useMemo(() => new AbortController(), []);
  useEffect(() => () => closing.abort(), []);

  async function remove() {
    // Also as the page writes it: 1,000.
    if (isAsked && typed.value.replaceAll(/[^\p{L}\p{N}]/gu, '') !== String(count))
      throw new Explained(t('subscriptions.delete.number.error', { count }));
    if (await deleteSoon(records, closing.signal)) onDeleted();
  }

  async function cancelInstead() {
    // A toast would be behind the dialog.
    onClose();
    if (isOne && first) cancelOne(first);
    else await setStatus(records, 'cancelled');
    onCancelled?.();
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
      toasts={count > leftOutMost && <ToastRegion />}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('subscriptions.delete.text')}</p>
      {isAsked && (
        <InputField label={t('subscriptions.delete.number')} inputMode="numeric" autocomplete="off" text={typed} />
      )}
    </ConfirmDialog>
  );
}
