import { useSignal } from '@preact/signals';
import { mayManage, session, leave } from '../../api/session.ts';
import { token } from '../../api/storage.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Loaded, showToast, tell, useAction } from '../../components/feedback.tsx';
import { Rows } from '../../components/Rows.tsx';
import { browserText } from '../../format/browsers.ts';
import { formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { type Browser, browsersOf, ownBrowsersOf } from './entries.ts';
import { endOwnSession, lastUseText, revoke, useEntries, useOwnSessions } from './parts.tsx';

/** The browsers that are signed in: for an admin all of the owner, for others their own. */
export function Browsers() {
  return <div class="settings-parts">{mayManage.value ? <AllBrowsers /> : <OwnBrowsers />}</div>;
}

function AllBrowsers() {
  const entries = useEntries();
  return (
    <Loaded resource={entries}>
      {(all) => {
        const browsers = browsersOf(all, Date.now(), token.value);
        return <BrowserList browsers={browsers} end={revoke} warning="settings.browsers.end.others.text" />;
      }}
    </Loaded>
  );
}

function OwnBrowsers() {
  const sessions = useOwnSessions();
  return (
    <Loaded resource={sessions}>
      {(own) => {
        const browsers = ownBrowsersOf(own, session.value?.user ?? null);
        return <BrowserList browsers={browsers} end={endOwnSession} warning="settings.browsers.end.others.own" />;
      }}
    </Loaded>
  );
}

interface BrowserListProps {
  readonly browsers: readonly Browser[];
  readonly end: (browser: Browser) => Promise<void>;
  /** What is said before all others are signed out. */
  readonly warning: 'settings.browsers.end.others.text' | 'settings.browsers.end.others.own';
}

function BrowserList({ browsers, end, warning }: BrowserListProps) {
  const isEndingOthers = useSignal(false);
  const others = browsers.filter(({ isHere }) => !isHere);

  async function endOthers() {
    for (const other of others) await end(other);
    showToast(t('settings.browsers.ended.others'));
  }

  return (
    <>
      <Rows label={t('settings.browsers')} items={browsers}>
        {(browser) => <BrowserRow browser={browser} end={end} />}
      </Rows>
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
    </>
  );
}

function BrowserRow({ browser, end }: { readonly browser: Browser } & Pick<BrowserListProps, 'end'>) {
  const { isHere, createdAt, lastUsedAt } = browser;
  const name = browserText(browser.name, t);
  const { run, isBusy } = useAction(() =>
    tell(end(browser).then(() => showToast(t('settings.browsers.ended', { name })))),
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
          {user} · {hasNoUse ? t('settings.browsers.since', { when: formatTime(createdAt) }) : lastUseText(browser)}
        </p>
      </div>
      <Button
        isBusy={isBusy.value}
        onClick={() => (isHere ? leave() : void run())}
        aria-label={t('settings.browsers.end.name', { name, user })}
      >
        {t('shell.signOut')}
      </Button>
    </>
  );
}
