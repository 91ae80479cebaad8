import { useSignal } from '@preact/signals';
import { signOut } from '../../api/session.ts';
import { token } from '../../api/token.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ErrorNotice, messageOf } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loading.tsx';
import { showToast } from '../../components/Toast.tsx';
import { useAction } from '../../components/useAction.ts';
import { t } from '../../messages/messages.ts';
import { revoke, type SectionProps } from './data.ts';
import { isOwn, sortEntries, type Entry } from './entries.ts';
import { instantText, lastUseText } from './entryTexts.ts';
import { Rows } from './Rows.tsx';

/** The browsers that are signed in to the book of the owner. */
export function Browsers({ lists: { entries } }: SectionProps) {
  const isEndingOthers = useSignal(false);
  const sessions = entries.data.value && sortEntries(entries.data.value, Date.now(), token.value).sessions;
  const others = sessions?.filter((entry) => !isOwn(entry, token.value)) ?? [];

  async function endOthers() {
    for (const other of others) await revoke(other);
    showToast(t('settings.browsers.ended.others'));
  }

  return (
    <div class="settings-parts">
      {sessions === undefined && entries.isLoading.value && <Loading />}
      <ErrorNotice error={entries.error.value} onRetry={entries.reload} />
      {sessions && (
        <Rows label={t('settings.browsers')} items={sessions}>
          {(entry) => <BrowserRow entry={entry} />}
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
          <p>{t('settings.browsers.end.others.text', { count: others.length })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function BrowserRow({ entry }: { readonly entry: Entry }) {
  const isHere = isOwn(entry, token.value);
  const name = entry.name ?? t('settings.browsers.unknown');
  const { run, isBusy } = useAction(() =>
    revoke(entry).then(
      () => showToast(t('settings.browsers.ended', { name })),
      (error: unknown) => showToast(messageOf(error)),
    ),
  );
  const user = entry.user ?? t('settings.browsers.byKey');
  return (
    <>
      <div>
        <p class="settings-name">
          {name}
          {isHere && <span class="settings-tag">{t('settings.browsers.this')}</span>}
        </p>
        <p class="muted">
          {user} · {isHere ? t('settings.browsers.since', { when: instantText(entry.createdAt) }) : lastUseText(entry)}
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
