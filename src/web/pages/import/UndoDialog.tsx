import { ConfirmDialog } from '../../components/Dialog.tsx';
import { t } from '../../messages/messages.ts';
import type { MadeImport } from './api.ts';

interface UndoDialogProps {
  /** How many subscriptions the import added and updated. */
  readonly counts: Pick<MadeImport, 'created' | 'updated'>;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an import is undone: it may have added thousands of subscriptions, which are then deleted. */
export function UndoDialog({ counts: { created, updated }, onConfirm, onClose }: UndoDialogProps) {
  return (
    <ConfirmDialog title={t('imports.undo.title')} action={t('common.undo')} onConfirm={onConfirm} onClose={onClose}>
      {created > 0 && <p>{t('imports.undo.created', { count: created })}</p>}
      {updated > 0 && <p>{t('imports.undo.updated', { count: updated })}</p>}
    </ConfirmDialog>
  );
}
