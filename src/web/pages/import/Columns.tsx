import { useId, useRef } from 'preact/hooks';
import { Select } from '../../components/Field.tsx';
import { shortListWords } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { isolated } from '../../format/text.ts';
import { assigned, type Column } from './report.ts';
import { choices, choose, work } from './state.ts';
import { fieldTexts } from './fieldTexts.ts';

/** The fields that the file must say. */
const neededFields = ['name', 'amount'] as const;

/** A choice for each column of a CSV file, below its header: what it is. What its header says is chosen already. */
export function Columns({ columns }: { readonly columns: readonly Column[] }) {
  const known = columns.filter(({ field }) => field !== '').length;
  const isIncomplete =
    !neededFields.every((name) => columns.some(({ field }) => field === name)) ||
    columns.some(({ candidateFor }) => candidateFor !== undefined);
  // It stays as it is while the user chooses.
  const isOpenAtFirst = useRef(isIncomplete);
  const isBusy = work.value === 'importing';
  const unread = columns.filter(({ field }) => field === '').map(({ header }) => isolated(headerWords(header)));
  return (
    <details open={isOpenAtFirst.current}>
      <summary>
        {t('imports.columns', { known, count: columns.length })}
        {unread.length > 0 && ` ${t('imports.columns.unread', { columns: shortListWords(unread) })}`}
      </summary>
      <div class="import-fields">
        {columns.map((column) => (
          <ColumnField key={column.header} {...{ column, isBusy }} />
        ))}
      </div>
    </details>
  );
}

// The value of the choice for a column that the service does not read, although it may be a field.
const undecided = '?';

/** The header of a column; its number if it has none of its own. */
function headerWords(header: string): string {
  const number = /^#(\d+)$/.exec(header)?.[1];
  return number === undefined ? header : t('imports.column', { number });
}

interface ColumnFieldProps {
  readonly column: Column;
  readonly isBusy: boolean;
}

function ColumnField({ column: { header, field, candidateFor, example = '' }, isBusy }: ColumnFieldProps) {
  const candidate =
    candidateFor === undefined ? undefined : (fieldTexts as Record<string, PlainMessageKey>)[candidateFor];
  const options = Object.entries(fieldTexts).map(([value, text]) => ({ value, text: t(text) }));
  const isKnown = field === '' || Object.hasOwn(fieldTexts, field);
  const id = useId();
  return (
    <div class="import-column">
      <strong id={`${id}-header`} dir="auto">
        {headerWords(header)}
      </strong>
      <Select
        aria-labelledby={`${id}-header`}
        aria-describedby={`${id}-example`}
        disabled={isBusy}
        value={candidate === undefined ? field : undecided}
        options={[
          ...(candidate === undefined
            ? []
            : [{ value: undecided, text: t('imports.column.unread', { field: t(candidate) }) }]),
          { value: '', text: t('imports.column.none') },
          ...(isKnown ? [] : [{ value: field, text: field }]),
          ...options,
        ]}
        onChoose={(chosen) => {
          if (chosen !== undecided) choose({ mapping: assigned(choices.peek().mapping, header, chosen) });
        }}
      />
      <span id={`${id}-example`} class="muted">
        {example !== '' && t('imports.example', { value: example })}
      </span>
    </div>
  );
}
