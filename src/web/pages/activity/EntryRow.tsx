import { Button } from '../../components/Button.tsx';
import { SubscriptionLink } from '../../components/content.tsx';
import { ErrorNotice, showToast, useAction } from '../../components/feedback.tsx';
import { formatClock, formatSince, formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { mayManage, mayWrite } from '../../api/session.ts';
import { revertEntry } from '../../subscriptions/undo.ts';
import { words } from '../../subscriptions/words.ts';
import { type Change, type Entry, labelOf, type Line } from './entries.ts';
import { actorText, type Sentence, sentenceOf, valuesText } from './sentences.ts';

/** Only those who may manage people and channels may undo a change of one. */
function mayUndo({ entityType }: Entry): boolean {
  return entityType === 'user' || entityType === 'channel' ? mayManage.value : mayWrite.value;
}

/** One change in words, who made it and when, and a button that undoes it. */
export function EntryRow({ entry }: { readonly entry: Entry }) {
  const sentence = sentenceOf(entry, words);
  const { text, notes, changes, hasEffect } = sentence;
  return (
    <li class="entry">
      <div>
        <p>
          <Name sentence={sentence} />
          {text}
        </p>
        {changes.length > 0 && <Changes changes={changes} />}
        <p class="line muted">
          <WhoAndWhen entry={entry} />
          {notes.map((note) => ` · ${note}`)}
          {entry.undone && <strong> · {t('activity.undone')}</strong>}
        </p>
      </div>
      {hasEffect && !entry.undone && mayUndo(entry) && <UndoButton id={entry.id} sentence={sentence} />}
    </li>
  );
}

/** Several sign-ins of a person on one day: how many, the last one, and all of them when they are wanted. */
export function SignInsRow({ line }: { readonly line: Line }) {
  const [last] = line;
  return (
    <li class="entry">
      <div>
        <details class="folded entry-fold">
          <summary>{t('activity.signIns', { count: line.length })}</summary>
          <ul>
            {line.map((entry) => (
              <li key={entry.id}>
                {formatClock(entry.createdAt)} · {sentenceOf(entry, words).text}
              </li>
            ))}
          </ul>
        </details>
        <p class="line muted">
          <WhoAndWhen entry={last} />
        </p>
      </div>
    </li>
  );
}

function WhoAndWhen({ entry }: { readonly entry: Entry }) {
  const actor = actorText(entry, words);
  return (
    <>
      {actor !== undefined && `${actor} · `}
      <time dateTime={entry.createdAt} title={formatTime(entry.createdAt)}>
        {formatClock(entry.createdAt)} · {formatSince(entry.createdAt)}
      </time>
    </>
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

function UndoButton({ id, sentence: { name, text } }: { readonly id: string; readonly sentence: Sentence }) {
  const change = name === undefined ? text : `${name}, ${text}`;
  const { run, isBusy, error } = useAction(async () => {
    await revertEntry(id);
    showToast(t('activity.undo.done', { change }));
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
