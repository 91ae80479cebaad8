import { useSignal } from '@preact/signals';
import type { Resource } from '../../api/resource.ts';
import { mayManage, session, signOut } from '../../api/session.ts';
import { token } from '../../api/token.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ErrorNotice, messageOf } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loading.tsx';
import { showToast } from '../../components/Toast.tsx';
import { useAction } from '../../components/useAction.ts';
import { t } from '../../messages/messages.ts';
import { browsersOf, ownBrowsersOf, type Browser } from './browsers.ts';
import { endOwnSession, revoke, useOwnSessions, type Lists, type SectionProps } from './data.ts';
import { instantText, lastUseText } from './entryTexts.ts';
import { Rows } from './Rows.tsx';

/** The browsers that are signed in: for an admin all of the owner, for others their own. */
export function Browsers({ lists }: SectionProps) {
  return mayManage.value ? <AllBrowsers entries={lists.entries} /> : <OwnBrowsers />;
}

function AllBrowsers({ entries }: { readonly entries: Lists['entries'] }) {
  const browsers = entries.data.value && browsersOf(entries.data.value, Date.now(), token.value);
  return (
    <BrowserList resource={entries} browsers={browsers} end={revoke} warning="settings.browsers.end.others.text" />
  );
}

function OwnBrowsers() {
  const sessions = useOwnSessions();
  const browsers = sessions.data.value && ownBrowsersOf(sessions.data.value, session.value?.user ?? null);
  const warning = 'settings.browsers.end.others.own';
  return <BrowserList resource={sessions} browsers={browsers} end={endOwnSession} warning={warning} />;
}

interface BrowserListProps {
  /** What the browsers come from. */
  readonly resource: Pick<Resource<unknown>, 'error' | 'isLoading' | 'reload'>;
  /** Undefined until they are known. */
  readonly browsers: readonly Browser[] | undefined;
  readonly end: (browser: Browser) => Promise<void>;
  /** What is said before all others are signed out. */
  readonly warning: 'settings.browsers.end.others.text' | 'settings.browsers.end.others.own';
}

function BrowserList({ resource, browsers, end, warning }: BrowserListProps) {
  const isEndingOthers = useSignal(false);
  const others = browsers?.filter(({ isHere }) => !isHere) ?? [];

  async function endOthers() {
    for (const other of others) await end(other);
    showToast(t('settings.browsers.ended.others'));
  }

  return (
    <div class="settings-parts">
      {browsers === undefined && resource.isLoading.value && <Loading />}
      <ErrorNotice error={resource.error.value} onRetry={resource.reload} />
      {browsers && (
        <Rows label={t('settings.browsers')} items={browsers}>
          {(browser) => <BrowserRow browser={browser} end={end} />}
        </Rows>
      )}
      {others.length > 1 && (
        <p>
          <Button onClick={() => (isEndingOthers.value = true)}>{t('settings.browsers.end.others')}</Button>
        </p>
      )}
      {isEndingOthers.value && (
        <ConfirmDialog
          title={t('settings.browsers.end.others.title')}
          action={t('settings.browsers.end.others')}
          onConfirm={endOthers}
          onClose={() => (isEndingOthers.value = false)}
        >
          <p>{t(warning, { count: others.length })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function BrowserRow({ browser, end }: { readonly browser: Browser } & Pick<BrowserListProps, 'end'>) {
  const { isHere, createdAt, lastUsedAt } = browser;
  const name = browser.name ?? t('settings.browsers.unknown');
  const { run, isBusy } = useAction(() =>
    end(browser).then(
      () => showToast(t('settings.browsers.ended', { name })),
      (error: unknown) => showToast(messageOf(error)),
    ),
  );
  // Uses are stored with a delay: a browser without one has signed in lately.
  const hasNoUse = isHere || lastUsedAt === null;
  const user = browser.user ?? t('settings.browsers.byKey');
  return (
    <>
      <div>
        <p class="settings-name">
          {name}
          {isHere && <span class="settings-tag">{t('settings.browsers.this')}</span>}
        </p>
        <p class="muted">
          {user} · {hasNoUse ? t('settings.browsers.since', { when: instantText(createdAt) }) : lastUseText(browser)}
        </p>
      </div>
      <Button
        isBusy={isBusy.value}
        onClick={() => void (isHere ? signOut() : run())}
        aria-label={t('settings.browsers.end.name', { name, user })}
      >
        {t('shell.signOut')}
      </Button>
    </>
  );
}
