import { useMemo, useRef } from 'preact/hooks';
import { api, bodyOf } from '../../api/client.ts';
import { randomKey } from '../../api/randomKey.ts';
import { useResource } from '../../api/resource.ts';
import { currencies, today } from '../../api/session.ts';
import { storedSignal } from '../../api/storage.ts';
import { showToast } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { closeAddDialog, prefill } from '../../shell/views.ts';
import { change, type Operation } from '../../subscriptions/actions.ts';
import { loadNewest } from '../../subscriptions/api.ts';
import { SubscriptionForm } from './form/SubscriptionForm.tsx';
import { creationOf, newValues } from './form/values.ts';

/** The currency of the subscription that was added last in this browser. */
const lastCurrency = storedSignal('currency', (stored) => stored);

/** Adds a subscription. */
export function AddDialog() {
  const initial = useMemo(() => ({ ...newValues(firstCurrency(), today.peek()), ...prefill.peek() }), []);
  const newest = useResource(loadNewest).data.value;
  const attempt = useRef({ text: '', key: '' });

  async function save(operation: Operation) {
    // Sent again after a lost answer, the same draft is not added twice.
    const text = JSON.stringify(operation);
    if (attempt.current.text !== text) attempt.current = { text, key: randomKey() };
    const { results } = await change([operation], attempt.current.key);
    const [result] = results;
    if (result === undefined || result.action === 'delete') throw new Error('a creation without a record');
    const { id, name, currency } = result.data;
    lastCurrency.value = currency;
    closeAddDialog();
    showToast(t('subscriptions.done.added', { name }), () =>
      bodyOf(api.DELETE('/api/v1/subscriptions/{id}', { params: { path: { id } } })),
    );
  }

  return (
    <SubscriptionForm
      title={t('shell.add')}
      action={t('subscriptions.form.add')}
      initial={initial}
      defaultCategory={newest?.[0]?.category ?? t('subscriptions.form.category.default')}
      operationFor={creationOf}
      onSave={save}
      onClose={closeAddDialog}
    />
  );
}

function firstCurrency(): string {
  return currencies.peek().find((allowed) => allowed === lastCurrency.peek()) ?? 'EUR';
}
