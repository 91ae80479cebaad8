import { useSignal } from '@preact/signals';
import { api, bodyOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { mayWrite, refreshSession, session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { showToast } from '../../components/feedback.tsx';
import { textIn } from '../../format/text.ts';
import { householdText } from '../../household.ts';
import { InputField } from '../../components/Field.tsx';
import { FormDialog } from '../../components/Form.tsx';
import { t } from '../../messages/messages.ts';
import { Budget } from './Budget.tsx';

/** What the household is called, and how much it stores of what the server limits. */
export function Household() {
  const isNaming = useSignal(false);
  const name = session.value?.householdName ?? null;
  return (
    <div class="settings-parts">
      <div class="settings-row">
        <div>
          <p class="settings-name">{name === null ? t('settings.household.unnamed') : householdText()}</p>
          <p class="muted">{t('settings.household.help')}</p>
        </div>
        {mayWrite.value && <Button onClick={() => (isNaming.value = true)}>{t('settings.household.rename')}</Button>}
      </div>
      <Budget />
      <Stored />
      {isNaming.value && <NameDialog onClose={() => (isNaming.value = false)} />}
    </div>
  );
}

async function storeHouseholdName(householdName: string | null): Promise<void> {
  await bodyOf(api.PATCH('/api/v1/preferences', { body: { householdName } }));
  await refreshSession();
}

const limited = [
  ['subscriptions', 'settings.household.stored.subscriptions'],
  ['payments', 'settings.household.stored.payments'],
  ['auditEntries', 'settings.household.stored.activity'],
] as const;

/** How much is stored of what the server limits; nothing on a server without limits. */
function Stored() {
  const { data } = useResource((signal) => bodyOf(api.GET('/api/v1/usage', { signal })));
  const rows = limited.flatMap(([name, text]) => {
    const { count = 0, limit } = data.value?.usage[name] ?? {};
    return limit === undefined ? [] : [t(text, { count, limit })];
  });
  if (rows.length === 0) return null;
  return (
    <ul class="muted">
      {rows.map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  );
}

function NameDialog({ onClose }: { readonly onClose: () => void }) {
  async function save(form: FormData) {
    const before = session.peek()?.householdName ?? null;
    await storeHouseholdName(textIn(form, 'householdName').trim() || null);
    showToast(t('common.household.done'), () => storeHouseholdName(before));
    onClose();
  }
  return (
    <FormDialog
      title={t('settings.household.rename')}
      action={t('subscriptions.form.save')}
      onSend={save}
      onClose={onClose}
    >
      <InputField
        label={t('subscriptions.form.name')}
        help={t('settings.household.name.help')}
        isOptional
        name="householdName"
        autocomplete="off"
        defaultValue={session.value?.householdName ?? ''}
      />
    </FormDialog>
  );
}
