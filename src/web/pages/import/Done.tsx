import { useSignal } from '@preact/signals';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { focusHeading, showToast, useAction } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { revertImport } from './api.ts';
import { RevertRefused } from './Earlier.tsx';
import { countsOf } from './report.ts';
import { InWords } from './Review.tsx';
import { RowList } from './RowList.tsx';
import { type Result, startOver } from './state.ts';
import { UndoDialog } from './UndoDialog.tsx';

/** What the import has done, and the way back. */
export function Done({ result: { id, rows } }: { readonly result: Result }) {
  const isAsked = useSignal(false);
  const isUndone = useSignal(false);
  const { run, isBusy, error } = useAction(async (made: string) => {
    await revertImport(made);
    isUndone.value = true;
    showToast(t('imports.undone'));
  });

  async function undo(made: string) {
    const isDone = await run(made);
    isAsked.value = false;
    // The button goes then, and the dialog before it, which returns the focus to the button.
    if (isDone) requestAnimationFrame(focusHeading);
  }

  function again() {
    startOver();
    focusHeading();
  }

  return (
    <Card title={t(isUndone.value ? 'imports.undone' : 'imports.done')}>
      <div class="settings-parts">
        <div role="status">{!isUndone.value && <InWords rows={rows} isDone />}</div>
        <div class="settings-actions">
          {!isUndone.value && (
            <a class="button primary" href={pathOf('subscriptions')}>
              {t('imports.show')}
            </a>
          )}
          {id !== undefined && !isUndone.value && (
            <Button isBusy={isBusy.value} onClick={() => (isAsked.value = true)}>
              {t('imports.undo')}
            </Button>
          )}
          <Button onClick={again}>{t('imports.another')}</Button>
        </div>
        {id !== undefined && isAsked.value && (
          <UndoDialog counts={countsOf(rows)} onConfirm={() => undo(id)} onClose={() => (isAsked.value = false)} />
        )}
        <RevertRefused error={error.value} />
        {!isUndone.value && <RowList rows={rows} isDone />}
      </div>
    </Card>
  );
}
