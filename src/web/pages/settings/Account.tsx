import { useSignal } from '@preact/signals';
import { LogOut, Smartphone } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { passwordLength } from '../../../core/access/user.ts';
import { session, setPassword, leave } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { faultOf, showToast } from '../../components/feedback.tsx';
import { textIn } from '../../format/text.ts';
import { InputField } from '../../components/Field.tsx';
import { Form } from '../../components/Form.tsx';
import { t } from '../../messages/messages.ts';
import { householdText } from '../../household.ts';
import { passwordPart, scopeText } from './parts.tsx';
import { OwnLinkDialog } from './SignInLink.tsx';

/** Who is signed in, and the user's own password. */
export function Account() {
  const { user = null, scope = 'read' } = session.value ?? {};
  return (
    <div class="settings-parts">
      <div class="settings-row">
        <div>
          <p class="settings-name">{user ?? t('settings.account.key')}</p>
          <p class="muted">
            {t('settings.account.household', { household: householdText(), scope: scopeText(scope) })}
          </p>
        </div>
        <Button icon={LogOut} onClick={() => leave()}>
          {t('shell.signOut')}
        </Button>
      </div>
      {user !== null && <OtherDevice />}
      {user === null ? <p class="muted">{t('settings.account.key.password')}</p> : <PasswordForm user={user} />}
    </div>
  );
}

/** Signs the user in on another device, by a link or its QR code. */
function OtherDevice() {
  const isOpen = useSignal(false);
  return (
    <p>
      <Button icon={Smartphone} onClick={() => (isOpen.value = true)}>
        {t('settings.device')}
      </Button>
      {isOpen.value && <OwnLinkDialog onClose={() => (isOpen.value = false)} />}
    </p>
  );
}

/** Sets the password of the user. It is open by itself when there is none. */
function PasswordForm({ user }: { readonly user: string }) {
  const { hasWayBack = true, needsCurrent = true } = session.value ?? {};
  const isOpen = useSignal(false);
  const close = () => void (isOpen.value = false);
  if (needsCurrent && !hasWayBack) return <p class="notice">{t('settings.password.stale')}</p>;
  const fields = <PasswordFields user={user} isCurrentNeeded={needsCurrent} onDone={close} />;
  if (!hasWayBack) return <PasswordOffer>{fields}</PasswordOffer>;
  if (isOpen.value) return fields;
  return (
    <p>
      <Button onClick={() => (isOpen.value = true)}>{t('settings.password.change')}</Button>
    </p>
  );
}

/** Offers to set a password. If a link has led to it, its first field gets the focus. */
function PasswordOffer({ children }: { readonly children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (location.hash === passwordPart) place.current?.querySelector<HTMLElement>('input[type=password]')?.focus();
  }, []);
  return (
    <div class="settings-offer" ref={place}>
      <h3>{t('common.password.set')}</h3>
      <p>{t('settings.password.why')}</p>
      {children}
    </div>
  );
}

interface PasswordFieldsProps {
  readonly user: string;
  readonly isCurrentNeeded: boolean;
  readonly onDone: () => void;
}

export function PasswordFields({ user, isCurrentNeeded: isKnownToBeNeeded, onDone }: PasswordFieldsProps) {
  // The service wants it after a code that the user has made, too.
  const isAskedFor = useSignal(false);
  const isCurrentNeeded = isKnownToBeNeeded || isAskedFor.value;

  async function save(values: FormData, form: HTMLFormElement) {
    const current = isCurrentNeeded && { current: textIn(values, 'current') };
    await setPassword({ ...current, new: textIn(values, 'new') }).catch((error: unknown) => {
      isAskedFor.value ||= faultOf(error, 'current') !== undefined;
      throw error;
    });
    form.reset();
    showToast(t('settings.password.done'));
    onDone();
  }

  return (
    <Form action={t('settings.password.save')} onSend={save}>
      {/* Password managers want to know whose password it is. */}
      <input name="username" autocomplete="username" value={user} readOnly hidden />
      {isCurrentNeeded && (
        <InputField
          label={t('settings.password.current')}
          name="current"
          type="password"
          autocomplete="current-password"
          required
        />
      )}
      <InputField
        label={t('settings.password.new')}
        help={t('settings.password.length')}
        name="new"
        type="password"
        autocomplete="new-password"
        minLength={passwordLength.min}
        required
      />
    </Form>
  );
}
