import { mayWrite, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice, useAction } from '../../components/feedback.tsx';
import { formatDate, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import { deadlineOfWeek, deadlineWords } from '../../subscriptions/deadlines.ts';
import { type Deadline, isUrgent } from '../../subscriptions/marks.ts';
import { isOfWeek } from './figures.ts';
import { RowWords } from './RowWords.tsx';

/** A deadline: the day, what it is about, and the buttons that decide it. */
export function DeadlineRow({ deadline }: { readonly deadline: Deadline }) {
  const { subscriptionId: id, name, kind, currency, yearlyCost, termEndsOn, difference } = deadline;
  // Its code loads when it is used: most visits only look.
  const { run, isBusy, error } = useAction(async () => (await import('../../subscriptions/endings.ts')).keep(id, kind));
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
          {kind !== 'end' && (
            <Button
              aria-label={t('subscriptions.action.cancelled.of', { name })}
              aria-haspopup="dialog"
              onClick={() => askWhenItEnds({ id, name })}
            >
              {t('subscriptions.action.cancel')}
            </Button>
          )}
          {kind !== 'price' && (
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
      <ErrorNotice error={error.value} />
    </li>
  );
}
