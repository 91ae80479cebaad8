import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isAbort } from '../../../api/answers.ts';
import { formatDate, formatDue, formatInterval, formatPerMonth, money } from '../../../format/format.ts';
import { t } from '../../../messages/messages.ts';
import type { Operation } from '../../../subscriptions/actions.ts';
import { loadVersion, preview } from '../../../subscriptions/api.ts';
import type { Subscription } from '../../../subscriptions/fields.ts';
import { listWords, statusWords } from '../../../subscriptions/words.ts';
import type { Content } from './values.ts';

const typingMs = 350;
const duplicatesShown = 3;

/** What saving the form would lead to. */
interface Preview {
  readonly record: Subscription;
  /** Others with the same name, a few of them. */
  readonly duplicates: readonly Subscription[];
}

/**
 * Asks by a dry run what saving would lead to, a moment after the last key. What is not typed yet is taken for something
 * valid, so that the next payment shows early. Without a valid form the last answer stays until there is another.
 *
 * @param content what the form says; undefined while a control has no usable value
 * @param operationFor the write that saves it; undefined when nothing would change
 */
export function usePreview(
  content: Content | undefined,
  operationFor: (content: Content) => Operation | undefined,
): ReadonlySignal<Preview | undefined> {
  const shown = useSignal<Preview | undefined>(undefined);
  const operation = content && operationFor(completed(content));
  const text = JSON.stringify(operation);

  useEffect(() => {
    if (operation === undefined) {
      shown.value = undefined;
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(operation, content?.fields.name.trim() !== '', controller.signal).then(
        (answer) => (shown.value = answer),
        (error: unknown) => {
          // Saving will say what is wrong.
          if (!isAbort(error)) shown.value = undefined;
        },
      );
    }, typingMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return shown;
}

async function ask(operation: Operation, hasName: boolean, signal: AbortSignal): Promise<Preview> {
  const { record, duplicateIds } = await preview(operation, signal);
  const ids = hasName ? duplicateIds.slice(0, duplicatesShown) : [];
  const duplicates = await Promise.all(ids.map(async (id) => (await loadVersion(id, signal)).record));
  return { record, duplicates };
}

function completed({ fields, details }: Content): Content {
  const { name, category } = fields;
  return { details, fields: { ...fields, name: name.trim() || '?', category: category.trim() || '?' } };
}

/** What saving would lead to: the next payment, and a warning of duplicates. */
export function PreviewNote({ preview: shown }: { readonly preview: Preview | undefined }) {
  return (
    <div class="subs-preview" role="status">
      {shown && <NextPayment record={shown.record} />}
      {shown && shown.duplicates.length > 0 && (
        <p class="notice">
          {t('subscriptions.preview.duplicate', { records: listWords(shown.duplicates.map(duplicateWords)) })}
        </p>
      )}
    </div>
  );
}

function NextPayment({ record }: { readonly record: Subscription }) {
  const { nextPaymentDate, currency } = record;
  const amount = formatPerMonth(record.amount, currency, record);
  return (
    <p>
      <strong>
        {t('subscriptions.preview.next', { date: formatDate(nextPaymentDate), distance: formatDue(nextPaymentDate) })}
      </strong>
      <span class="muted"> · {t('subscriptions.total.month', { amount })}</span>
    </p>
  );
}

function duplicateWords(record: Subscription): string {
  const { name, amount, currency, status } = record;
  return t('subscriptions.preview.duplicate.record', {
    name,
    amount: money(amount, currency),
    interval: formatInterval(record),
    status: statusWords(status),
  });
}
