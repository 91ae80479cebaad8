import { type Signal, useSignal } from '@preact/signals';
import { CheckCheck, X } from 'lucide';
import { Button, IconButton } from '../../components/Button.tsx';
import { Dialog, type OpenDialog } from '../../components/Dialog.tsx';
import { tell, useAction } from '../../components/feedback.tsx';
import { moneyList } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { recordPayments, setReminders, setStatus } from '../../subscriptions/bulk.ts';
import { hasNextPayment, type Status, type Subscription } from '../../subscriptions/fields.ts';
import { askToDelete } from './Actions.tsx';
import { BulkEditDialog, type BulkField } from './BulkEdit.tsx';
import { type Choices, type Selection, totalsOf } from './list.ts';

interface BulkBarProps {
  readonly records: readonly Subscription[];
  /** What the categories, tags and means of payment of all subscriptions are. */
  readonly choices: Choices;
  readonly shownIds: readonly string[];
  readonly selection: Selection;
  readonly open: OpenDialog;
}

interface BulkAction {
  readonly text: string;
  readonly run: () => void;
  readonly isFinal?: boolean;
}

/** What the selected subscriptions cost, and what can be done with them: buttons on a desk, a sheet on a phone. */
export function BulkBar({ records, choices, shownIds, selection, open }: BulkBarProps) {
  const isSheetOpen = useSignal(false);
  const edited = useSignal<BulkField | undefined>(undefined);
  const { actions, isBusy } = useBulkActions({ records, selection, open, edited });
  const isAllSelected = shownIds.every((id) => selection.ids.value.has(id));
  const all = { text: t('subscriptions.table.select.all'), run: () => selection.set(shownIds, true) };
  return (
    <section class="subs-bulk" aria-label={t('subscriptions.table.select')}>
      <p role="status">
        <strong>{t('subscriptions.selected', { count: records.length })}</strong> <Sum records={records} />
      </p>
      <Button class="button normal subs-bulk-more" icon={CheckCheck} onClick={() => (isSheetOpen.value = true)}>
        {t('subscriptions.table.actions')}
      </Button>
      <IconButton icon={X} label={t('subscriptions.selected.clear')} onClick={selection.clear} />
      <div class="subs-bulk-actions">
        {actions.map(({ text, run, isFinal }) => (
          <Button key={text} kind={isFinal ? 'danger' : 'normal'} isBusy={isBusy} onClick={run}>
            {text}
          </Button>
        ))}
      </div>
      {isSheetOpen.value && (
        <ActionSheet
          count={records.length}
          actions={isAllSelected ? actions : [all, ...actions]}
          onClose={() => (isSheetOpen.value = false)}
        />
      )}
      {edited.value && (
        <BulkEditDialog
          field={edited.value}
          records={records}
          choices={choices}
          onClose={() => (edited.value = undefined)}
          onDone={selection.clear}
        />
      )}
    </section>
  );
}

/** What the active ones of the selection cost in a month, by currency. */
function Sum({ records }: Pick<BulkBarProps, 'records'>) {
  const sums = totalsOf(records).map(({ currency, monthly }) => ({ currency, amount: monthly }));
  if (sums.length === 0) return null;
  return <span class="muted">{t('subscriptions.total.month', { amount: moneyList(sums) })}</span>;
}

interface Bulk extends Omit<BulkBarProps, 'choices' | 'shownIds'> {
  /** The field that is edited of all of them. */
  readonly edited: Signal<BulkField | undefined>;
}

function useBulkActions({ records, selection, open, edited }: Bulk) {
  const { run, isBusy } = useAction((action: () => Promise<void>) => tell(action().then(selection.clear)));
  const has = (status: Status) => records.some((record) => record.status === status);
  const give = (status: Status, text: string) => ({
    text,
    run: () => void run(() => setStatus(records, status)),
  });
  const edit = (field: BulkField, text: string) => ({ text, run: () => void (edited.value = field) });
  const remind = (isOn: boolean, text: string) => ({ text, run: () => void run(() => setReminders(records, isOn)) });
  const isSilent = ({ notificationEnabled }: Subscription) => !notificationEnabled;
  const pay = () => void run(() => recordPayments(records));
  const actions: readonly BulkAction[] = [
    ...(records.some(hasNextPayment) ? [{ text: t('subscriptions.action.paid'), run: pay }] : []),
    edit('category', t('subscriptions.form.category')),
    edit('tags', t('subscriptions.form.tags')),
    edit('paymentMethod', t('subscriptions.bulk.paymentMethod')),
    ...(records.some(isSilent) ? [remind(true, t('subscriptions.action.bell.on'))] : []),
    ...(records.every(isSilent) ? [] : [remind(false, t('subscriptions.action.bell.off'))]),
    ...(has('active') ? [give('paused', t('subscriptions.action.pause'))] : []),
    ...(has('paused') || has('cancelled') ? [give('active', t('subscriptions.action.resume'))] : []),
    ...(has('active') || has('paused') ? [give('cancelled', t('subscriptions.action.cancel.many'))] : []),
    { text: t('subscriptions.action.delete'), run: () => askToDelete(records, selection, open), isFinal: true },
  ];
  return { actions, isBusy: isBusy.value };
}

interface ActionSheetProps {
  readonly count: number;
  readonly actions: readonly BulkAction[];
  readonly onClose: () => void;
}

/** The same actions on a phone. */
function ActionSheet({ count, actions, onClose }: ActionSheetProps) {
  return (
    <Dialog title={t('subscriptions.selected', { count })} onClose={onClose}>
      <ul>
        {actions.map(({ text, run, isFinal }) => (
          <li key={text}>
            <button
              type="button"
              class={isFinal ? 'subs-item final' : 'subs-item'}
              onClick={() => {
                onClose();
                run();
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
