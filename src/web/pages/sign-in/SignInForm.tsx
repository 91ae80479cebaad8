import type { ComponentProps } from 'preact';
import { type Credential, session, signIn } from '../../api/session.ts';
import { storedSignal } from '../../api/storage.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { textIn } from '../../format/text.ts';
import { InputField } from '../../components/Field.tsx';
import { Form } from '../../components/Form.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { typedCode } from './link.ts';

const methods = ['password', 'code', 'key'] as const;
type Method = (typeof methods)[number];

/** What the user signed in with last on this device. */
const method = storedSignal<Method>('signInMethod', (stored) => methods.find((one) => one === stored) ?? 'password');

type Input = Pick<
  ComponentProps<typeof InputField>,
  'name' | 'field' | 'type' | 'autocomplete' | 'autocapitalize' | 'spellcheck'
>;

interface CredentialInput extends Input {
  readonly label: PlainMessageKey;
  readonly help?: PlainMessageKey;
}

interface CredentialFormProps {
  readonly inputs: readonly CredentialInput[];
  readonly read: (form: FormData) => Credential;
}

const user: CredentialInput = {
  label: 'signIn.user',
  name: 'username',
  field: 'user',
  autocomplete: 'username',
  autocapitalize: 'none',
};
const password: CredentialInput = {
  label: 'signIn.password',
  name: 'password',
  type: 'password',
  autocomplete: 'current-password',
};
const code: CredentialInput = {
  label: 'signIn.code',
  help: 'signIn.code.help',
  name: 'code',
  autocomplete: 'one-time-code',
  autocapitalize: 'characters',
  spellcheck: false,
};
const key: CredentialInput = {
  label: 'signIn.key',
  help: 'signIn.key.help',
  name: 'key',
  field: 'apiKey',
  type: 'password',
  autocomplete: 'off',
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
  return (
    <Form action={t('signIn.submit')} onSend={(values) => signIn(read(values))}>
      {inputs.map(({ label, help, ...input }) => (
        <InputField
          key={input.name}
          label={t(label)}
          help={help && t(help)}
          {...input}
          {...(input.field === 'user' && { defaultValue: session.peek()?.user ?? '' })}
          required
        />
      ))}
    </Form>
  );
}
