import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { baseUrl } from '../../api/base.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { useAction } from '../../components/useAction.ts';
import { t } from '../../messages/messages.ts';
import { instantText } from './entryTexts.ts';

interface SignInLinkDialogProps {
  readonly user: Schemas['User'];
  readonly onClose: () => void;
}

/** Makes a link that signs a person in. It is shown this once. */
export function SignInLinkDialog({ user: { id, name }, onClose }: SignInLinkDialogProps) {
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
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button kind="primary" isBusy={isBusy.value} onClick={() => void run()}>
        {t('settings.people.link.make')}
      </Button>
    </>
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
      <p>{t('settings.people.link.once', { when: instantText(expiresAt) })}</p>
      <div class="settings-secret">
        <h3>{t('settings.people.link')}</h3>
        <CopyButton label={t('settings.people.link')} text={shown} />
      </div>
      <p>
        {t('settings.people.link.code')} <code>{code}</code>
      </p>
    </>
  );
}
