import { RequestRefused } from '../../api/answers.ts';
import { useResource } from '../../api/resource.ts';
import { mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card, Shortened, SubscriptionLink } from '../../components/content.tsx';
import { ErrorNotice, Loaded } from '../../components/feedback.tsx';
import { Rows } from '../../components/Rows.tsx';
import { formatTime, listWords } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { loadImports, type MadeImport } from './api.ts';
import { useUndo } from './UndoDialog.tsx';
import { formatWords, outcomeWords } from './words.ts';

/** The imports that were made, each with a button that undoes it. */
export function Earlier() {
  const imports = useResource(loadImports);
  return (
    <Card title={t('imports.earlier')}>
      <Loaded resource={imports}>
        {(made) =>
          made.length === 0 ? (
            <p class="muted">{t('imports.earlier.none')}</p>
          ) : (
            <Rows label={t('imports.earlier')} items={made}>
              {(one) => <ImportRow made={one} />}
            </Rows>
          )
        }
      </Loaded>
    </Card>
  );
}

function ImportRow({ made }: { readonly made: MadeImport }) {
  const { id, at, format, created, updated, revertedAt } = made;
  const when = formatTime(at);
  const counts = [
    (created > 0 || updated === 0) && outcomeWords('created', created, true),
    updated > 0 && outcomeWords('updated', updated, true),
  ].filter((text) => text !== false);
  const undo = useUndo(id, made);
  return (
    <>
      <div>
        <p class="settings-name">{when}</p>
        <p class="muted">{`${formatWords(format)} · ${listWords(counts)}`}</p>
        {revertedAt !== null && <p class="muted">{t('imports.undoneAt', { when: formatTime(revertedAt) })}</p>}
        <RevertRefused error={undo.error.value} />
      </div>
      {revertedAt === null && mayWrite.value && (
        <Button isBusy={undo.isBusy.value} onClick={undo.ask} aria-label={t('imports.undo.of', { when })}>
          {t('common.undo')}
        </Button>
      )}
      {undo.dialog}
    </>
  );
}

const shownMost = 10;

/** Why an import could not be undone: with the subscriptions that were changed since. */
export function RevertRefused({ error }: { readonly error: unknown }) {
  const changed = error instanceof RequestRefused ? (error.problem.changed ?? []) : [];
  return (
    <>
      <ErrorNotice error={error} />
      {changed.length > 0 && (
        <Shortened items={changed} count={shownMost}>
          {(shown) => (
            <ul aria-label={t('imports.changed')}>
              {shown.map(({ id, name }) => (
                <li key={id}>
                  {name === null ? t('imports.changed.deleted') : <SubscriptionLink id={id} name={name} />}
                </li>
              ))}
            </ul>
          )}
        </Shortened>
      )}
    </>
  );
}
