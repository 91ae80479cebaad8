import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../../api/client.ts';
import { mayWrite, today } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { Card } from '../../../components/Card.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { formatDate } from '../../../format/format.ts';
import { moneyList } from '../../../format/lists.ts';
import { t } from '../../../messages/messages.ts';
import type { PlainMessageKey } from '../../../messages/translate.ts';
import { AutoRenewLine } from './AutoRenewLine.tsx';
import { DuePaymentRow } from './DuePaymentRow.tsx';
import { dueRowsOf, groupRows, isLate, sumOfWeek, type DueGroup, type DueRow } from './dueRows.ts';
import type { DueDetails } from './loadDue.ts';
import { pay } from './pay.ts';

const rowsAtFirst = 8;
const overdueRowsAtFirst = 5;

const groupTitles: Readonly<Record<DueGroup, PlainMessageKey>> = {
  overdue: 'overview.due.overdue',
  today: 'overview.due.today',
  tomorrow: 'overview.due.tomorrow',
  soon: 'overview.due.soon',
  later: 'overview.due.later',
};

interface DueCardProps {
  readonly due: Schemas['UpcomingPaymentsAnswer'];
  readonly details: DueDetails | undefined;
  /** Loads what is due again. */
  readonly reload: () => void;
}

/** What is overdue, and what is due in the next thirty days. */
export function DueCard({ due, details, reload }: DueCardProps) {
  const rows = dueRowsOf(due);
  const overdue = rows.filter((row) => isLate(row, today.value));
  const ahead = rows.slice(overdue.length);
  const nothing = overdue.length > 0 ? 'overview.due.nothingElse' : 'overview.due.nothing';
  const week = sumOfWeek(due, today.value);
  const error = useSignal<unknown>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusKeeper(list, rows);

  async function payRow(row: DueRow) {
    error.value = undefined;
    keepFocus();
    try {
      if (!(await pay(row))) reload();
    } catch (reason) {
      error.value = reason;
    }
  }

  const aside = week !== undefined && week.length > 0 && t('overview.due.week', { sums: moneyList(week) });
  return (
    <Card title={t('overview.due')} aside={aside}>
      <div ref={list} class="due-list">
        <ErrorNotice error={error.value} />
        <DueRows rows={overdue} atFirst={overdueRowsAtFirst} more="overview.due.moreOverdue" {...{ details, payRow }} />
        {overdue.length > 0 && mayWrite.value && <AutoRenewLine />}
        <DueRows rows={ahead} atFirst={rowsAtFirst} more="overview.due.more" until={due.to} {...{ details, payRow }} />
        {ahead.length === 0 && <p class="muted">{t(nothing, { day: formatDate(due.to, 'dayMonth') })}</p>}
      </div>
    </Card>
  );
}

interface DueRowsProps {
  readonly rows: readonly DueRow[];
  readonly atFirst: number;
  readonly more: 'overview.due.more' | 'overview.due.moreOverdue';
  readonly until?: string;
  readonly details: DueDetails | undefined;
  readonly payRow: (row: DueRow) => Promise<void>;
}

function DueRows({ rows, atFirst, more, until = today.value, details, payRow }: DueRowsProps) {
  const isWhole = useSignal(false);
  // A button for one row would take the place of that row.
  const shown = isWhole.value || rows.length <= atFirst + 1 ? rows : rows.slice(0, atFirst);
  const hidden = rows.length - shown.length;
  return (
    <>
      {groupRows(shown, today.value).map(([group, members]) => (
        <section key={group} class="due-group">
          <h3 class={group === 'overdue' ? 'visually-hidden' : undefined}>{t(groupTitles[group])}</h3>
          <ul>
            {members.map((row) => (
              <DuePaymentRow key={row.key} row={row} details={details} onPay={payRow} />
            ))}
          </ul>
        </section>
      ))}
      {hidden > 0 && (
        <Button kind="quiet" class="button quiet due-more" onClick={() => (isWhole.value = true)}>
          {t(more, { count: hidden, day: formatDate(until, 'dayMonth') })}
        </Button>
      )}
    </>
  );
}

/** A paid row goes, and its button with it: the focus then moves to the button that takes its place. */
function useFocusKeeper(list: { readonly current: HTMLElement | null }, rows: readonly DueRow[]): () => void {
  const index = useRef(-1);
  const buttons = () => Array.from(list.current?.querySelectorAll<HTMLElement>('.due-action button') ?? []);
  const keys = rows.map(({ key }) => key).join(' ');
  useEffect(() => {
    if (index.current < 0 || document.activeElement !== document.body) return;
    const all = buttons();
    all[Math.min(index.current, all.length - 1)]?.focus();
    index.current = -1;
  }, [keys]);
  return () => {
    index.current = buttons().findIndex((button) => button === document.activeElement);
  };
}
