import { useSignal } from '@preact/signals';
import { signIn } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';

/** Signs in with an API key. */
export function SignInForm() {
  const apiKey = useSignal('');
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);

  async function submit(event: Event) {
    event.preventDefault();
    isBusy.value = true;
    error.value = undefined;
    try {
      await signIn({ apiKey: apiKey.value.trim() });
    } catch (reason) {
      error.value = reason;
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <form class="form" onSubmit={submit}>
      <Field label={t('signIn.key')} help={t('signIn.key.help')}>
        {(control) => (
          <input
            {...control}
            type="password"
            autocomplete="current-password"
            required
            value={apiKey.value}
            onInput={(event) => (apiKey.value = event.currentTarget.value)}
          />
        )}
      </Field>
      <ErrorNotice error={error.value} />
      <Button type="submit" kind="primary" isBusy={isBusy.value}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
