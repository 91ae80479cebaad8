import { Segmented } from '../../components/Segmented.tsx';
import { languageChoice } from '../../messages/language.ts';
import { t } from '../../messages/messages.ts';
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
