import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { mayWrite, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState, PageHeader } from '../../components/content.tsx';
import { type OpenDialog, useDialog } from '../../components/Dialog.tsx';
import { Loaded, tell } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { focusedRow, useRowKeys } from '../../shell/rows.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { openAddDialog, pathOf } from '../../shell/views.ts';
import { recordPayment } from '../../subscriptions/paying.ts';
import { loadAll } from '../../subscriptions/api.ts';
import { hasNextPayment, type Subscription } from '../../subscriptions/fields.ts';
import { type Hold, useHold } from '../../subscriptions/hold.tsx';
import { payableOf } from '../../subscriptions/schedule.ts';
import { askHowPaid, type OpenMenu, RowMenu } from './Actions.tsx';
import { BulkBar } from './Bulk.tsx';
import {
  choicesOf,
  createSelection,
  entriesOf,
  everything,
  isRestricted,
  type ListQuery,
  readListQuery,
  selectEntries,
  type Selection,
  writeListQuery,
} from './list.ts';
import { type RowActions, Table } from './Table.tsx';
import { Toolbar, Totals } from './Toolbar.tsx';

export function Subscriptions() {
  const loaded = useResource(loadAll);
  return (
    <>
      <PageHeader title={t('shell.subscriptions')} />
      <Loaded resource={loaded} lines={8}>
        {(records) => <Content records={records} />}
      </Loaded>
    </>
  );
}

function Content({ records }: { readonly records: readonly Subscription[] }) {
  const state = useListQuery();
  const selection = useMemo(createSelection, []);
  const { open, dialog } = useDialog();
  return (
    <>
      {records.length === 0 ? <NothingYet /> : <List {...{ records, state, selection, open }} />}
      {dialog}
    </>
  );
}

interface ListProps {
  readonly records: readonly Subscription[];
  readonly state: ListQueryState;
  readonly selection: Selection;
  readonly open: OpenDialog;
}

function List({ records: fresh, state, selection, open }: ListProps) {
  const menu = useSignal<OpenMenu | undefined>(undefined);
  const hold = useHold(fresh);
  const query = state.query.value;
  const all = useMemo(() => entriesOf(hold.shown), [hold.shown]);
  const choices = useMemo(() => choicesOf(fresh), [fresh]);
  const entries = useMemo(() => selectEntries(all, query, today.value), [all, query, today.value]);
  const actions = useMemo(() => actionsOf(hold, open, (record, button) => (menu.value = { record, button })), []);
  const selected = fresh.filter(({ id }) => selection.ids.value.has(id));
  const shownIds = entries.map(({ record }) => record.id);
  useListKeys(hold.shown, selection, actions.pay);
  const reset = <Button onClick={state.reset}>{t('subscriptions.filter.reset')}</Button>;
  return (
    <>
      <Toolbar {...{ query, choices }} count={entries.length} onChange={state.change} onReset={state.reset} />
      <Totals shown={entries} total={fresh.length} />
      {entries.length === 0 ? (
        <EmptyState text={t('subscriptions.empty.filtered')} action={isRestricted(query) && reset} />
      ) : (
        <div onPointerLeave={hold.onPointerLeave}>
          <Table {...{ entries, query, selection, actions }} onSort={state.change} />
        </div>
      )}
      {selected.length > 0 && <BulkBar records={selected} {...{ choices, shownIds, selection, open }} />}
      {menu.value && (
        <RowMenu
          menu={menu.value}
          {...{ selection, open }}
          onClose={() => (menu.value = undefined)}
          onPay={actions.pay}
        />
      )}
    </>
  );
}

function actionsOf(hold: Hold<unknown>, open: OpenDialog, openMenu: RowActions['openMenu']): RowActions {
  return {
    pay(record) {
      const payable = payableOf(record, today.peek());
      if (payable.isEstimate) askHowPaid(record, open);
      else void tell(hold.act(record.id, () => recordPayment(payable)));
    },
    undoOf: hold.undoOf,
    openMenu,
  };
}

/** The keys of the rows, for those who may write: p pays one, x selects it. */
function useListKeys(records: readonly Subscription[], selection: Selection, pay: (record: Subscription) => void) {
  useRowKeys((row) => {
    const record = records.find(({ id }) => id === row.dataset['row']);
    if (record !== undefined && hasNextPayment(record)) pay(record);
  });
  const select = () => {
    const id = focusedRow()?.dataset['row'];
    if (id !== undefined && mayWrite.peek()) selection.set([id], !selection.ids.peek().has(id));
  };
  useShortcuts(() => [{ keys: 'x', text: 'shell.shortcuts.select', action: select }], []);
}

function NothingYet() {
  if (!mayWrite.value) return <EmptyState text={t('subscriptions.empty.read')} />;
  const add = (
    <Button kind="primary" onClick={openAddDialog}>
      {t('shell.add')}
    </Button>
  );
  return <EmptyState text={t('subscriptions.empty')} action={add} />;
}

const writeDelayMs = 300;

export interface ListQueryState {
  readonly query: ReadonlySignal<ListQuery>;
  readonly change: (part: Partial<ListQuery>) => void;
  readonly reset: () => void;
}

/** Keeps the query of the list in the address, so that links and the back button work. The list does not wait for that. */
export function useListQuery(): ListQueryState {
  const location = useLocation();
  const { id: _detail, ...rest } = location.query;
  const inAddress = writeListQuery(readListQuery(rest));
  const query = useSignal(readListQuery(rest));
  const written = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    query.value = readListQuery(rest);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function write() {
    written.current = writeListQuery(query.peek());
    // A detail that was opened meanwhile stays.
    const detail = new URLSearchParams(globalThis.location.search).get('id') ?? undefined;
    location.route(pathOf('subscriptions', writeListQuery(query.peek(), detail)), true);
  }

  function change(part: Partial<ListQuery>) {
    query.value = { ...query.peek(), ...part };
    clearTimeout(timer.current);
    timer.current = setTimeout(write, writeDelayMs);
  }

  return {
    query,
    change,
    reset: () => change({ ...everything, sort: query.peek().sort, isDescending: query.peek().isDescending }),
  };
}
