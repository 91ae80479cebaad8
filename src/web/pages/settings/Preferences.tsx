import { useId } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { mayWrite } from '../../api/session.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { useAction, type Action } from '../../components/useAction.ts';
import { languageChoice } from '../../messages/language.ts';
import { t } from '../../messages/messages.ts';
import { loadPreferences, setAutoRenew } from '../../preferences.ts';
import { theme } from '../../shell/theme.ts';

/** Language and theme of this browser. */
export function Appearance() {
  const languages = [
    { value: 'browser', text: t('settings.language.browser') },
    { value: 'en', text: t('settings.language.en') },
    { value: 'de', text: t('settings.language.de') },
  ] as const;
  const themes = [
    { value: 'system', text: t('settings.theme.system') },
    { value: 'light', text: t('settings.theme.light') },
    { value: 'dark', text: t('settings.theme.dark') },
  ] as const;
  return (
    <div class="settings-parts">
      <div class="settings-row">
        <p>{t('settings.language')}</p>
        <Segmented
          label={t('settings.language')}
          options={languages}
          value={languageChoice.value}
          onChange={(chosen) => (languageChoice.value = chosen)}
        />
      </div>
      <div class="settings-row">
        <p>{t('settings.theme')}</p>
        <Segmented
          label={t('settings.theme')}
          options={themes}
          value={theme.value}
          onChange={(chosen) => (theme.value = chosen)}
        />
      </div>
      <p class="muted small">{t('settings.appearance.here')}</p>
    </div>
  );
}

/** Whether payments renew by themselves. */
export function Renewal() {
  const preferences = useResource(loadPreferences);
  const change = useAction((isOn: boolean) => setAutoRenew(isOn).then(preferences.reload));
  return (
    <div class="settings-parts">
      <Loaded resource={preferences} lines={2}>
        {({ autoRenew }) => <RenewalSwitch isOn={autoRenew} change={change} />}
      </Loaded>
      <ErrorNotice error={change.error.value} />
    </div>
  );
}

function RenewalSwitch({ isOn, change }: { readonly isOn: boolean; readonly change: Action<[boolean]> }) {
  const id = useId();
  return (
    <>
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
          checked={isOn}
          aria-checked={isOn}
          disabled={!mayWrite.value || change.isBusy.value}
          onChange={(event) => void change.run(event.currentTarget.checked)}
        />
      </div>
      {!mayWrite.value && <p class="muted">{t('settings.readOnly')}</p>}
    </>
  );
}
