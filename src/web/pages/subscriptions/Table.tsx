import { useComputed, useSignal } from '@preact/signals';
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { daysBetween } from '../../../core/billing/days.ts';
import { mayWrite, today } from '../../api/session.ts';
import { Button, Icon, IconButton } from '../../components/Button.tsx';
import { DetailLink } from '../../components/content.tsx';
import { formatDate, formatDue, formatInterval, formatPerMonth, money } from '../../format/format.ts';
import { firstLetterOf } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { hasNextPayment, isOverdue, type Subscription } from '../../subscriptions/fields.ts';
import { DoneNote } from '../../subscriptions/hold.tsx';
import { useSwipe } from '../../shell/swipe.ts';
import { Marks } from '../../subscriptions/Marks.tsx';
import { statusWords } from '../../subscriptions/words.ts';
import { type Entry, type ListQuery, piecesOf, type Selection, type SortKey, sortTexts } from './list.ts';
import { useLongPress } from './longPress.ts';

const soonDays = 7;
// From here on, a date needs its year to be clear.
const yearUnclearDays = 300;

interface TableProps {
  readonly entries: readonly Entry[];
  readonly query: ListQuery;
  readonly onSort: (part: Pick<ListQuery, 'sort' | 'isDescending'>) => void;
  readonly selection: Selection;
  readonly actions: RowActions;
}

/** The list: a table on a desk; on a phone each row is a card. */
export function Table({ entries, query, onSort, selection, actions }: TableProps) {
  const pieces = useMemo(() => piecesOf(entries), [entries]);
  const count = useGrowing(pieces);
  // The same elements again cost nothing.
  const bodies = useMemo(
    () =>
      pieces.map((piece, index) => (
        <tbody key={index}>
          {piece.map((entry) => (
            <Row key={entry.record.id} {...{ entry, selection, actions }} />
          ))}
        </tbody>
      )),
    [pieces, selection, actions],
  );
  const isSelecting = useComputed(() => selection.ids.value.size > 0).value;
  const table = useRef<HTMLTableElement>(null);
  useLongPress(table, selection);
  useSwipe(table);
  const waiting = pieces.slice(count).reduce((sum, piece) => sum + piece.length, 0);
  return (
    <>
      <table ref={table} class={`subs-table${mayWrite.value ? '' : ' read-only'}${isSelecting ? ' selecting' : ''}`}>
        <caption class="visually-hidden">{t('shell.subscriptions')}</caption>
        <thead>
          <tr>
            {mayWrite.value && (
              <th scope="col" class="subs-check">
                <SelectAll entries={entries} selection={selection} />
              </th>
            )}
            <SortHead sort="name" {...{ query, onSort }} />
            <SortHead sort="amount" {...{ query, onSort }} />
            <SortHead sort="month" {...{ query, onSort }} />
            <SortHead sort="next" {...{ query, onSort }} />
            {mayWrite.value && (
              <th scope="col" class="subs-actions">
                <span class="visually-hidden">{t('subscriptions.table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        {bodies.slice(0, count)}
      </table>
      {waiting > 0 && <p class="muted subs-waiting">{t('subscriptions.table.more', { count: waiting })}</p>}
    </>
  );
}

function SelectAll({ entries, selection }: Pick<TableProps, 'entries' | 'selection'>) {
  const ids = selection.ids.value;
  const selected = entries.filter(({ record }) => ids.has(record.id)).length;
  return (
    <label class="subs-box">
      <input
        type="checkbox"
        aria-label={t('subscriptions.table.select.all')}
        checked={selected > 0 && selected === entries.length}
        indeterminate={selected > 0 && selected < entries.length}
        onChange={(event) => {
          selection.set(
            entries.map(({ record }) => record.id),
            event.currentTarget.checked,
          );
        }}
      />
      <span class="subs-all" aria-hidden="true">
        {t('subscriptions.table.select.all')}
      </span>
    </label>
  );
}

function SortHead({ sort, query, onSort }: { readonly sort: SortKey } & Pick<TableProps, 'query' | 'onSort'>) {
  const isSorted = query.sort === sort;
  const { isDescending } = query;
  const order = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={`subs-${sort}`} aria-sort={isSorted ? order : undefined}>
      <button
        type="button"
        class="subs-sort"
        onClick={() => onSort({ sort, isDescending: isSorted ? !isDescending : false })}
      >
        {t(sortTexts[sort])}
        {isSorted && <Icon node={isDescending ? ArrowDown : ArrowUp} size={16} />}
      </button>
    </th>
  );
}

export interface RowActions {
  /** Undoes the payment of a row that was paid a moment ago. */
  readonly undoOf: (id: string) => (() => void) | undefined;
  readonly pay: (record: Subscription) => void;
  /** Shows the other actions beside the button that asked for them. */
  readonly openMenu: (record: Subscription, button: HTMLElement) => void;
}

interface RowProps {
  readonly entry: Entry;
  readonly selection: Selection;
  readonly actions: RowActions;
}

function Row({ entry: { record }, selection, actions }: RowProps) {
  const isSelected = useComputed(() => selection.ids.value.has(record.id));
  const { id, name, amount, currency, status } = record;
  return (
    <tr class={`subs-row opens ${status}${isSelected.value ? ' selected' : ''}`} data-row={id}>
      {mayWrite.value && (
        <td class="subs-check">
          <label class="subs-box">
            <input
              type="checkbox"
              aria-label={t('subscriptions.table.select.one', { name })}
              checked={isSelected.value}
              onChange={(event) => selection.set([id], event.currentTarget.checked)}
            />
          </label>
        </td>
      )}
      <NameCell record={record} />
      <td class="subs-amount">
        <strong>{money(amount, currency)}</strong>
        <span class="muted">{formatInterval(record)}</span>
        {/* What is due is an estimate, which the list does not have. */}
        {record.details?.amountVaries && <span class="muted subs-varies">{t('subscriptions.amount.varies')}</span>}
      </td>
      <td class="subs-month muted">{formatPerMonth(amount, currency, record)}</td>
      <td class="subs-next">
        {status === 'active' ? <NextPayment record={record} /> : <span class="subs-badge">{statusWords(status)}</span>}
      </td>
      {mayWrite.value && <ActionsCell record={record} actions={actions} />}
    </tr>
  );
}

function NameCell({ record }: { readonly record: Subscription }) {
  const { id, name, category, details } = record;
  return (
    <th scope="row" class="subs-name">
      <span class="subs-monogram" aria-hidden="true">
        {firstLetterOf(name)}
      </span>
      <span class="subs-words">
        <DetailLink class="subs-link" id={id} name={name} />
        <span class="muted">{[category, ...(details?.tags ?? []).map((tag) => `#${tag}`)].join(' · ')}</span>
        <Marks record={record} />
      </span>
    </th>
  );
}

function NextPayment({ record }: { readonly record: Subscription }) {
  const { nextPaymentDate } = record;
  const isNear = Math.abs(daysBetween(today.value, nextPaymentDate)) < yearUnclearDays;
  if (!hasNextPayment(record)) return <span class="muted">{t('subscriptions.next.none')}</span>;
  return (
    <>
      <span>{formatDate(nextPaymentDate, isNear ? 'short' : 'full')}</span>
      <span class={isOverdue(record, today.value) ? 'subs-overdue' : 'muted'}>{formatDue(nextPaymentDate)}</span>
    </>
  );
}

function ActionsCell({ record, actions }: Pick<RowProps, 'actions'> & { readonly record: Subscription }) {
  const { name, nextPaymentDate } = record;
  const undo = actions.undoOf(record.id);
  const isSoon = hasNextPayment(record) && daysBetween(today.value, nextPaymentDate) <= soonDays;
  return (
    <td class="subs-actions">
      <div>
        {undo && <DoneNote name={name} undo={undo} />}
        {!undo && isSoon && (
          <Button data-pay aria-label={t('subscriptions.action.paid.of', { name })} onClick={() => actions.pay(record)}>
            {t('subscriptions.action.paid')}
          </Button>
        )}
        <IconButton
          icon={Ellipsis}
          label={t('subscriptions.action.more', { name })}
          aria-haspopup="true"
          onClick={(event) => actions.openMenu(record, event.currentTarget)}
        />
      </div>
    </td>
  );
}

/**
 * How many pieces of a list to show: the first at once, the others one by one while the browser has nothing else to do. So a
 * long list answers fast, and the browser's own search finds all of it a moment later.
 */
function useGrowing(pieces: readonly unknown[]): number {
  const grown = useSignal({ pieces, count: 1 });
  const latest = useRef(pieces);
  latest.current = pieces;
  const count = grown.value.pieces === pieces ? grown.value.count : 1;

  useEffect(() => {
    if (count >= pieces.length) return;
    return whenIdle(() => {
      if (latest.current === pieces) grown.value = { pieces, count: count + 1 };
    });
  }, [pieces, count]);
  return count;
}

function whenIdle(action: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(action, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(action, { timeout: 500 });
  return () => cancelIdleCallback(handle);
}
