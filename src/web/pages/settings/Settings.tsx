import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { mayManage, mayWrite, session } from '../../api/session.ts';
import { baseUrl } from '../../api/storage.ts';
import { Button } from '../../components/Button.tsx';
import { Card, PageHeader } from '../../components/content.tsx';
import { type Action, ErrorNotice, Loaded, Loading } from '../../components/feedback.tsx';
import { loadedLate } from '../../components/late.tsx';
import { Segmented, type SegmentedProps } from '../../components/Segmented.tsx';
import { Switch } from '../../components/Switch.tsx';
import { languageCodes, languages } from '../../messages/languages.ts';
import { languageChoice, t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { letterKeys, openShortcutList } from '../../shell/shortcuts.ts';
import { theme } from '../../shell/theme.ts';
import { Account } from './Account.tsx';
import { useAutoRenewal } from './autoRenewal.tsx';
import { Browsers } from './Browsers.tsx';
import { Household } from './Household.tsx';
import { Keys } from './Keys.tsx';
import { People } from './People.tsx';
import { Rates } from './Rates.tsx';

const Findings = loadedLate(async () => (await import('./Doctor.tsx')).Findings, { Waiting: Loading });

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
  { id: 'household', title: 'common.household', content: Household },
  { id: 'appearance', title: 'settings.appearance', content: Appearance },
  { id: 'payments', title: 'settings.payments', content: Renewal },
  { id: 'rates', title: 'rates.title', content: Rates },
  { id: 'people', title: 'settings.people', content: People, isForAdmins: true },
  { id: 'keys', title: 'settings.keys', content: Keys, isForAdmins: true },
  { id: 'browsers', title: 'settings.browsers', content: Browsers },
  { id: 'server', title: 'settings.doctor', content: Server, isForAdmins: true },
  { id: 'manage', title: 'settings.manage', content: ForAdmins, isForAdmins: false },
  { id: 'about', title: 'settings.about', content: About },
];

export function Settings() {
  const shown = sections.filter(({ isForAdmins }) => isForAdmins === undefined || isForAdmins === mayManage.value);
  useEffect(() => {
    document.querySelector(`section[id="${CSS.escape(location.hash.slice(1))}"]`)?.scrollIntoView();
  }, []);
  return (
    <>
      <PageHeader title={t('shell.settings')} />
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
        <div class="cards settings-sections">
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

/** Checks the installation when somebody asks for it: the check contacts others. */
function Server() {
  const isAsked = useSignal(false);
  return (
    <div class="settings-parts">
      <div class="settings-row">
        <p class="muted">{t('settings.doctor.help')}</p>
        {!isAsked.value && <Button onClick={() => (isAsked.value = true)}>{t('settings.doctor.check')}</Button>}
      </div>
      {isAsked.value && <Findings />}
    </div>
  );
}

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

/** Language, theme and keys of this browser. */
export function Appearance() {
  const choices = [
    { value: 'browser', text: t('settings.language.browser') },
    ...languageCodes.map((code) => ({ value: code, text: languages[code].name })),
  ] as const;
  const themes = [
    { value: 'system', text: t('settings.theme.system') },
    { value: 'light', text: t('common.theme.light') },
    { value: 'dark', text: t('common.theme.dark') },
  ] as const;
  const onOrOff = [
    { value: 'on', text: t('settings.letterKeys.on') },
    { value: 'off', text: t('settings.letterKeys.off') },
  ] as const;
  return (
    <div class="settings-parts">
      <ChoiceRow label={t('settings.language')} options={choices} choice={languageChoice} />
      <ChoiceRow label={t('settings.theme')} options={themes} choice={theme} />
      <ChoiceRow label={t('settings.letterKeys')} options={onOrOff} choice={letterKeys} />
      <p class="muted small">{t('settings.appearance.here')}</p>
    </div>
  );
}

function ChoiceRow<Value extends string>(props: SegmentedProps<Value>) {
  return (
    <div class="settings-row">
      <p>{props.label}</p>
      <Segmented {...props} />
    </div>
  );
}

export function Renewal() {
  const { preferences, change, dialog } = useAutoRenewal();
  return (
    <div class="settings-parts">
      <Loaded resource={preferences} lines={2}>
        {({ autoRenew }) => <RenewalSwitch isOn={autoRenew} change={change} />}
      </Loaded>
      <ErrorNotice error={change.error.value} />
      {dialog}
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
            {t('subscriptions.form.autoRenew')}
          </label>
          <p class="muted" id={`${id}-help`}>
            {t('settings.autoRenew.help')}
          </p>
        </div>
        <Switch id={id} aria-describedby={`${id}-help`} isOn={isOn} disabled={!mayWrite.value} onTurn={change.run} />
      </div>
      {!mayWrite.value && <p class="muted">{t('settings.readOnly')}</p>}
    </>
  );
}
