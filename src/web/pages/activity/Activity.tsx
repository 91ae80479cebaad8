import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { daysBetween } from '../../../domain/billing/days.ts';
import { useResource } from '../../api/resource.ts';
import { mayWrite, session, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState, PageHeader, SubscriptionLink } from '../../components/content.tsx';
import { ErrorNotice, focusHeading, Loaded, showToast, useAction } from '../../components/feedback.tsx';
import { formatDate, formatSince, formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { revertEntry } from '../../subscriptions/actions.ts';
import { words } from '../../subscriptions/words.ts';
import { byDay, type Change, type Entry, labelOf, paymentKey, undoneEntries } from './entries.ts';
import { Filters } from './Filters.tsx';
import { type Activity as ActivityLoaded, type Filter, loadActivity } from './loadActivity.ts';
import { actorText, type Sentence, sentenceOf, valuesText } from './sentences.ts';

const pageSize = 50;

/** Who changed what, newest first, with a button that undoes it where that is possible. */
export function Activity() {
  const subscriptionId = useLocation().query['subscription'];
  const filter = useSignal<Filter>('all');
  const count = useSignal(pageSize);
  const activity = useResource(
    (abort) => loadActivity({ filter: filter.value, subscriptionId, count: count.value }, abort),
    [subscriptionId],
  );
  useEffect(() => {
    count.value = pageSize;
  }, [subscriptionId, filter.value]);
  const isFiltered = subscriptionId !== undefined || filter.value !== 'all';
  return (
    <div class="activity">
      <PageHeader title={t('shell.activity')} />
      <Filters filter={filter} subscriptionId={subscriptionId} />
      <Loaded resource={activity} lines={8}>
        {(loaded) => (
          <>
            {loaded.entries.length === 0 && (
              <EmptyState text={t(isFiltered ? 'activity.empty.filtered' : 'activity.empty')} />
            )}
            <Days activity={loaded} />
            {loaded.hasMore && (
              <Button isBusy={activity.isLoading.value} onClick={() => (count.value += pageSize)}>
                {t('activity.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <p class="line muted">{t('activity.deletedNote')}</p>
    </div>
  );
}

function Days({ activity: { entries, paid } }: { readonly activity: ActivityLoaded }) {
  const undone = undoneEntries(entries);
  return (
    <>
      {byDay(entries, session.value?.timeZone ?? 'UTC').map(({ day, entries: ofDay }) => (
        <section class="card" key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{dayText(day)}</h2>
          <ul>
            {ofDay.map((entry) => (
              <EntryRow key={entry.id} entry={entry} paid={paid} isUndone={undone.has(entry.id)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function dayText(day: string): string {
  const daysAgo = daysBetween(day, today.value);
  if (daysAgo === 0) return t('overview.due.today');
  if (daysAgo === 1) return t('activity.yesterday');
  const isThisYear = day.slice(0, 4) === today.value.slice(0, 4);
  return formatDate(day, isThisYear ? 'weekday' : 'full');
}

interface EntryRowProps {
  readonly entry: Entry;
  /** What was paid, by subscription and due date. */
  readonly paid: ReadonlyMap<string, number>;
  readonly isUndone: boolean;
}

/** One change in words, who made it and when, and a button that undoes it. */
export function EntryRow({ entry, paid, isUndone }: EntryRowProps) {
  const sentence = sentenceOf(entry, words, (id, dueOn) => paid.get(paymentKey(id, dueOn)));
  const { text, notes, changes, hasEffect } = sentence;
  const actor = actorText(entry, words);
  return (
    <li class="entry">
      <div>
        <p>
          <Name sentence={sentence} />
          {text}
        </p>
        {changes.length > 0 && <Changes changes={changes} />}
        <p class="line muted">
          {actor !== undefined && `${actor} · `}
          <When instant={entry.createdAt} />
          {notes.map((note) => ` · ${note}`)}
          {isUndone && <strong> · {t('activity.undone')}</strong>}
        </p>
      </div>
      {hasEffect && !isUndone && mayWrite.value && <UndoButton id={entry.id} sentence={sentence} />}
    </li>
  );
}

function Name({ sentence: { name, subscriptionId } }: { readonly sentence: Sentence }) {
  if (name === undefined || subscriptionId === undefined) return null;
  return (
    <>
      <SubscriptionLink id={subscriptionId} name={name} />
      {': '}
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <dl class="entry-changes">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{labelOf(change, words)}</dt>
          <dd>{valuesText(change, words)}</dd>
        </div>
      ))}
    </dl>
  );
}

function When({ instant }: { readonly instant: string }) {
  return (
    <time dateTime={instant} title={formatTime(instant)}>
      {formatSince(instant)}
    </time>
  );
}

function UndoButton({ id, sentence: { name, text } }: { readonly id: string; readonly sentence: Sentence }) {
  const change = name === undefined ? text : `${name}, ${text}`;
  const { run, isBusy, error } = useAction(async () => {
    await revertEntry(id);
    showToast(t('activity.undo.done', { change }));
    focusHeading();
  });

  return (
    <div class="entry-undo">
      <Button
        kind="quiet"
        isBusy={isBusy.value}
        onClick={() => run()}
        aria-label={t('activity.undo.which', { change })}
      >
        {t('common.undo')}
      </Button>
      <ErrorNotice error={error.value} />
    </div>
  );
}
