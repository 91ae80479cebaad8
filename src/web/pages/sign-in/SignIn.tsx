import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';
import { Banners } from '../../shell/Banners.tsx';
import { Logo } from '../../shell/Logo.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The page for those who are not signed in. */
export function SignIn() {
  return (
    <main class="sign-in">
      <Logo />
      <Banners />
      <PageHeader title={t('signIn.title')} />
      <SignInForm />
    </main>
  );
}
