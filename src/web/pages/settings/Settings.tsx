import { useEffect } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { baseUrl } from '../../api/base.ts';
import { mayManage, session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { openShortcutList } from '../../shell/ShortcutList.tsx';
import { Account } from './Account.tsx';
import { Browsers } from './Browsers.tsx';
import { Keys } from './Keys.tsx';
import { People } from './People.tsx';
import { Appearance, Renewal } from './Preferences.tsx';

interface Section {
  /** The fragment of the address that leads to it. */
  readonly id: string;
  readonly title: PlainMessageKey;
  readonly content: ComponentType;
  /** Whether only an admin can use it. */
  readonly isForAdmins?: boolean;
}

const sections: readonly Section[] = [
  { id: 'account', title: 'settings.account', content: Account },
  { id: 'appearance', title: 'settings.appearance', content: Appearance },
  { id: 'payments', title: 'settings.payments', content: Renewal },
  { id: 'people', title: 'settings.people', content: People, isForAdmins: true },
  { id: 'keys', title: 'settings.keys', content: Keys, isForAdmins: true },
  { id: 'browsers', title: 'settings.browsers', content: Browsers },
  { id: 'manage', title: 'settings.manage', content: ForAdmins, isForAdmins: false },
  { id: 'about', title: 'settings.about', content: About },
];

/** The page Settings. */
export function Settings() {
  const shown = sections.filter(({ isForAdmins }) => isForAdmins === undefined || isForAdmins === mayManage.value);
  useEffect(() => {
    document.querySelector(`section[id="${CSS.escape(location.hash.slice(1))}"]`)?.scrollIntoView();
  }, []);
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div class="settings">
        <nav class="settings-nav" aria-label={t('settings.sections')}>
          <ul>
            {shown.map(({ id, title }) => (
              <li key={id}>
                <a class="side-link" href={`#${id}`}>
                  {t(title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="settings-sections">
          {shown.map(({ id, title, content: Content }) => (
            <Card key={id} id={id} title={t(title)}>
              <Content />
            </Card>
          ))}
        </div>
      </div>
    </>
  );
}

function ForAdmins() {
  return <p class="muted">{t('settings.manage.others')}</p>;
}

/** The version, and where to read more. */
function About() {
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
