import type { InputHTMLAttributes } from 'preact';
import { type Credential, session, signIn } from '../../api/session.ts';
import { storedSignal } from '../../api/storage.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { errorBeside, ErrorNotice, faultOf, useAction } from '../../components/feedback.tsx';
import { textIn } from '../../format/text.ts';
import { InputField } from '../../components/Field.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { typedCode } from './link.ts';

const methods = ['password', 'code', 'key'] as const;
type Method = (typeof methods)[number];

/** What the user signed in with last on this device. */
const method = storedSignal<Method>('signInMethod', (stored) => methods.find((one) => one === stored) ?? 'password');

interface CredentialInput {
  /** The field of the API whose faults it shows. */
  readonly field: string;
  readonly label: PlainMessageKey;
  readonly help?: PlainMessageKey;
  readonly isSecret?: boolean;
  readonly input: Pick<InputHTMLAttributes, 'name' | 'autocomplete' | 'autocapitalize' | 'spellcheck'>;
}

interface CredentialFormProps {
  readonly inputs: readonly CredentialInput[];
  readonly read: (form: FormData) => Credential;
}

const user: CredentialInput = {
  field: 'user',
  label: 'signIn.user',
  input: { name: 'username', autocomplete: 'username', autocapitalize: 'none' },
};
const password: CredentialInput = {
  field: 'password',
  label: 'signIn.password',
  isSecret: true,
  input: { name: 'password', autocomplete: 'current-password' },
};
const code: CredentialInput = {
  field: 'code',
  label: 'signIn.code',
  help: 'signIn.code.help',
  input: { name: 'code', autocomplete: 'one-time-code', autocapitalize: 'characters', spellcheck: false },
};
const key: CredentialInput = {
  field: 'apiKey',
  label: 'signIn.key',
  help: 'signIn.key.help',
  isSecret: true,
  input: { name: 'key', autocomplete: 'off' },
};

const forms: Readonly<Record<Method, CredentialFormProps>> = {
  password: {
    inputs: [user, password],
    read: (form) => ({ user: textIn(form, 'username').trim(), password: textIn(form, 'password') }),
  },
  code: { inputs: [code], read: (form) => ({ code: typedCode(textIn(form, 'code')) }) },
  key: { inputs: [key], read: (form) => ({ apiKey: textIn(form, 'key').trim() }) },
};

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
      <CredentialForm key={method.value} {...forms[method.value]} />
    </div>
  );
}

/** The same over a page whose session has ended. */
export function SignInAgain({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('shell.ended.title')} onClose={onClose}>
      <p>{t('shell.ended.kept')}</p>
      <SignInForm />
    </Dialog>
  );
}

/** The browser keeps the values of the fields: a password manager fills them in its own way. */
function CredentialForm({ inputs, read }: CredentialFormProps) {
  const { run, isBusy, error } = useAction(signIn);
  const shownAtFields = inputs.map(({ field }) => field);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void run(read(new FormData(event.currentTarget as HTMLFormElement)));
  }

  return (
    <form class="form" onSubmit={submit}>
      {inputs.map(({ field, label, help, isSecret = false, input }) => (
        <InputField
          key={field}
          label={t(label)}
          help={help && t(help)}
          error={faultOf(error.value, field)}
          {...input}
          {...(field === 'user' && { defaultValue: session.peek()?.user ?? '' })}
          {...(isSecret && { type: 'password' as const })}
          required
        />
      ))}
      <ErrorNotice error={errorBeside(error.value, shownAtFields)} />
      <Button type="submit" kind="primary" isBusy={isBusy.value}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
