import { useSignal } from '@preact/signals';
import { api, bodyOf } from '../../../api/client.ts';
import { mayWrite } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { showToast } from '../../../components/Toast.tsx';
import { t } from '../../../messages/messages.ts';

interface AutoRenewLineProps {
  readonly isOn: boolean;
  readonly hasOverdue: boolean;
}

/** Offers automatic renewal when something is overdue without it, and says that it is on. */
export function AutoRenewLine({ isOn, hasOverdue }: AutoRenewLineProps) {
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  if (isOn) return <p class="due-auto muted">{t('overview.autoRenew.on')}</p>;
  if (!hasOverdue || !mayWrite.value) return null;

  async function turnOn() {
    isBusy.value = true;
    error.value = undefined;
    try {
      await setAutoRenew(true);
      showToast(t('overview.autoRenew.done'), () => setAutoRenew(false));
    } catch (reason) {
      error.value = reason;
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <>
      <div class="due-auto">
        <p class="muted">{t('overview.autoRenew.offer')}</p>
        <Button isBusy={isBusy.value} onClick={() => void turnOn()}>
          {t('overview.autoRenew.turnOn')}
        </Button>
      </div>
      <ErrorNotice error={error.value} />
    </>
  );
}

function setAutoRenew(autoRenew: boolean): Promise<unknown> {
  return bodyOf(api.PATCH('/api/v1/preferences', { body: { autoRenew } }));
}
