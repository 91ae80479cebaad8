import { useRef } from 'preact/hooks';
import { mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card, Shortened } from '../../components/content.tsx';
import { ErrorNotice, useAction } from '../../components/feedback.tsx';
import { formatDate, money, moneyList } from '../../format/format.ts';
import { firstLetterOf } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { askWhenItEnds } from '../../subscriptions/cancelling.ts';
import { deadlineWords } from '../../subscriptions/deadlines.ts';
import { type Deadline, isUrgent } from '../../subscriptions/marks.ts';
import { atStake, deadlineKey } from './figures.ts';
import { useFocusKeeper } from './useFocusKeeper.ts';

const rowsAtFirst = 3;

/** Until when notice must be given, and which trials and subscriptions end soon. Nothing if there is nothing. */
export function DeadlinesCard({ deadlines }: { readonly deadlines: readonly Deadline[] }) {
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useFocusKeeper(list, deadlines.map(deadlineKey));
  if (deadlines.length === 0) return null;
  const stake = atStake(deadlines);
  const aside = stake.length > 0 && t('overview.deadlines.stake', { sums: moneyList(stake) });
  return (
    <Card title={t('overview.deadlines')} aside={aside}>
      <div ref={list} class="due-list" onClickCapture={keepFocus}>
        <Shortened items={deadlines} count={rowsAtFirst}>
          {(shown) => (
            <ul class="due-group">
              {shown.map((deadline) => (
                <DeadlineRow key={deadlineKey(deadline)} deadline={deadline} />
              ))}
            </ul>
          )}
        </Shortened>
      </div>
    </Card>
  );
}

/** A deadline: the day, what it is about, and the buttons that decide it. */
function DeadlineRow({ deadline }: { readonly deadline: Deadline }) {
  const { subscriptionId: id, name, kind, currency, yearlyCost, termEndsOn } = deadline;
  // Its code loads when it is used: most visits only look.
  const { run, isBusy, error } = useAction(async () => (await import('../../subscriptions/endings.ts')).keep(id, kind));
  const term = termEndsOn && t('overview.deadlines.term', { day: formatDate(termEndsOn, 'dayMonth') });
  return (
    <li class={isUrgent(deadline) ? 'due-row deadline overdue' : 'due-row deadline'}>
      <span class="tile" aria-hidden="true">
        {firstLetterOf(name)}
      </span>
      <div class="due-words">
        <a class="due-name" href={pathOf('subscriptions', `?id=${id}`)}>
          <bdi>{name}</bdi>
        </a>
        <p class="due-when">{deadlineWords(deadline)}</p>
        {term && <p class="due-before">{term}</p>}
      </div>
      <div class="due-amount">
        <p class="due-sum">{money(yearlyCost, currency)}</p>
        <p class="due-before">{t('overview.span.year')}</p>
      </div>
      {mayWrite.value && (
        <div class="due-action">
          {kind !== 'end' && (
            <Button
              aria-label={t('subscriptions.action.cancelled.of', { name })}
              aria-haspopup="dialog"
              onClick={() => askWhenItEnds({ id, name })}
            >
              {t('subscriptions.action.cancelled')}
            </Button>
          )}
          <Button
            isBusy={isBusy.value}
            aria-label={t('overview.deadlines.keep.of', { name })}
            onClick={() => void run()}
          >
            {t('overview.deadlines.keep')}
          </Button>
        </div>
      )}
      <ErrorNotice error={error.value} />
    </li>
  );
}
