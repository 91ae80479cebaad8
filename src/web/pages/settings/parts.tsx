import { useSignal } from '@preact/signals';
import { scopes } from '../../../core/access/scope.ts';
import { allPages } from '../../api/answers.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { type Resource, useResource } from '../../api/resource.ts';
import { mayManage } from '../../api/session.ts';
import { Button, CopyButton } from '../../components/Button.tsx';
import { SelectField } from '../../components/Field.tsx';
import { formatSince, formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { type Entry, isLatelyUsed } from './entries.ts';

/** The fragment of the address that leads to the field for the user's own password. */
export const passwordPart = '#password';

/** The people who share the book, for an admin; nobody for others. */
export function useUsers(): Resource<readonly Schemas['User'][]> {
  return useResource(async (signal) =>
    mayManage.value ? allPages((query) => bodyOf(api.GET('/api/v1/users', { params: { query }, signal }))) : [],
  );
}

/** The keys and sessions of the owner. */
export function loadEntries(signal: AbortSignal): Promise<readonly Entry[]> {
  return allPages((query) => bodyOf(api.GET('/api/v1/keys', { params: { query }, signal })));
}

/** The same for an admin; none for others. */
export function useEntries(): Resource<readonly Entry[]> {
  return useResource(async (signal) => (mayManage.value ? loadEntries(signal) : []));
}

/** Revokes a key, or ends a session. */
export async function revoke({ id }: Pick<Entry, 'id'>): Promise<void> {
  await bodyOf(api.DELETE('/api/v1/keys/{id}', { params: { path: { id } } }));
}

export function scopeText(scope: Schemas['Scope']): string {
  return t(`settings.scope.${scope}`);
}

/** Chooses what a person or a key may do. */
export function ScopeField({ initial }: { readonly initial: Schemas['Scope'] }) {
  const chosen = useSignal(initial);
  const options = scopes.map((value) => ({ value, text: scopeText(value) }));
  return (
    <SelectField
      label={t('common.rights')}
      help={t('settings.scope.help')}
      name="scope"
      value={chosen.value}
      options={options}
      onChoose={(scope) => (chosen.value = scope)}
    />
  );
}

/** A secret that is shown this once, with a button that copies it. */
export function Secret({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="settings-secret">
      <h3>{title}</h3>
      <CopyButton label={title} text={text} />
    </div>
  );
}

/** Closes a dialog whose work is done. */
export function DoneButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button kind="primary" onClick={onClick}>
      {t('settings.done')}
    </Button>
  );
}

/** When a key or a session was used last, in words. */
export function lastUseText({ lastUsedAt }: Pick<Entry, 'lastUsedAt'>): string {
  if (lastUsedAt === null) return t('settings.used.never');
  return isLatelyUsed(lastUsedAt, Date.now())
    ? t('settings.used.lately')
    : t('settings.used', { ago: formatSince(lastUsedAt) });
}

/** Why a key does not work any more, in words. */
export function endText({ revokedAt, expiresAt }: Entry): string {
  if (revokedAt !== null) return t('settings.keys.revoked', { when: formatTime(revokedAt) });
  return t('settings.keys.expired', { when: formatTime(expiresAt ?? '') });
}
