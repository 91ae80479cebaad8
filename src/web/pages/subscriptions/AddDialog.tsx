import { Dialog } from '../../components/Dialog.tsx';
import { t } from '../../messages/messages.ts';
import { closeAddDialog } from '../../shell/addDialog.ts';

/** Adds a subscription. */
export function AddDialog() {
  return (
    <Dialog title={t('shell.add')} onClose={closeAddDialog}>
      {null}
    </Dialog>
  );
}
