import { useSignal } from '@preact/signals';
import { KeyRound } from 'lucide';
import { token } from '../../api/token.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loading.tsx';
import { showToast } from '../../components/Toast.tsx';
import { t } from '../../messages/messages.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { revoke, type SectionProps } from './data.ts';
import { sortEntries, type Entry } from './entries.ts';
import { endText, instantText, lastUseText } from './entryTexts.ts';
import { Rows } from './Rows.tsx';
import { scopeText } from './scopes.ts';

/** The API keys of the owner. */
export function Keys({ lists: { entries } }: SectionProps) {
  const isCreating = useSignal(false);
  const revoking = useSignal<Entry | undefined>(undefined);
  const sorted = entries.data.value && sortEntries(entries.data.value, Date.now(), token.value);
  return (
    <div class="settings-parts">
      <p class="muted">{t('settings.keys.help')}</p>
      {sorted === undefined && entries.isLoading.value && <Loading />}
      <ErrorNotice error={entries.error.value} onRetry={entries.reload} />
      {sorted?.keys.length === 0 && <EmptyState text={t('settings.keys.none')} />}
      {sorted && sorted.keys.length > 0 && (
        <Rows label={t('settings.keys')} items={sorted.keys}>
          {(entry) => <KeyRow entry={entry} onRevoke={() => (revoking.value = entry)} />}
        </Rows>
      )}
      <p>
        <Button icon={KeyRound} onClick={() => (isCreating.value = true)}>
          {t('settings.keys.create')}
        </Button>
      </p>
      {sorted && sorted.endedKeys.length > 0 && <EndedKeys entries={sorted.endedKeys} />}
      {isCreating.value && <CreateKeyDialog onClose={() => (isCreating.value = false)} />}
      {revoking.value && <RevokeDialog entry={revoking.value} onClose={() => (revoking.value = undefined)} />}
    </div>
  );
}

function KeyRow({ entry, onRevoke }: { readonly entry: Entry; readonly onRevoke: () => void }) {
  const { scope, start, expiresAt } = entry;
  const name = nameOf(entry);
  return (
    <>
      <div>
        <p class="settings-name">{name}</p>
        <p class="muted">
          {scopeText(scope)} · <code>{start}…</code>
        </p>
        <p class="muted">
          {lastUseText(entry)}
          {expiresAt !== null && ` · ${t('settings.keys.expires', { when: instantText(expiresAt) })}`}
        </p>
      </div>
      <Button kind="danger" onClick={onRevoke} aria-label={t('settings.keys.revoke.name', { name })}>
        {t('settings.keys.revoke')}
      </Button>
    </>
  );
}

function EndedKeys({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <details>
      <summary>{t('settings.keys.ended', { count: entries.length })}</summary>
      <Rows label={t('settings.keys.ended', { count: entries.length })} items={entries}>
        {(entry) => (
          <div>
            <p class="settings-name">{nameOf(entry)}</p>
            <p class="muted">
              {scopeText(entry.scope)} · <code>{entry.start}…</code> · {endText(entry)}
            </p>
          </div>
        )}
      </Rows>
    </details>
  );
}

function RevokeDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const name = nameOf(entry);
  async function revokeIt() {
    await revoke(entry);
    showToast(t('settings.keys.revoked.toast', { name }));
  }
  return (
    <ConfirmDialog
      title={t('settings.keys.revoke.title', { name })}
      action={t('settings.keys.revoke')}
      onConfirm={revokeIt}
      onClose={onClose}
    >
      <p>{t('settings.keys.revoke.text')}</p>
    </ConfirmDialog>
  );
}

function nameOf({ name, start }: Entry): string {
  return name ?? `${start}…`;
}
