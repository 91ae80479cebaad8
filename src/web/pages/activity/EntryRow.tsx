import { revertEntry } from '../../api/revert.ts';
import { mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { SubscriptionLink } from '../../components/SubscriptionLink.tsx';
import { showToast } from '../../components/Toast.tsx';
import { focusHeading, useAction } from '../../components/useAction.ts';
import { formatSince, formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { words } from '../../subscriptions/words.ts';
import { labelOf, type Change } from './changes.ts';
import { paymentKey, type Entry } from './entries.ts';
import { actorText, sentenceOf, valuesText, type Sentence } from './sentences.ts';

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
          <Name entry={entry} sentence={sentence} />
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

function Name({ entry: { entityId }, sentence: { name } }: { readonly entry: Entry; readonly sentence: Sentence }) {
  if (name === undefined || entityId === null) return null;
  return (
    <>
      <SubscriptionLink id={entityId} name={name} />
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
