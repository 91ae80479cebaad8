import { session } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { isolated } from '../../format/isolated.ts';
import { t } from '../../messages/messages.ts';
import { offeredCode, signInByLink } from './start.ts';

/** Asks whether a sign-in link is to end the session that is there. Whose link it is, the service says only when it is used. */
export function LinkQuestion() {
  const code = offeredCode.value;
  if (code === undefined) return null;
  const { user, owner } = session.value ?? {};
  const close = () => (offeredCode.value = undefined);
  return (
    <ConfirmDialog
      title={t('signIn.link.question')}
      action={t('signIn.link.use')}
      cancel={t('signIn.link.stay')}
      kind="primary"
      onConfirm={() => signInByLink(code)}
      onClose={close}
    >
      <p>
        {user
          ? t('signIn.link.now', { user: isolated(user), owner: isolated(owner ?? '') })
          : t('signIn.link.now.unnamed')}
      </p>
      <p>{t('signIn.link.other')}</p>
    </ConfirmDialog>
  );
}
