import { useMemo } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { currencies, today } from '../../api/session.ts';
import { storedSignal } from '../../api/storage.ts';
import { showToast } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { closeAddDialog, prefill } from '../../shell/views.ts';
import { adding, type Operation } from '../../subscriptions/actions.ts';
import { loadNewest } from '../../subscriptions/api.ts';
import { guessCategory } from './form/guess.ts';
import { SubscriptionForm } from './form/SubscriptionForm.tsx';
import { creationOf, newValues } from './form/values.ts';

/** The currency of the subscription that was added last in this browser. */
const lastCurrency = storedSignal('currency', (stored) => stored);

export function AddDialog() {
  const initial = useMemo(() => {
    const given = prefill.peek();
    const empty = { ...newValues(firstCurrency(), today.peek()), nextPaymentDate: '' };
    return given === 'empty' ? empty : { ...empty, ...given };
  }, []);
  const newest = useResource(loadNewest).data.value ?? [];
  const add = useMemo(adding, []);

  async function save(operation: Operation) {
    const { record, undo } = await add(operation);
    lastCurrency.value = record.currency;
    closeAddDialog();
    showToast(t('subscriptions.done.added', { name: record.name }), undo);
  }

  return (
    <SubscriptionForm
      title={t('shell.add')}
      action={t('subscriptions.form.add')}
      initial={initial}
      guess={(name) => guessCategory(name, newest)}
      operationFor={creationOf}
      onSave={save}
      onClose={closeAddDialog}
    />
  );
}

function firstCurrency(): string {
  return currencies.peek().find((allowed) => allowed === lastCurrency.peek()) ?? 'EUR';
}
