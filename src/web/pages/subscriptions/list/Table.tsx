import { ArrowDown, ArrowUp } from 'lucide';
import { useMemo } from 'preact/hooks';
import { mayWrite } from '../../../api/session.ts';
import { Icon } from '../../../components/Icon.tsx';
import { t } from '../../../messages/messages.ts';
import type { Entry } from '../model/listEntries.ts';
import type { ListQuery, SortKey } from '../model/listQuery.ts';
import { piecesOf } from '../model/pieces.ts';
import { Row, type RowActions } from './Row.tsx';
import type { Selection } from './selection.ts';
import { sortTexts } from './sortTexts.ts';
import { useGrowing } from './useGrowing.ts';

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
    () => pieces.map((piece, index) => <Piece key={index} {...{ piece, selection, actions }} />),
    [pieces, selection, actions],
  );
  const waiting = pieces.slice(count).reduce((sum, piece) => sum + piece.length, 0);
  return (
    <>
      <table class={`subs-table${mayWrite.value ? '' : ' read-only'}`}>
        <caption class="visually-hidden">{t('subscriptions.table.caption')}</caption>
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

function Piece({
  piece,
  selection,
  actions,
}: { readonly piece: readonly Entry[] } & Pick<TableProps, 'selection' | 'actions'>) {
  return (
    <tbody>
      {piece.map((entry) => (
        <Row key={entry.record.id} {...{ entry, selection, actions }} />
      ))}
    </tbody>
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
