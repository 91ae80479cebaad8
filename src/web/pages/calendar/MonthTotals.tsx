import { moneyList } from '../../format/lists.ts';
import { sumsOf } from '../../format/sums.ts';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { sumsByState, type Entry, type EntryState } from './entries.ts';

const labels: Readonly<Record<EntryState, PlainMessageKey>> = {
  overdue: 'calendar.totals.overdue',
  paid: 'calendar.totals.paid',
  due: 'calendar.totals.due',
};

/** The sums of a month by currency: in all, and apart what was paid, what is overdue and what is to come. */
export function MonthTotals({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return <p class="month-totals muted">{t('calendar.nothing')}</p>;
  const states = sumsByState(entries);
  return (
    <dl class="month-totals">
      {states.length > 1 && (
        <div class="whole">
          <dt>{t('calendar.totals')}</dt>
          <dd>{moneyList(sumsOf(entries))}</dd>
        </div>
      )}
      {states.map(([state, sums]) => (
        <div key={state} class={states.length === 1 ? 'whole' : state}>
          <dt>{t(labels[state])}</dt>
          <dd>{moneyList(sums)}</dd>
        </div>
      ))}
    </dl>
  );
}
