import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { passwordLength } from '../../../domain/users/user.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Field } from '../../components/Field.tsx';
import { showToast } from '../../components/Toast.tsx';
import { errorBeside, faultOf, textIn, useAction } from '../../components/useAction.ts';
import { t } from '../../messages/messages.ts';
import { ScopeField } from './ScopeField.tsx';

const minLength = passwordLength.min;

interface AddPersonDialogProps {
  readonly onClose: () => void;
  /** Called with a person who has no password yet, and so needs a sign-in link. */
  readonly onAdded: (user: Schemas['User']) => void;
}

/** Adds a person of the household. */
export function AddPersonDialog({ onClose, onAdded }: AddPersonDialogProps) {
  const formId = useId();
  const scope = useSignal<Schemas['Scope']>('write');
  const { run, isBusy, error } = useAction(async (body: Schemas['UserDraft']) => {
    const { data } = await bodyOf(api.POST('/api/v1/users', { body }));
    showToast(t('settings.people.added', { name: data.name }));
    onClose();
    if (!data.hasPassword) onAdded(data);
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const password = textIn(form, 'password');
    void run({ name: textIn(form, 'name').trim(), scope: scope.value, ...(password !== '' && { password }) });
  }

  const actions = (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button type="submit" kind="primary" form={formId} isBusy={isBusy.value}>
        {t('settings.people.add.do')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('settings.people.add')} onClose={onClose} actions={actions}>
      <form id={formId} class="form" onSubmit={submit}>
        <Field label={t('settings.name')} help={t('settings.people.name.help')} error={faultOf(error.value, 'name')}>
          {(control) => <input {...control} name="name" autocomplete="off" autocapitalize="none" required />}
        </Field>
        <ScopeField
          value={scope.value}
          onChange={(chosen) => (scope.value = chosen)}
          error={faultOf(error.value, 'scope')}
        />
        <Field
          label={t('settings.people.password')}
          help={t('settings.people.password.help')}
          error={faultOf(error.value, 'password')}
          isOptional
        >
          {(control) => (
            <input {...control} name="password" type="password" autocomplete="new-password" minLength={minLength} />
          )}
        </Field>
        <ErrorNotice error={errorBeside(error.value, ['name', 'scope', 'password'])} />
      </form>
    </Dialog>
  );
}
