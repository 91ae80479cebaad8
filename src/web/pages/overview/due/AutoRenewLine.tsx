import { useSignal } from '@preact/signals';
import { api, bodyOf } from '../../../api/client.ts';
import { useLaterResource } from '../../../api/resource.ts';
import { Button } from '../../../components/Button.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { showToast } from '../../../components/Toast.tsx';
import { t } from '../../../messages/messages.ts';

/** Offers automatic renewal, or says that it is on. Until that is known, it keeps the place of the offer. */
export function AutoRenewLine() {
  const { data } = useLaterResource((signal) => bodyOf(api.GET('/api/v1/preferences', { signal })));
  const isOn = data.value?.data.autoRenew;
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  if (isOn) return <p class="due-auto muted">{t('overview.autoRenew.on')}</p>;

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
      <div class={isOn === undefined ? 'due-auto unknown' : 'due-auto'}>
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
