import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { showToast } from '../../../components/feedback.tsx';
import { locale, t } from '../../../messages/messages.ts';
import { type Operation, update } from '../../../subscriptions/actions.ts';
import type { Version } from '../../../subscriptions/api.ts';
import type { Subscription } from '../../../subscriptions/fields.ts';
import { FirstVersion } from '../../../subscriptions/FirstVersion.tsx';
import { undoRequests } from '../../../subscriptions/undo.ts';
import { SubscriptionForm } from './SubscriptionForm.tsx';
import { changesOf, type Content, contentOf, valuesOf } from './values.ts';

interface EditDialogProps {
  readonly record: Subscription;
  readonly onClose: () => void;
}

/** Changes a subscription. It first reads the present version, so that a change by somebody else is noticed when it saves. */
export function EditDialog({ record: { id, name }, onClose }: EditDialogProps) {
  return (
    <FirstVersion id={id} title={t('subscriptions.form.edit', { name })} onClose={onClose}>
      {(version) => <EditForm first={version} onClose={onClose} />}
    </FirstVersion>
  );
}

function EditForm({ first, onClose }: { readonly first: Version; readonly onClose: () => void }) {
  const base = useSignal(first);
  const initial = useMemo(() => valuesOf(first.record, locale.value), [first]);
  const { id, name } = first.record;

  function operationFor(content: Content): Operation | undefined {
    const before = contentOf(valuesOf(base.peek().record, locale.value), locale.value);
    // A form cannot hold a record with a period that this page does not know.
    const { patch, details } = before
      ? changesOf(before, content)
      : { patch: content.fields, details: content.details };
    if (patch === undefined && details === undefined) return undefined;
    return { action: 'update', id, ...(patch && { patch }), ...(details && { details }) };
  }

  async function save(operation: Operation) {
    if (operation.action !== 'update') throw new Error('an edit that is no update');
    const requestId = await update(operation, base.peek().etag);
    onClose();
    const undo = () => undoRequests([requestId]);
    showToast(t('subscriptions.done.saved', { name }), undo);
  }

  return (
    <SubscriptionForm
      title={t('subscriptions.form.edit', { name })}
      action={t('subscriptions.form.save')}
      initial={initial}
      base={base}
      operationFor={operationFor}
      onSave={save}
      onClose={onClose}
    />
  );
}
