import { useSignal } from '@preact/signals';
import { api, bodyOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
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
import { lastUseText, loadEntries, revoke } from './parts.tsx';

/** The browsers that are signed in: for an admin all of the owner, for others their own. */
export function Browsers() {
  const browsers = useResource(loadBrowsers);
  return (
    <div class="settings-parts">
      <Loaded resource={browsers}>{(all) => <BrowserList browsers={all} />}</Loaded>
    </div>
  );
}

async function loadBrowsers(signal: AbortSignal): Promise<readonly Browser[]> {
  if (mayManage.value) return browsersOf(await loadEntries(signal), Date.now(), token.value);
  const { data } = await bodyOf(api.GET('/api/v1/sessions', { signal }));
  return ownBrowsersOf(data, session.value?.user ?? null);
}

async function end({ id }: Browser): Promise<void> {
  if (mayManage.value) await revoke({ id });
  else await bodyOf(api.DELETE('/api/v1/sessions/{id}', { params: { path: { id } } }));
}

function BrowserList({ browsers }: { readonly browsers: readonly Browser[] }) {
  const isEndingOthers = useSignal(false);
  const others = browsers.filter(({ isHere }) => !isHere);

  async function endOthers() {
    for (const other of others) await end(other);
    showToast(t('settings.browsers.ended.others'));
  }

  return (
    <>
      <Rows label={t('settings.browsers')} items={browsers}>
        {(browser) => <BrowserRow browser={browser} />}
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
          <p>{t(`settings.browsers.end.others.${mayManage.value ? 'text' : 'own'}`, { count: others.length })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function BrowserRow({ browser }: { readonly browser: Browser }) {
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
