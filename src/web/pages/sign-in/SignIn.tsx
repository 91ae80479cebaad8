import { proxySignIn, signIn } from '../../api/session.ts';
import { RequestRefused } from '../../api/errors.ts';
import { useSignal } from '@preact/signals';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice, messageOf } from '../../components/ErrorNotice.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';
import { Banners } from '../../shell/Banners.tsx';
import { Logo } from '../../shell/Logo.tsx';
import { SignInForm } from './SignInForm.tsx';
import { linkFailure } from './start.ts';

/** What makes a sign-in link, on the machine of the server. */
const command = 'duebook sign-in';

/** The page for those who are not signed in. */
export function SignIn() {
  return (
    <main class="sign-in">
      <Logo />
      <Banners />
      <PageHeader title={t('signIn.title')} />
      <LinkFailure />
      {proxySignIn.value !== null && <ProxyButton />}
      <SignInForm />
      <section class="sign-in-help" aria-labelledby="no-way-in">
        <h2 id="no-way-in">{t('signIn.noWay')}</h2>
        <p>{t('signIn.noWay.command')}</p>
        <pre>
          <code>{command}</code>
        </pre>
        <p>{t('signIn.noWay.household')}</p>
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
  const error = useSignal<unknown>(undefined);
  const signInByProxy = async () => {
    error.value = undefined;
    await signIn({ proxy: true }).catch((reason: unknown) => (error.value = reason));
  };
  return (
    <div class="form sign-in-proxy">
      <Button onClick={signInByProxy}>{t('signIn.proxy')}</Button>
      <ErrorNotice error={error.value} />
    </div>
  );
}
