import { UserPlus } from 'lucide';
import { passwordLength } from '../../../core/access/user.ts';
import { allFaults, api, bodyOf, type Schemas } from '../../api/client.ts';
import { refreshSession, session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, type OpenDialog, useDialog } from '../../components/Dialog.tsx';
import { Loaded, showToast } from '../../components/feedback.tsx';
import { textIn } from '../../format/text.ts';
import { InputField } from '../../components/Field.tsx';
import { FormDialog } from '../../components/Form.tsx';
import { Rows } from '../../components/Rows.tsx';
import { t } from '../../messages/messages.ts';
import { scopeIn } from './entries.ts';
import { ScopeField, scopeText, useUsers } from './parts.tsx';
import { InvitationDialog, OwnLinkDialog } from './SignInLink.tsx';

type User = Schemas['User'];

export function People() {
  const users = useUsers();
  const { open, dialog } = useDialog();
  const invite = (user: User) => open((close) => <LinkDialogOf user={user} onClose={close} />);
  return (
    <div class="settings-parts">
      <p class="muted">{t('settings.people.help')}</p>
      <Loaded resource={users}>
        {(list) => (
          <Rows label={t('settings.people')} items={list}>
            {(user) => <PersonRow user={user} open={open} />}
          </Rows>
        )}
      </Loaded>
      <p>
        <Button icon={UserPlus} onClick={() => open((close) => <AddPersonDialog onClose={close} onAdded={invite} />)}>
          {t('common.people.add')}
        </Button>
      </p>
      {dialog}
    </div>
  );
}

function PersonRow({ user, open }: { readonly user: User; readonly open: OpenDialog }) {
  const { name, scope, hasPassword } = user;
  const isSelf = isOneself(user);
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
        <Button
          onClick={() => open((close) => <EditPersonDialog user={user} onClose={close} />)}
          aria-label={t('subscriptions.form.edit', { name })}
        >
          {t('subscriptions.action.edit')}
        </Button>
        <Button
          onClick={() => open((close) => <LinkDialogOf user={user} onClose={close} />)}
          aria-label={t(isSelf ? 'settings.people.link.for' : 'settings.people.invite.name', { name })}
        >
          {t(isSelf ? 'settings.people.link' : 'settings.people.invite')}
        </Button>
        {!isSelf && (
          <Button
            kind="danger"
            onClick={() => open((close) => <RemoveDialog user={user} onClose={close} />)}
            aria-label={t('settings.people.remove.name', { name })}
          >
            {t('settings.people.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Whether a user is the one who is signed in. */
function isOneself({ name }: User): boolean {
  return name === session.value?.user;
}

interface DialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

function LinkDialogOf({ user, onClose }: DialogProps) {
  return isOneself(user) ? <OwnLinkDialog onClose={onClose} /> : <InvitationDialog user={user} onClose={onClose} />;
}

/** Renames a person, and changes what the person may do. A toast tells of it, and undoes it. */
function EditPersonDialog({ user, onClose }: DialogProps) {
  async function save(form: FormData) {
    const [name, scope] = [textIn(form, 'name').trim(), scopeIn(form)];
    const patch = { ...(name !== user.name && { name }), ...(scope !== user.scope && { scope }) };
    if (Object.keys(patch).length > 0) {
      await store(user, patch);
      showToast(t('settings.people.changed', { name }), () => store(user, { name: user.name, scope: user.scope }));
    }
    onClose();
  }

  return (
    <FormDialog
      title={t('subscriptions.form.edit', { name: user.name })}
      action={t('subscriptions.form.save')}
      onSend={save}
      onClose={onClose}
    >
      <NameField initial={user.name} />
      <ScopeField initial={user.scope} />
      <p class="muted">
        {t('settings.people.edit.help')}
        {!user.hasPassword && ` ${t('settings.people.edit.noPassword')}`}
      </p>
    </FormDialog>
  );
}

async function store(user: User, body: Schemas['UserPatch']): Promise<void> {
  await bodyOf(api.PATCH('/api/v1/users/{id}', { params: { path: { id: user.id }, query: allFaults }, body }));
  // It may be the own user, whose name the frame of the page shows.
  await refreshSession().catch(() => undefined);
}

function NameField({ initial }: { readonly initial: string }) {
  return (
    <InputField
      label={t('subscriptions.form.name')}
      help={t('settings.people.name.help')}
      name="name"
      defaultValue={initial}
      autocomplete="off"
      autocapitalize="none"
      required
    />
  );
}

function RemoveDialog({ user: { id, name }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={t('settings.people.remove.title', { name })}
      action={t('settings.people.remove')}
      onConfirm={() => bodyOf(api.DELETE('/api/v1/users/{id}', { params: { path: { id } } }))}
      told={t('settings.people.removed', { name })}
      onClose={onClose}
    >
      <p>{t('settings.people.remove.text')}</p>
    </ConfirmDialog>
  );
}

interface AddPersonDialogProps {
  readonly onClose: () => void;
  /** Called with a person who has no password yet, and so needs an invitation. */
  readonly onAdded: (user: User) => void;
}

function AddPersonDialog({ onClose, onAdded }: AddPersonDialogProps) {
  async function add(form: FormData) {
    const password = textIn(form, 'password');
    const body = { name: textIn(form, 'name').trim(), scope: scopeIn(form), ...(password !== '' && { password }) };
    const { data } = await bodyOf(api.POST('/api/v1/users', { params: { query: allFaults }, body }));
    showToast(t('settings.people.added', { name: data.name }));
    onClose();
    if (!data.hasPassword) onAdded(data);
  }

  return (
    <FormDialog title={t('common.people.add')} action={t('subscriptions.form.add')} onSend={add} onClose={onClose}>
      <NameField initial="" />
      <ScopeField initial="write" />
      <InputField
        label={t('signIn.password')}
        help={t('settings.people.password.help')}
        isOptional
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={passwordLength.min}
      />
    </FormDialog>
  );
}
