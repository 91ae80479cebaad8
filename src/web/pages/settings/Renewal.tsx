import { useId } from 'preact/hooks';
import { api, bodyOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { mayWrite } from '../../api/session.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loading.tsx';
import { showToast } from '../../components/Toast.tsx';
import { useAction } from '../../components/useAction.ts';
import { t } from '../../messages/messages.ts';

/** Whether payments renew by themselves. */
export function Renewal() {
  const id = useId();
  const preferences = useResource((signal) => bodyOf(api.GET('/api/v1/preferences', { signal })));
  const change = useAction((autoRenew: boolean) => bodyOf(api.PATCH('/api/v1/preferences', { body: { autoRenew } })));
  const autoRenew = preferences.data.value?.data.autoRenew;

  async function set(isOn: boolean) {
    if (!(await change.run(isOn))) return;
    preferences.reload();
    showToast(isOn ? t('settings.autoRenew.on') : t('settings.autoRenew.off'), () => change.run(!isOn));
  }

  if (autoRenew === undefined) {
    const error = preferences.error.value;
    return error === undefined ? <Loading lines={2} /> : <ErrorNotice error={error} onRetry={preferences.reload} />;
  }
  return (
    <div class="settings-parts">
      <div class="settings-row">
        <div>
          <label class="settings-name" for={id}>
            {t('settings.autoRenew')}
          </label>
          <p class="muted" id={`${id}-help`}>
            {t('settings.autoRenew.help')}
          </p>
        </div>
        <input
          id={id}
          class="switch"
          type="checkbox"
          role="switch"
          aria-describedby={`${id}-help`}
          checked={autoRenew}
          aria-checked={autoRenew}
          disabled={!mayWrite.value || change.isBusy.value}
          onChange={(event) => void set(event.currentTarget.checked)}
        />
      </div>
      {!mayWrite.value && <p class="muted">{t('settings.readOnly')}</p>}
      <ErrorNotice error={change.error.value} />
    </div>
  );
}
