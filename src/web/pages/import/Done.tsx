import { useSignal } from '@preact/signals';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { RevertRefused } from './Earlier.tsx';
import { countsOf } from './report.ts';
import { InWords } from './Review.tsx';
import { RowList } from './RowList.tsx';
import { type Result, startOver } from './state.ts';
import { useUndo } from './UndoDialog.tsx';

/** What the import has done, and the way back. */
export function Done({ result: { id, rows } }: { readonly result: Result }) {
  const isUndone = useSignal(false);
  const undo = useUndo(id ?? '', countsOf(rows), () => void (isUndone.value = true));

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
            <Button isBusy={undo.isBusy.value} onClick={undo.ask}>
              {t('imports.undo')}
            </Button>
          )}
          <Button onClick={startOver}>{t('imports.another')}</Button>
        </div>
        {undo.dialog}
        <RevertRefused error={undo.error.value} />
        {!isUndone.value && <RowList rows={rows} isDone />}
      </div>
    </Card>
  );
}
