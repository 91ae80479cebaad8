import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { loadPreferences } from '../../api/preferences.ts';
import { useResource } from '../../api/resource.ts';
import { currencies, mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Loaded, showToast } from '../../components/feedback.tsx';
import { InputField, SelectField } from '../../components/Field.tsx';
import { FormDialog } from '../../components/Form.tsx';
import { money } from '../../format/format.ts';
import { amountText, parseAmount } from '../../format/money.ts';
import { textIn } from '../../format/text.ts';
import { locale, t } from '../../messages/messages.ts';
import { amountFault } from '../../subscriptions/amountFault.ts';

type MonthlyBudget = Schemas['Preferences']['monthlyBudget'];

/** What the household wants to spend in a month, at most. */
export function Budget() {
  const isChanging = useSignal(false);
  const preferences = useResource(loadPreferences);
  return (
    <Loaded resource={preferences} lines={2}>
      {({ monthlyBudget: budget }) => (
        <div class="settings-row">
          <div>
            <p class="settings-name">
              {budget === null
                ? t('settings.budget.none')
                : t('settings.budget.of', { amount: money(budget.amount, budget.currency) })}
            </p>
            <p class="muted">{t('settings.budget.help')}</p>
          </div>
          {mayWrite.value && <Button onClick={() => (isChanging.value = true)}>{t('settings.budget.change')}</Button>}
          {isChanging.value && <BudgetDialog budget={budget} onClose={() => (isChanging.value = false)} />}
        </div>
      )}
    </Loaded>
  );
}

function BudgetDialog({ budget, onClose }: { readonly budget: MonthlyBudget; readonly onClose: () => void }) {
  const currency = useSignal(budget?.currency ?? currencies.value[0] ?? '');
  const isWrong = useSignal(false);
  async function save(form: FormData) {
    const text = textIn(form, 'monthlyBudget').trim();
    const amount = parseAmount(text, locale.value);
    isWrong.value = text !== '' && amount === undefined;
    if (isWrong.value) return;
    await store(amount === undefined ? null : { amount, currency: currency.value });
    showToast(t('settings.budget.done'), () => store(budget));
    onClose();
  }

  const shown = budget === null ? '' : amountText(budget.amount, locale.value, budget.currency);
  return (
    <FormDialog
      title={t('settings.budget.change')}
      action={t('subscriptions.form.save')}
      onSend={save}
      onClose={onClose}
    >
      <InputField
        label={t('subscriptions.form.amount')}
        help={t('settings.budget.empty')}
        error={isWrong.value && amountFault()}
        isOptional
        name="monthlyBudget"
        inputMode="decimal"
        autocomplete="off"
        defaultValue={shown}
      />
      <SelectField
        label={t('overview.currency')}
        value={currency.value}
        options={offered(budget).map((code) => ({ value: code, text: code }))}
        onChoose={(code) => (currency.value = code)}
      />
    </FormDialog>
  );
}

/** The currencies to choose from, with the one of the present budget. */
function offered(budget: MonthlyBudget): readonly string[] {
  return Array.from(new Set([...currencies.value, ...(budget === null ? [] : [budget.currency])]));
}

function store(monthlyBudget: MonthlyBudget): Promise<unknown> {
  return bodyOf(api.PATCH('/api/v1/preferences', { body: { monthlyBudget } }));
}
