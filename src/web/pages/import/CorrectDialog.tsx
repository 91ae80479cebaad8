import { useMemo } from 'preact/hooks';
import { RequestRefused } from '../../api/answers.ts';
import { currencies, today } from '../../api/session.ts';
import { locale, reader, t } from '../../messages/messages.ts';
import type { Operation } from '../../subscriptions/actions.ts';
import { SubscriptionForm } from '../subscriptions/form/SubscriptionForm.tsx';
import { creationOf } from '../subscriptions/form/values.ts';
import { correctedDraft, draftValues } from './draftValues.ts';
import { faultWords } from './faults.ts';
import type { ReportRow } from './report.ts';
import { focusRow } from './rowFocus.ts';
import { correct } from './state.ts';
import { nameOf } from './words.ts';

interface CorrectDialogProps {
  readonly row: ReportRow;
  readonly onClose: () => void;
}

/** Corrects what was read of a row, before it is imported. */
export function CorrectDialog({ row, onClose }: CorrectDialogProps) {
  const initial = useMemo(
    () => draftValues(row, { today: today.peek(), locale: locale.peek(), currencies: currencies.peek() }),
    [row],
  );
  const found = useMemo(() => refusalOf(row), [row]);

  async function save(operation: Operation) {
    if (operation.action !== 'create') throw new Error('a correction that is no creation');
    const { subscription, details } = operation;
    const draft = correctedDraft(row, initial, subscription);
    await correct(row, { draft, details, payments: row.payments });
    onClose();
    focusRow(row.row);
  }

  return (
    <SubscriptionForm
      title={t('imports.correct.of', { row: row.row, name: nameOf(row) })}
      action={t('imports.correct.apply')}
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
