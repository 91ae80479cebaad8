import { useMemo } from 'preact/hooks';
import { RequestRefused } from '../../api/answers.ts';
import { currencies, today } from '../../api/session.ts';
import { showToast } from '../../components/feedback.tsx';
import { locale, reader, t } from '../../messages/messages.ts';
import { adding, type Operation } from '../../subscriptions/actions.ts';
import { SubscriptionForm } from '../subscriptions/form/SubscriptionForm.tsx';
import { creationOf } from '../subscriptions/form/values.ts';
import { draftValues } from './draftValues.ts';
import { faultWords } from './faults.ts';
import type { ReportRow } from './report.ts';
import { markAdded } from './state.ts';
import { nameOf } from './words.ts';

/** Adds by hand what a row says and the import cannot read: at once, as any other subscription. */
export function CorrectDialog({ row, onClose }: { readonly row: ReportRow; readonly onClose: () => void }) {
  const initial = useMemo(
    () => draftValues(row, { today: today.peek(), locale: locale.peek(), currencies: currencies.peek() }),
    [row],
  );
  const found = useMemo(() => refusalOf(row), [row]);
  const add = useMemo(adding, []);

  async function save(operation: Operation) {
    const { record, undo } = await add(operation);
    markAdded(row.row, record.id);
    onClose();
    showToast(t('subscriptions.done.added', { name: record.name }), async () => {
      await undo();
      markAdded(row.row, undefined);
    });
  }

  return (
    <SubscriptionForm
      title={t('imports.correct.of', { row: row.row, name: nameOf(row) })}
      action={t('subscriptions.form.add')}
      initial={initial}
      found={found}
      operationFor={creationOf}
      onSave={save}
      onClose={onClose}
    />
  );
}

/** What is wrong with a row, as the service would refuse to store it, in the words of this page. */
function refusalOf({ error }: ReportRow): RequestRefused | undefined {
  if (error === undefined) return undefined;
  const inWords = { code: 'import_row', field: error.field, message: faultWords(reader.peek(), error) };
  return new RequestRefused({ status: 422, headers: new Headers() }, { error: inWords });
}
