import { useSignal } from '@preact/signals';
import { UserPlus } from 'lucide';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loading } from '../../components/Loading.tsx';
import { showToast } from '../../components/Toast.tsx';
import { t } from '../../messages/messages.ts';
import { AddPersonDialog } from './AddPersonDialog.tsx';
import type { SectionProps } from './data.ts';
import { Rows } from './Rows.tsx';
import { scopeText } from './scopes.ts';
import { SignInLinkDialog } from './SignInLinkDialog.tsx';

type User = Schemas['User'];

/** The dialog that is open, and whom it concerns. */
type Open = { readonly kind: 'add' } | { readonly kind: 'link' | 'remove'; readonly user: User } | undefined;

/** The people who share the book. */
export function People({ lists: { users } }: SectionProps) {
  const open = useSignal<Open>(undefined);
  const close = () => (open.value = undefined);
  const list = users.data.value;
  return (
    <div class="settings-parts">
      <p class="muted">{t('settings.people.help')}</p>
      {list === undefined && users.isLoading.value && <Loading />}
      <ErrorNotice error={users.error.value} onRetry={users.reload} />
      {list && (
        <Rows label={t('settings.people')} items={list}>
          {(user) => (
            <PersonRow
              user={user}
              onLink={() => (open.value = { kind: 'link', user })}
              onRemove={() => (open.value = { kind: 'remove', user })}
            />
          )}
        </Rows>
      )}
      <p>
        <Button icon={UserPlus} onClick={() => (open.value = { kind: 'add' })}>
          {t('settings.people.add')}
        </Button>
      </p>
      {open.value?.kind === 'add' && (
        <AddPersonDialog onClose={close} onAdded={(user) => (open.value = { kind: 'link', user })} />
      )}
      {open.value?.kind === 'link' && <SignInLinkDialog user={open.value.user} onClose={close} />}
      {open.value?.kind === 'remove' && <RemoveDialog user={open.value.user} onClose={close} />}
    </div>
  );
}

interface PersonRowProps {
  readonly user: User;
  readonly onLink: () => void;
  readonly onRemove: () => void;
}

function PersonRow({ user: { name, scope, hasPassword }, onLink, onRemove }: PersonRowProps) {
  const isSelf = name === session.value?.user;
  return (
    <>
      <div>
        <p class="settings-name">
          {name}
          {isSelf && <span class="settings-tag">{t('settings.people.you')}</span>}
        </p>
        <p class="muted">
          {scopeText(scope)}
          {!hasPassword && ` · ${t('settings.people.noPassword')}`}
        </p>
      </div>
      <div class="settings-actions">
        <Button onClick={onLink} aria-label={t('settings.people.link.for', { name })}>
          {t('settings.people.link')}
        </Button>
        {!isSelf && (
          <Button kind="danger" onClick={onRemove} aria-label={t('settings.people.remove.name', { name })}>
            {t('settings.people.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

function RemoveDialog({ user: { id, name }, onClose }: { readonly user: User; readonly onClose: () => void }) {
  async function remove() {
    await bodyOf(api.DELETE('/api/v1/users/{id}', { params: { path: { id } } }));
    showToast(t('settings.people.removed', { name }));
  }
  return (
    <ConfirmDialog
      title={t('settings.people.remove.title', { name })}
      action={t('settings.people.remove')}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('settings.people.remove.text')}</p>
    </ConfirmDialog>
  );
}
