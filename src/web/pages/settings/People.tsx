import { useSignal } from '@preact/signals';
import { UserPlus } from 'lucide';
import { useId } from 'preact/hooks';
import { passwordLength } from '../../../domain/users/user.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { baseUrl } from '../../api/storage.ts';
import { Button, DialogActions } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog } from '../../components/Dialog.tsx';
import { errorBeside, ErrorNotice, faultOf, Loaded, showToast, textIn, useAction } from '../../components/feedback.tsx';
import { Field } from '../../components/Field.tsx';
import { formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { scopeIn } from './entries.ts';
import { Rows, Secret, ScopeField, scopeText, useUsers } from './parts.tsx';

type User = Schemas['User'];

/** The dialog that is open, and whom it concerns. */
type Open = { readonly kind: 'add' } | { readonly kind: 'link' | 'remove'; readonly user: User } | undefined;

/** The people who share the book. */
export function People() {
  const users = useUsers();
  const open = useSignal<Open>(undefined);
  const close = () => (open.value = undefined);
  return (
    <div class="settings-parts">
      <p class="muted">{t('settings.people.help')}</p>
      <Loaded resource={users}>
        {(list) => (
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
      </Loaded>
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

interface AddPersonDialogProps {
  readonly onClose: () => void;
  /** Called with a person who has no password yet, and so needs a sign-in link. */
  readonly onAdded: (user: User) => void;
}

const passwordInput = {
  name: 'password',
  type: 'password',
  autocomplete: 'new-password',
  minLength: passwordLength.min,
} as const;

/** Adds a person of the household. */
function AddPersonDialog({ onClose, onAdded }: AddPersonDialogProps) {
  const formId = useId();
  const { run, isBusy, error } = useAction(async (body: Schemas['UserDraft']) => {
    const { data } = await bodyOf(api.POST('/api/v1/users', { body }));
    showToast(t('settings.people.added', { name: data.name }));
    onClose();
    if (!data.hasPassword) onAdded(data);
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const password = textIn(form, 'password');
    void run({ name: textIn(form, 'name').trim(), scope: scopeIn(form), ...(password !== '' && { password }) });
  }

  const action = t('subscriptions.form.add');
  const actions = (
    <DialogActions action={action} type="submit" form={formId} isBusy={isBusy.value} onCancel={onClose} />
  );
  return (
    <Dialog title={t('settings.people.add')} onClose={onClose} actions={actions}>
      <form id={formId} class="form" onSubmit={submit}>
        <Field
          label={t('subscriptions.form.name')}
          help={t('settings.people.name.help')}
          error={faultOf(error.value, 'name')}
        >
          {(control) => <input {...control} name="name" autocomplete="off" autocapitalize="none" required />}
        </Field>
        <ScopeField initial="write" error={faultOf(error.value, 'scope')} />
        <Field
          label={t('signIn.password')}
          help={t('settings.people.password.help')}
          error={faultOf(error.value, 'password')}
          isOptional
        >
          {(control) => <input {...control} {...passwordInput} />}
        </Field>
        <ErrorNotice error={errorBeside(error.value, ['name', 'scope', 'password'])} />
      </form>
    </Dialog>
  );
}

interface SignInLinkDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Makes a link that signs a person in. It is shown this once. */
function SignInLinkDialog({ user: { id, name }, onClose }: SignInLinkDialogProps) {
  const made = useSignal<Schemas['SignInCode'] | undefined>(undefined);
  const { run, isBusy, error } = useAction(async () => {
    made.value = (await bodyOf(api.POST('/api/v1/users/{id}/code', { params: { path: { id } } }))).data;
  });
  const isSelf = name === session.value?.user;
  const actions = made.value ? (
    <Button kind="primary" onClick={onClose}>
      {t('settings.done')}
    </Button>
  ) : (
    <DialogActions
      action={t('settings.people.link.make')}
      isBusy={isBusy.value}
      onCancel={onClose}
      onClick={() => void run()}
    />
  );
  return (
    <Dialog title={t('settings.people.link.for', { name })} onClose={onClose} actions={actions}>
      {made.value ? (
        <Made code={made.value} />
      ) : (
        <p>{isSelf ? t('settings.people.link.own') : t('settings.people.link.text', { name })}</p>
      )}
      <ErrorNotice error={error.value} />
    </Dialog>
  );
}

function Made({ code: { code, link, expiresAt } }: { readonly code: Schemas['SignInCode'] }) {
  // The server may not know its address. The page does: it was loaded from there.
  const shown = link ?? new URL(`sign-in#code=${code}`, baseUrl).href;
  return (
    <>
      <p>{t('settings.people.link.once', { when: formatTime(expiresAt) })}</p>
      <Secret title={t('settings.people.link')} text={shown} />
      <p>
        {t('settings.people.link.code')} <code>{code}</code>
      </p>
    </>
  );
}
