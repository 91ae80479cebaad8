import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { baseUrl } from '../../api/storage.ts';
import { DialogActions } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice, useAction } from '../../components/feedback.tsx';
import { QrCode } from '../../components/QrCode.tsx';
import { formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { isOfThisDevice } from './entries.ts';
import { DoneButton, Secret } from './parts.tsx';

type Code = Schemas['SignInCode'];

interface SignInLinkProps {
  readonly onClose: () => void;
}

/** Makes an invitation, which signs a person in and first asks for a password. It is shown this once. */
export function InvitationDialog({ user, onClose }: SignInLinkProps & { readonly user: Schemas['User'] }) {
  const { id, name, scope, hasPassword } = user;
  // An admin who has a password must know it: other admins could else take over.
  const maySetPassword = scope !== 'admin' || !hasPassword;
  const make = async () => (await bodyOf(api.POST('/api/v1/users/{id}/invitation', { params: { path: { id } } }))).data;
  return (
    <LinkDialog title={t('settings.people.invite.name', { name })} kind="invitation" make={make} onClose={onClose}>
      {t('settings.people.link.text', { name })} {maySetPassword && t('settings.people.link.password')}
    </LinkDialog>
  );
}

/** Makes a link that signs the user in on another device. It is shown this once. */
export function OwnLinkDialog({ onClose }: SignInLinkProps) {
  const make = async () => (await bodyOf(api.POST('/api/v1/session/code'))).data;
  return (
    <LinkDialog title={t('settings.device')} kind="code" make={make} onClose={onClose}>
      {t('settings.device.text')}
    </LinkDialog>
  );
}

interface LinkDialogProps extends SignInLinkProps {
  readonly title: string;
  /** What the link has in its fragment. */
  readonly kind: 'code' | 'invitation';
  readonly make: () => Promise<Code>;
  /** What the link does. */
  readonly children: ComponentChildren;
}

function LinkDialog({ title, kind, make, onClose, children }: LinkDialogProps) {
  const made = useSignal<Code | undefined>(undefined);
  const { run, isBusy, error } = useAction(async () => {
    made.value = await make();
  });
  const actions = made.value ? (
    <DoneButton onClick={onClose} />
  ) : (
    <DialogActions
      action={t('settings.people.link.make')}
      isBusy={isBusy.value}
      onCancel={onClose}
      onClick={() => void run()}
    />
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      {made.value ? <Made code={made.value} kind={kind} /> : <p>{children}</p>}
      <ErrorNotice error={error.value} />
    </Dialog>
  );
}

interface MadeProps extends Pick<LinkDialogProps, 'kind'> {
  readonly code: Code;
}

function Made({ code: { code, link, expiresAt }, kind }: MadeProps) {
  // The server may not know its address. The page does: it was loaded from there.
  const shown = link ?? new URL(`sign-in#${kind}=${code}`, baseUrl).href;
  return (
    <>
      <p>{t('settings.people.link.once', { when: formatTime(expiresAt) })}</p>
      {isOfThisDevice(shown) && <p class="notice">{t('settings.device.local')}</p>}
      <QrCode text={shown} label={t('settings.qr.link')} />
      <Secret title={t('settings.people.link')} text={shown} />
      {kind === 'code' && (
        <p>
          {t('settings.people.link.code')} <code class="settings-code">{code}</code>
        </p>
      )}
    </>
  );
}
