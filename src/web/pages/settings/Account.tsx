import { LogOut } from 'lucide';
import { session, signOut } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { t } from '../../messages/messages.ts';
import type { SectionProps } from './data.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { scopeText } from './scopes.ts';

/** Who is signed in, and the user's own password. */
export function Account({ lists: { users } }: SectionProps) {
  const { user = null, owner = '', scope = 'read' } = session.value ?? {};
  return (
    <div class="settings-parts">
      <div class="settings-row">
        <div>
          <p class="settings-name">{user ?? t('settings.account.key')}</p>
          <p class="muted">{t('settings.account.owner', { owner, scope: scopeText(scope) })}</p>
        </div>
        <Button icon={LogOut} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </div>
      {user === null ? (
        <p class="muted">{t('settings.account.key.password')}</p>
      ) : (
        <PasswordForm user={user} users={users} />
      )}
    </div>
  );
}
