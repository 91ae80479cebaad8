import { mayWrite, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { tell, useAction } from '../../components/feedback.tsx';
import { loadLate } from '../../components/late.tsx';
import { formatDate, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import { deadlineOfWeek, deadlineWords } from '../../subscriptions/deadlines.ts';
import { type Deadline, isUrgent } from '../../subscriptions/marks.ts';
import { DoneNote, type Hold } from '../../subscriptions/hold.tsx';
import { deadlineKey, isOfWeek } from './figures.ts';
import { RowWords } from './RowWords.tsx';

/** A deadline: the day, what it is about, and the buttons that decide it. */
export function DeadlineRow({ deadline, hold }: { readonly deadline: Deadline; readonly hold: Hold<unknown> }) {
  const { subscriptionId: id, name, kind, currency, yearlyCost, termEndsOn, difference } = deadline;
  // Its code loads when it is used: most visits only look.
  const keep = async () => (await loadLate(() => import('../../subscriptions/endings.ts'))).keep(id, kind);
  const key = deadlineKey(deadline);
  const { run, isBusy } = useAction(() => tell(hold.act(key, keep)));
  const undo = hold.undoOf(key);
  const term = termEndsOn && t('overview.deadlines.term', { day: formatDate(termEndsOn, 'dayMonth') });
  const rise =
    difference === undefined ? undefined : t('overview.deadlines.more', { sum: money(difference, currency) });
  return (
    <li class={isUrgent(deadline) ? 'due-row opens deadline overdue' : 'due-row opens deadline'} id={`deadline-${id}`}>
      <RowWords
        {...{ id, name }}
        facts={[isOfWeek(deadline, today.value) ? deadlineOfWeek(deadline) : deadlineWords(deadline), term, rise]}
      />
      <p class="due-amount">
        <span class="due-sum">{money(yearlyCost, currency)}</span>{' '}
        <span class="due-before">{t('overview.span.year')}</span>
      </p>
      {mayWrite.value && (
        <div class="due-action">
          {undo && <DoneNote what="kept" name={name} undo={undo} />}
          {!undo && kind !== 'end' && (
            <Button
              aria-label={t('subscriptions.action.cancelled.of', { name })}
              aria-haspopup="dialog"
              onClick={() => askWhenItEnds({ id, name })}
            >
              {t('subscriptions.action.cancel')}
            </Button>
          )}
          {!undo && kind !== 'price' && (
            <Button
              isBusy={isBusy.value}
              aria-label={t('overview.deadlines.keep.of', { name })}
              onClick={() => void run()}
            >
              {t('overview.deadlines.keep')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
