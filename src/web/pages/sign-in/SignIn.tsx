import { RequestRefused } from '../../api/answers.ts';
import { proxySignIn, session, signIn, wasSignedOut } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Logo, PageHeader } from '../../components/content.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { ErrorNotice, messageOf, useAction } from '../../components/feedback.tsx';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { householdText } from '../../household.ts';
import { Banners } from '../../shell/Banners.tsx';
import { SignInForm } from './SignInForm.tsx';
import { linkFailure, offeredCode, signInByLink } from './start.ts';

/** The page for those who are not signed in. */
export function SignIn() {
  return (
    <main class="sign-in">
      <Logo />
      <Banners />
      <PageHeader title={t('signIn.title')} />
      {wasSignedOut.value && linkFailure.value === undefined && (
        <p role="status" class="notice">
          {t('signIn.signedOut')}
        </p>
      )}
      <LinkFailure />
      {proxySignIn.value !== null && <ProxyButton />}
      <SignInForm />
      <section class="sign-in-help" aria-labelledby="no-way-in">
        <h2 id="no-way-in">{t('signIn.noWay')}</h2>
        <p>{t('signIn.noWay.household')}</p>
        <p>{t('signIn.noWay.operator')}</p>
      </section>
    </main>
  );
}

function LinkFailure() {
  const failure = linkFailure.value;
  if (failure === undefined) return null;
  const { error, retry } = failure;
  if (!(error instanceof RequestRefused)) return <ErrorNotice error={error} onRetry={retry} />;
  return (
    <div role="alert" class="notice">
      <p>
        <strong>{t('signIn.link.failed')}</strong> {t('signIn.link.new')}
      </p>
      {error.status !== 401 && <p>{messageOf(error)}</p>}
    </div>
  );
}

function ProxyButton() {
  const { run, error } = useAction(() => signIn({ proxy: true }));
  return (
    <div class="form sign-in-proxy">
      <Button onClick={() => void run()}>{t('signIn.proxy')}</Button>
      <ErrorNotice error={error.value} />
    </div>
  );
}

/** Asks whether a sign-in link is to end the session that is there. Whose link it is, the service says only when it is used. */
export function LinkQuestion() {
  const code = offeredCode.value;
  if (code === undefined) return null;
  const { user } = session.value ?? {};
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
          ? t('signIn.link.now', { user: isolated(user), household: householdText() })
          : t('signIn.link.now.unnamed')}
      </p>
      <p>{t('signIn.link.other')}</p>
    </ConfirmDialog>
  );
}
