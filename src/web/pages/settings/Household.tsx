import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { mayWrite, session } from '../../api/session.ts';
import { Button, DialogActions } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { errorBeside, ErrorNotice, faultOf, textIn, useAction } from '../../components/feedback.tsx';
import { Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { householdText, setHouseholdName } from '../../preferences.ts';

/** What the household is called. */
export function Household() {
  const isNaming = useSignal(false);
  return (
    <div class="settings-parts">
      <div class="settings-row">
        <div>
          <p class="settings-name">{householdText()}</p>
          <p class="muted">{t('settings.household.help')}</p>
        </div>
        {mayWrite.value && <Button onClick={() => (isNaming.value = true)}>{t('settings.household.rename')}</Button>}
      </div>
      {isNaming.value && <NameDialog onClose={() => (isNaming.value = false)} />}
    </div>
  );
}

function NameDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId();
  const { run, isBusy, error } = useAction(async (name: string) => {
    await setHouseholdName(name === '' ? null : name);
    onClose();
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void run(textIn(new FormData(event.currentTarget as HTMLFormElement), 'name').trim());
  }

  const action = t('subscriptions.form.save');
  const actions = (
    <DialogActions action={action} type="submit" form={formId} isBusy={isBusy.value} onCancel={onClose} />
  );
  return (
    <Dialog title={t('settings.household.rename')} onClose={onClose} actions={actions}>
      <form id={formId} class="form" onSubmit={submit}>
        <Field
          label={t('subscriptions.form.name')}
          help={t('settings.household.name.help')}
          error={faultOf(error.value, 'householdName')}
          isOptional
        >
          {(control) => (
            <input {...control} name="name" autocomplete="off" defaultValue={session.value?.householdName ?? ''} />
          )}
        </Field>
        <ErrorNotice error={errorBeside(error.value, ['householdName'])} />
      </form>
    </Dialog>
  );
}
