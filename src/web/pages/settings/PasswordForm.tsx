import { useSignal } from '@preact/signals';
import { isFreshFromCode, mayManage, setPassword } from '../../api/session.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Field } from '../../components/Field.tsx';
import { showToast } from '../../components/Toast.tsx';
import { errorBeside, faultOf, textIn, useAction } from '../../components/useAction.ts';
import { t } from '../../messages/messages.ts';
import { loadUsers } from './data.ts';

/** Sets the password of the user. It is open by itself when the user has none, or has signed in with a code just now. */
export function PasswordForm({ user }: { readonly user: string }) {
  // Only admins see who has a password.
  const users = useResource((abort) => (mayManage.value ? loadUsers(abort) : Promise.resolve([])));
  const hasPassword = users.data.value?.find(({ name }) => name === user)?.hasPassword;
  const isFresh = isFreshFromCode();
  const isOpen = useSignal(false);
  if (users.data.value === undefined && users.isLoading.value) return null;
  if (hasPassword === false && !isFresh) return <p class="notice">{t('settings.password.stale')}</p>;
  const isOffered = hasPassword === false || (isFresh && hasPassword === undefined);
  if (!isOffered && !isOpen.value) {
    return (
      <p>
        <Button onClick={() => (isOpen.value = true)}>{t('settings.password.change')}</Button>
      </p>
    );
  }
  return (
    <div class={isOffered ? 'settings-offer' : undefined}>
      {isOffered && (
        <>
          <h3>{t('settings.password.set')}</h3>
          <p>{t('settings.password.why')}</p>
        </>
      )}
      <PasswordFields user={user} isCurrentNeeded={!isFresh} onDone={() => (isOpen.value = false)} />
    </div>
  );
}

interface PasswordFieldsProps {
  readonly user: string;
  readonly isCurrentNeeded: boolean;
  readonly onDone: () => void;
}

function PasswordFields({ user, isCurrentNeeded, onDone }: PasswordFieldsProps) {
  const { run, isBusy, error } = useAction(setPassword);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const values = new FormData(form);
    const current = isCurrentNeeded && { current: textIn(values, 'current') };
    if (!(await run({ ...current, new: textIn(values, 'new') }))) return;
    form.reset();
    showToast(t('settings.password.done'));
    onDone();
  }

  const shownAtFields = isCurrentNeeded ? ['current', 'new'] : ['new'];
  return (
    <form class="form" onSubmit={submit}>
      {/* Password managers want to know whose password it is. */}
      <input name="username" autocomplete="username" value={user} readOnly hidden />
      {isCurrentNeeded && (
        <Field label={t('settings.password.current')} error={faultOf(error.value, 'current')}>
          {(control) => (
            <input {...control} name="current" type="password" autocomplete="current-password" required />
          )}
        </Field>
      )}
      <Field
        label={t('settings.password.new')}
        help={t('settings.password.length')}
        error={faultOf(error.value, 'new')}
      >
        {(control) => (
          <input {...control} name="new" type="password" autocomplete="new-password" minLength={10} required />
        )}
      </Field>
      <ErrorNotice error={errorBeside(error.value, shownAtFields)} />
      <Button type="submit" kind="primary" isBusy={isBusy.value}>
        {t('settings.password.save')}
      </Button>
    </form>
  );
}
