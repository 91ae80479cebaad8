import { useSignal } from '@preact/signals';
import { Pencil } from 'lucide';
import { useMemo } from 'preact/hooks';
import { Button, IconButton } from '../../components/Button.tsx';
import { SubscriptionLink } from '../../components/content.tsx';
import { Chips } from '../../components/Field.tsx';
import { loadedLate } from '../../components/late.tsx';
import { language, reader, t } from '../../messages/messages.ts';
import { faultWords } from './faults.ts';
import {
  countsOf,
  type Existing,
  filterOf,
  isImportable,
  isSkippedDuplicate,
  outcomes,
  type ReportRow,
  type RowFilter,
  shownRows,
} from './report.ts';
import { words } from '../../subscriptions/words.ts';
import { remarkWords } from './remarks.ts';
import { focusRowIfLost } from './rowFocus.ts';
import { choices, leaveOut, takeDuplicate } from './state.ts';
import { badgeWords, existingWords, factsOf, nameOf, outcomeWords } from './words.ts';

const CorrectDialog = loadedLate(async () => (await import('./CorrectDialog.tsx')).CorrectDialog);

// A screen or two; and so few that a slow phone is not busy for long.
const shownAtFirst = 50;
const shownMore = 200;

interface RowListProps {
  readonly rows: readonly ReportRow[];
  /** Whether the import is made. */
  readonly isDone: boolean;
}

/** What will become of each row, or what has, with a filter by outcome. Of many rows, the first ones until the user asks for more. */
export function RowList({ rows, isDone }: RowListProps) {
  const chosen = useSignal<RowFilter | undefined>(undefined);
  const correcting = useSignal<ReportRow | undefined>(undefined);
  const counts = useMemo(() => countsOf(rows), [rows]);
  const filter = filterOf(counts, chosen.value);
  const shown = useMemo(() => shownRows(rows, filter), [rows, filter]);
  const options = [
    { value: 'all' as const, text: t('imports.filter.all', { count: rows.length }) },
    ...outcomes
      .filter((one) => counts[one] > 0)
      .map((value) => ({ value, text: outcomeWords(value, counts[value], isDone) })),
  ];
  const close = () => void (correcting.value = undefined);
  if (rows.length === 0) return null;
  return (
    <>
      <Chips
        label={t('imports.filter')}
        name="outcome"
        options={options}
        value={filter}
        onChoose={(value) => (chosen.value = value)}
      />
      <ShownRows key={filter} {...{ shown, isDone }} onCorrect={(row) => (correcting.value = row)} />
      {correcting.value && <CorrectDialog row={correcting.value} onClose={close} />}
    </>
  );
}

interface ShownRowsProps {
  readonly shown: readonly ReportRow[];
  readonly isDone: boolean;
  readonly onCorrect: (row: ReportRow) => void;
}

function ShownRows({ shown, isDone, onCorrect }: ShownRowsProps) {
  const most = useSignal(shownAtFirst);
  const waiting = shown.length - most.value;
  // The same elements again cost nothing.
  const entries = useMemo(
    () =>
      shown
        .slice(0, most.value)
        .map((row) => <RowEntry key={row.row} row={row} isDone={isDone} onCorrect={() => onCorrect(row)} />),
    [shown, isDone, most.value, language.value],
  );
  return (
    <>
      <ol class="import-rows" aria-label={t('imports.rows')}>
        {entries}
      </ol>
      {waiting > 0 && (
        <p>
          <Button onClick={() => (most.value += shownMore)}>{t('imports.more', { count: waiting })}</Button>
        </p>
      )}
    </>
  );
}

interface RowEntryProps {
  readonly row: ReportRow;
  readonly isDone: boolean;
  readonly onCorrect: () => void;
}

function RowEntry({ row: one, isDone, onCorrect }: RowEntryProps) {
  const { row, name, outcome, id, duplicateOf, error, draft, remarks } = one;
  const facts = factsOf(one);
  return (
    <li class={`import-row ${outcome}`} data-number={row}>
      <span class="muted import-number">{t('imports.row', { row })}</span>
      <div>
        <p class="settings-name">
          {id === undefined ? <bdi>{nameOf(one)}</bdi> : <SubscriptionLink id={id} name={name} />}
        </p>
        {facts !== '' && <p class="muted">{facts}</p>}
        {error && <p class="import-fault">{faultWords(reader.value, error)}</p>}
        {duplicateOf && <Duplicate existing={duplicateOf} />}
        <Remarks {...(remarks && { remarks })} />
        {!isDone && <Decisions row={one} />}
      </div>
      <span class="import-outcome">{badgeWords(one, isDone)}</span>
      {!isDone && draft && <CorrectButton row={one} onClick={onCorrect} />}
    </li>
  );
}

/** What the user can decide about a row, apart from correcting it. */
function Decisions({ row: one }: { readonly row: ReportRow }) {
  const { isTaken = false, isLeftOut = false } = one;
  return (
    <div class="settings-actions">
      {(isTaken || isSkippedDuplicate(one)) && <TakeButton row={one} />}
      {!isTaken && (isLeftOut || isImportable(one)) && <LeaveOutButton row={one} />}
    </div>
  );
}

/** Leaves a row out, or takes it back in. It keeps its place, and with it the focus. */
function LeaveOutButton({ row: one }: { readonly row: ReportRow }) {
  const { row, isLeftOut = false } = one;
  const values = { row, name: nameOf(one) };
  return (
    <RowButton
      row={row}
      label={isLeftOut ? t('imports.takeIn.of', values) : t('imports.leaveOut.of', values)}
      text={t(isLeftOut ? 'imports.takeIn' : 'imports.leaveOut')}
      onClick={() => leaveOut(row, !isLeftOut)}
    />
  );
}

/** Imports a duplicate although the others are skipped, or skips it again. */
function TakeButton({ row: one }: { readonly row: ReportRow }) {
  const { row, isTaken = false } = one;
  const values = { row, name: nameOf(one) };
  // The service adds all duplicates or none. Those that it would update have to go with it.
  if (choices.value.onDuplicate !== 'skip') return null;
  return (
    <RowButton
      row={row}
      label={isTaken ? t('imports.skip.of', values) : t('imports.take.of', values)}
      text={t(isTaken ? 'imports.skip' : 'imports.take')}
      onClick={() => takeDuplicate(row, !isTaken)}
    />
  );
}

interface RowButtonProps {
  readonly row: number;
  readonly label: string;
  readonly text: string;
  readonly onClick: () => void;
}

/** Decides about one row. The list may then not show it any more. */
function RowButton({ row, label, text, onClick }: RowButtonProps) {
  function decide() {
    onClick();
    focusRowIfLost(row);
  }
  return (
    <button type="button" class="text-button" aria-label={label} onClick={decide}>
      {text}
    </button>
  );
}

interface CorrectButtonProps {
  readonly row: ReportRow;
  readonly onClick: () => void;
}

function CorrectButton({ row, onClick }: CorrectButtonProps) {
  const label = t('imports.correct.of', { row: row.row, name: nameOf(row) });
  if (row.error === undefined) return <IconButton icon={Pencil} label={label} onClick={onClick} />;
  return (
    <Button aria-label={label} onClick={onClick}>
      {t('imports.correct')}
    </Button>
  );
}

/** What is stored already under this name, or in an earlier row. */
function Duplicate({ existing }: { readonly existing: Existing }) {
  const { id, row = 0, name } = existing;
  if (id === undefined) return <p class="muted">{t('imports.row.twin', { row })}</p>;
  return (
    <p class="muted">
      {t('imports.row.exists')} <SubscriptionLink id={id} name={name} />
      {`, ${existingWords(existing)}`}
    </p>
  );
}

/** What the service could not take over. */
function Remarks({ remarks = [] }: Pick<ReportRow, 'remarks'>) {
  return (
    <>
      {remarkWords(remarks, words).map((text) => (
        <p key={text} class="muted">
          {text}
        </p>
      ))}
    </>
  );
}
