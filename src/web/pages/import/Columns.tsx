import { useRef } from 'preact/hooks';
import type { ImportField } from '../../../domain/imports/importTypes.ts';
import { Field, Select } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { detailFields, mainLabels, mapDetails } from '../../subscriptions/fields.ts';
import { assigned, type Column } from './report.ts';
import { choices, choose, work } from './state.ts';

/** The fields that a column can be read as, in the order of the choice, with their words. */
const fieldTexts: Readonly<Record<ImportField, PlainMessageKey>> = {
  name: mainLabels.name,
  amount: mainLabels.amount,
  currency: mainLabels.currency,
  period: 'subscriptions.form.rhythm',
  customDate: 'imports.field.customDate',
  everyMonths: 'imports.field.everyMonths',
  lastPaymentDate: mainLabels.lastPaymentDate,
  nextPaymentDate: 'activity.field.nextPaymentDate',
  startDate: 'imports.field.startDate',
  category: mainLabels.category,
  status: mainLabels.status,
  notificationEnabled: mainLabels.notificationEnabled,
  ...mapDetails((name) => detailFields[name].label),
  anchorDay: 'activity.field.anchorDay',
};

/** The fields that the file must say. */
const neededFields = ['name', 'amount'] as const;

/** What each column of a CSV file is. What its header says is chosen already. */
export function Columns({ columns }: { readonly columns: readonly Column[] }) {
  const known = columns.filter(({ field }) => field !== '').length;
  const isIncomplete = !neededFields.every((name) => columns.some(({ field }) => field === name));
  // It stays as it is while the user chooses.
  const isOpenAtFirst = useRef(isIncomplete);
  const isBusy = work.value === 'importing';
  return (
    <details open={isOpenAtFirst.current}>
      <summary>{t('imports.columns', { known, count: columns.length })}</summary>
      <div class="import-fields">
        {columns.map((column) => (
          <ColumnField key={column.header} {...{ column, columns, isBusy }} />
        ))}
      </div>
    </details>
  );
}

interface ColumnFieldProps {
  readonly column: Column;
  readonly columns: readonly Column[];
  readonly isBusy: boolean;
}

function ColumnField({ column: { header, field, example = '' }, columns, isBusy }: ColumnFieldProps) {
  const options = Object.entries(fieldTexts).map(([value, text]) => ({ value, text: t(text) }));
  const isKnown = field === '' || Object.hasOwn(fieldTexts, field);
  return (
    <Field label={header} help={example === '' ? undefined : t('imports.example', { value: example })}>
      {(control) => (
        <Select
          {...control}
          disabled={isBusy}
          value={field}
          options={[
            { value: '', text: t('imports.column.none') },
            ...(isKnown ? [] : [{ value: field, text: field }]),
            ...options,
          ]}
          onChoose={(chosen) => choose({ mapping: assigned(columns, choices.peek().mapping, header, chosen) })}
        />
      )}
    </Field>
  );
}
