import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Button } from '../../components/Button.tsx';
import { Shortened, SubscriptionLink } from '../../components/content.tsx';
import { Chips } from '../../components/Field.tsx';
import { loadedLate } from '../../components/late.tsx';
import { language, reader, t } from '../../messages/messages.ts';
import { faultWords } from './faults.ts';
import {
  countsOf,
  type Decision,
  existingOf,
  filterOf,
  outcomes,
  type ReportRow,
  type RowFilter,
  shownRows,
} from './report.ts';
import { words } from '../../subscriptions/words.ts';
import { remarkWords } from './remarks.ts';
import { decide } from './state.ts';
import { badgeWords, existingWords, factsOf, nameOf, outcomeWords } from './words.ts';

const CorrectDialog = loadedLate(async () => (await import('./CorrectDialog.tsx')).CorrectDialog);

// A screen or two; and so few that a slow phone is not busy for long.
const shownAtFirst = 50;
const shownMore = 200;

/** What will become of each row, or what has, with a filter by outcome. Of many rows, the first ones until the user asks for more. */
export function RowList({ rows, isDone }: { readonly rows: readonly ReportRow[]; readonly isDone: boolean }) {
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
      <Shortened
        key={filter}
        items={shown}
        count={shownAtFirst}
        step={shownMore}
        more={(count) => t('imports.more', { count })}
      >
        {(some) => <Entries rows={some} isDone={isDone} onCorrect={(row) => (correcting.value = row)} />}
      </Shortened>
      {correcting.value && <CorrectDialog row={correcting.value} onClose={close} />}
    </>
  );
}

interface EntriesProps {
  readonly rows: readonly ReportRow[];
  readonly isDone: boolean;
  readonly onCorrect: (row: ReportRow) => void;
}

function Entries({ rows, isDone, onCorrect }: EntriesProps) {
  // The same elements again cost nothing.
  const entries = useMemo(
    () => rows.map((row) => <RowEntry key={row.row} row={row} isDone={isDone} onCorrect={() => onCorrect(row)} />),
    [rows, isDone, language.value],
  );
  return (
    <ol class="import-rows" aria-label={t('imports.rows')}>
      {entries}
    </ol>
  );
}

interface RowEntryProps {
  readonly row: ReportRow;
  readonly isDone: boolean;
  readonly onCorrect: () => void;
}

function RowEntry({ row: one, isDone, onCorrect }: RowEntryProps) {
  const { row, name, outcome, id, error, remarks } = one;
  const facts = factsOf(one);
  return (
    <li class={`import-row ${outcome}`}>
      <span class="muted import-number">{t('imports.row', { row })}</span>
      <div>
        <p class="settings-name">
          {id === undefined ? <bdi>{nameOf(one)}</bdi> : <SubscriptionLink id={id} name={name} />}
        </p>
        {facts !== '' && <p class="muted">{facts}</p>}
        {error && <p class="import-fault">{faultWords(reader.value, error)}</p>}
        <Alike row={one} />
        <Remarks {...(remarks && { remarks })} />
        {!isDone && <Decisions row={one} onCorrect={onCorrect} />}
      </div>
      <span class="import-outcome">{badgeWords(one, isDone)}</span>
    </li>
  );
}

/** What is stored already under this name, or stands in an earlier row. */
function Alike({ row: one }: { readonly row: ReportRow }) {
  const existing = existingOf(one);
  if (existing === undefined) return null;
  const { id, row = 0, name } = existing;
  if (id === undefined) return <p class="muted">{t('imports.row.twin', { row })}</p>;
  return (
    <p>
      {t('imports.row.looksLike')} <SubscriptionLink id={id} name={name} />
      {`, ${existingWords(existing)}`}
    </p>
  );
}

const acts = {
  correct: ['imports.correct', 'imports.correct.of'],
  leaveOut: ['imports.leaveOut', 'imports.leaveOut.of'],
  takeIn: ['imports.takeIn', 'imports.takeIn.of'],
  keepBoth: ['imports.keepBoth', 'imports.keepBoth.of'],
  skip: ['imports.skip', 'imports.skip.of'],
  update: ['imports.update', 'imports.update.of'],
} as const;

type RowAct = keyof typeof acts;

function Decisions({ row: one, onCorrect }: Pick<RowEntryProps, 'row' | 'onCorrect'>) {
  const { row, outcome, error, draft, isLeftOut } = one;
  const existing = existingOf(one);
  if (isLeftOut === 'added') return null;
  const button = (act: RowAct, decision: Decision | undefined, isPressed?: boolean) => (
    <RowButton row={one} act={act} isPressed={isPressed} onClick={() => decide(row, decision)} />
  );
  if (existing !== undefined) {
    const isOne = existing.id !== undefined && existing.candidates === undefined;
    return (
      <div class="settings-actions" role="group" aria-label={t('imports.twins')}>
        {button('keepBoth', 'create', outcome === 'created')}
        {button('skip', 'leaveOut', outcome === 'skipped')}
        {isOne && button('update', 'update', outcome === 'updated')}
      </div>
    );
  }
  // What is skipped by the service, such as what is paid once, has nothing to decide.
  if (outcome === 'skipped' && isLeftOut === undefined) return null;
  return (
    <div class="settings-actions">
      {error && draft && isLeftOut === undefined && <RowButton row={one} act="correct" onClick={onCorrect} />}
      {isLeftOut === undefined ? button('leaveOut', 'leaveOut') : button('takeIn', undefined)}
    </div>
  );
}

interface RowButtonProps {
  readonly row: ReportRow;
  readonly act: RowAct;
  readonly isPressed?: boolean | undefined;
  readonly onClick: () => void;
}

/** Decides about one row. The list may then not show it any more. */
function RowButton({ row: one, act, isPressed, onClick }: RowButtonProps) {
  const { row } = one;
  const [text, label] = acts[act];
  return (
    <Button aria-pressed={isPressed} aria-label={t(label, { row, name: nameOf(one) })} onClick={onClick}>
      {t(text)}
    </Button>
  );
}

function Remarks({ remarks = [] }: Pick<ReportRow, 'remarks'>) {
  return (
    <>
      {remarkWords(reader.value, remarks, words).map((text) => (
        <p key={text} class="muted">
          {text}
        </p>
      ))}
    </>
  );
}
