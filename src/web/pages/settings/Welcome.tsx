import { useLocation } from 'preact-iso/router';
import { isLeaving, session, signOut, welcome } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Logo, PageHeader } from '../../components/content.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { Banners } from '../../shell/Banners.tsx';
import { pathOf } from '../../shell/views.ts';
import { PasswordFields } from './Account.tsx';
import { passwordPart } from './parts.tsx';

/** Asks somebody who came by an invitation for a password, before anything else. */
export function Welcome() {
  const { user = '' } = session.value ?? {};
  const goOn = () => (welcome.value = null);
  return (
    <main class="sign-in">
      <Logo />
      <Banners />
      <PageHeader title={t('settings.welcome')} />
      <div class="form">
        <p>{t('settings.welcome.text', { user: isolated(user ?? '') })}</p>
        <PasswordFields user={user ?? ''} isCurrentNeeded={false} onDone={goOn} />
        <Button onClick={goOn}>{t('settings.welcome.later')}</Button>
      </div>
    </main>
  );
}

/** Asks before somebody signs out who has no way to sign in again. */
export function LeaveQuestion() {
  const { route } = useLocation();
  const close = () => (isLeaving.value = false);
  function choosePassword() {
    close();
    route(pathOf('settings', passwordPart));
  }
  return (
    <ConfirmDialog
      title={t('settings.leave.title')}
      action={t('settings.leave')}
      alternative={<Button onClick={choosePassword}>{t('common.password.set')}</Button>}
      onConfirm={signOut}
      onClose={close}
    >
      <p>{t('settings.leave.text')}</p>
    </ConfirmDialog>
  );
}
