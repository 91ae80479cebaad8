import { useSignal } from '@preact/signals';
import { mayWrite, session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { FormDialog } from '../../components/Dialog.tsx';
import { faultOf, textIn, useAction } from '../../components/feedback.tsx';
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
  const naming = useAction(async (name: string) => {
    await setHouseholdName(name === '' ? null : name);
    onClose();
  });
  return (
    <FormDialog
      title={t('settings.household.rename')}
      action={t('subscriptions.form.save')}
      sending={naming}
      fields={['householdName']}
      onSubmit={(form) => void naming.run(textIn(form, 'name').trim())}
      onClose={onClose}
    >
      <Field
        label={t('subscriptions.form.name')}
        help={t('settings.household.name.help')}
        error={faultOf(naming.error.value, 'householdName')}
        isOptional
      >
        {(control) => (
          <input {...control} name="name" autocomplete="off" defaultValue={session.value?.householdName ?? ''} />
        )}
      </Field>
    </FormDialog>
  );
}
