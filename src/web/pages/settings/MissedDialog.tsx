import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice, useAction } from '../../components/feedback.tsx';
import { moneyList, shortListWords } from '../../format/format.ts';
import { sumsOf } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';
import { loadMissed, type Missed, setAutoRenew } from '../../subscriptions/missed.ts';

export interface MissedDialogProps {
  /** At least one. */
  readonly missed: readonly Missed[];
  readonly onClose: () => void;
}

/** Asks what becomes of the payments that were missed, and has payments recorded automatically. */
export function MissedDialog({ missed, onClose }: MissedDialogProps) {
  const { run, isBusy, error } = useAction(async (isFromNowOn: boolean) => {
    // Somebody may have changed the dates since it asked.
    await setAutoRenew(true, isFromNowOn ? await loadMissed() : []);
    onClose();
  });
  const count = missed.reduce((sum, { payments }) => sum + payments, 0);
  const names = shortListWords(missed.map(({ name }) => name));
  const actions = (
    <>
      <Button isBusy={isBusy.value} onClick={() => void run(true)}>
        {t('settings.missed.skip')}
      </Button>
      <Button kind="primary" isBusy={isBusy.value} onClick={() => void run(false)}>
        {t('settings.missed.record')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('settings.missed')} onClose={onClose} actions={actions}>
      <p>{t('settings.missed.text', { count, sums: moneyList(sumsOf(missed)), names })}</p>
      <p class="muted">{t('settings.missed.help')}</p>
      <ErrorNotice error={error.value} />
    </Dialog>
  );
}
