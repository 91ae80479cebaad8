import { useSignal } from '@preact/signals';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { showToast, useAction } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { type MadeImport, revertImport } from './api.ts';

/** The way back from an import: `ask` opens the question, which `dialog` shows. */
export function useUndo(id: string, counts: UndoDialogProps['counts'], onUndone?: () => void) {
  const isAsked = useSignal(false);
  const { run, isBusy, error } = useAction(async () => {
    await revertImport(id);
    onUndone?.();
    showToast(t('imports.undone'));
  });

  async function undo() {
    await run();
    isAsked.value = false;
  }

  const close = () => void (isAsked.value = false);
  return {
    ask: () => void (isAsked.value = true),
    isBusy,
    error,
    dialog: isAsked.value && <UndoDialog counts={counts} onConfirm={undo} onClose={close} />,
  };
}

interface UndoDialogProps {
  readonly counts: Pick<MadeImport, 'created' | 'updated'>;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before an import is undone: it may have added thousands of subscriptions, which are then deleted. */
function UndoDialog({ counts: { created, updated }, onConfirm, onClose }: UndoDialogProps) {
  return (
    <ConfirmDialog title={t('imports.undo.title')} action={t('common.undo')} onConfirm={onConfirm} onClose={onClose}>
      {created > 0 && <p>{t('imports.undo.created', { count: created })}</p>}
      {updated > 0 && <p>{t('imports.undo.updated', { count: updated })}</p>}
    </ConfirmDialog>
  );
}
