import type { ComponentChildren } from 'preact';
import { type Credential, session, signIn } from '../../api/session.ts';
import { storedSignal } from '../../api/storage.ts';
import { Button } from '../../components/Button.tsx';
import { errorBeside, ErrorNotice, faultOf, textIn, useAction } from '../../components/feedback.tsx';
import { Field, Segmented } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { typedCode } from './link.ts';

const methods = ['password', 'code', 'key'] as const;
type Method = (typeof methods)[number];

/** What the user signed in with last on this device. */
const method = storedSignal<Method>('signInMethod', (stored) => methods.find((one) => one === stored) ?? 'password');

/** Signs in with a password, a code or an API key. */
export function SignInForm() {
  const options = [
    { value: 'password', text: t('signIn.password') },
    { value: 'code', text: t('signIn.method.code') },
    { value: 'key', text: t('signIn.key') },
  ] as const;
  return (
    <div class="form">
      <Segmented label={t('signIn.method')} options={options} choice={method} />
      {method.value === 'password' && <PasswordForm />}
      {method.value === 'code' && <CodeForm />}
      {method.value === 'key' && <KeyForm />}
    </div>
  );
}

function PasswordForm() {
  const user = session.peek()?.user ?? '';
  return (
    <CredentialForm
      read={(form) => ({ user: textIn(form, 'username').trim(), password: textIn(form, 'password') })}
      fields={['user', 'password']}
    >
      {(error) => (
        <>
          <Field label={t('signIn.user')} error={faultOf(error, 'user')}>
            {(control) => (
              <input
                {...control}
                name="username"
                defaultValue={user}
                autocomplete="username"
                autocapitalize="none"
                required
              />
            )}
          </Field>
          <Field label={t('signIn.password')} error={faultOf(error, 'password')}>
            {(control) => (
              <input {...control} name="password" type="password" autocomplete="current-password" required />
            )}
          </Field>
        </>
      )}
    </CredentialForm>
  );
}

function CodeForm() {
  return (
    <CredentialForm read={(form) => ({ code: typedCode(textIn(form, 'code')) })} fields={['code']}>
      {(error) => (
        <Field label={t('signIn.code')} help={t('signIn.code.help')} error={faultOf(error, 'code')}>
          {(control) => (
            <input
              {...control}
              name="code"
              autocomplete="one-time-code"
              autocapitalize="characters"
              spellcheck={false}
              required
            />
          )}
        </Field>
      )}
    </CredentialForm>
  );
}

function KeyForm() {
  return (
    <CredentialForm read={(form) => ({ apiKey: textIn(form, 'key').trim() })} fields={['apiKey']}>
      {(error) => (
        <Field label={t('signIn.key')} help={t('signIn.key.help')} error={faultOf(error, 'apiKey')}>
          {(control) => <input {...control} name="key" type="password" autocomplete="off" required />}
        </Field>
      )}
    </CredentialForm>
  );
}

interface CredentialFormProps {
  readonly read: (form: FormData) => Credential;
  /** The fields that show what is wrong with them. */
  readonly fields: readonly string[];
  /** Renders the fields; `error` is why the last attempt failed. */
  readonly children: (error: unknown) => ComponentChildren;
}

/** The browser keeps the values of the fields: a password manager fills them in its own way. */
function CredentialForm({ read, fields, children }: CredentialFormProps) {
  const { run, isBusy, error } = useAction(signIn);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void run(read(new FormData(event.currentTarget as HTMLFormElement)));
  }

  return (
    <form class="form" onSubmit={submit}>
      {children(error.value)}
      <ErrorNotice error={errorBeside(error.value, fields)} />
      <Button type="submit" kind="primary" isBusy={isBusy.value}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
