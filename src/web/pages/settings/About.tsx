import { baseUrl } from '../../api/base.ts';
import { t } from '../../messages/messages.ts';
import { Button } from '../../components/Button.tsx';
import { openShortcutList } from '../../shell/ShortcutList.tsx';
import { session } from '../../api/session.ts';

/** The version, and where to read more. */
export function About() {
  return (
    <div class="settings-parts">
      <p>
        {t('settings.about.version', { version: DUEBOOK_VERSION })}
        <br />
        <span class="muted">{t('settings.about.zone', { zone: session.value?.timeZone ?? '' })}</span>
      </p>
      <p class="settings-actions">
        <a class="button" href={new URL('docs', baseUrl).href}>
          {t('settings.about.docs')}
        </a>
        <a class="button" href={new URL('openapi.json', baseUrl).href}>
          {t('settings.about.openapi')}
        </a>
        <Button onClick={openShortcutList}>{t('shell.shortcuts')}</Button>
      </p>
    </div>
  );
}
