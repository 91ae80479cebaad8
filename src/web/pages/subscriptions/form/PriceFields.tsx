import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Field } from '../../../components/Field.tsx';
import { amountText } from '../../../format/money.ts';
import { locale, t } from '../../../messages/messages.ts';
import { stepLines } from '../../../subscriptions/detailFields.ts';
import { errorAt } from './faults.ts';
import type { FieldsProps } from './Fields.tsx';
import { amountIn } from './values.ts';

/** The controls of a price that changes on a day, and of an amount that varies. */
export function PriceFields(props: FieldsProps) {
  const { values, onChange } = props;
  const isOpenAtFirst = useRef(values.priceSteps !== '' || values.amountVaries !== '');
  return (
    <details class="subs-details" open={isOpenAtFirst.current}>
      <summary>{t('subscriptions.form.price')}</summary>
      <StepField {...props} />
      <label class="subs-tag">
        <input
          type="checkbox"
          name="amountVaries"
          checked={values.amountVaries !== ''}
          onChange={({ currentTarget }) => onChange({ amountVaries: currentTarget.checked ? 'true' : '' })}
        />
        {t('subscriptions.form.amountVaries')}
      </label>
    </details>
  );
}

/** The first planned price: its day and its amount. Those after it, which programs may have stored, stay. */
function StepField({ values, faults, onChange }: FieldsProps) {
  const [[from, amount] = ['', ''], ...others] = stepLines(values.priceSteps);
  const typed = useSignal(amount === '' ? '' : amountText(Number(amount), locale.peek()));
  const change = (day: string, text: string) => {
    typed.value = text;
    // What is no amount is sent as it is, so that the service says so.
    const first = day === '' && text === '' ? [] : [[day, String(amountIn({ amount: text }, locale.peek()) ?? text)]];
    onChange({ priceSteps: [...first, ...others].map((step) => step.join(' ')).join('\n') });
  };
  const { error, isCorrected } = errorAt('priceSteps', faults);
  return (
    <div class="subs-pair even">
      <Field label={t('subscriptions.form.priceStep.on')} error={error} isCorrected={isCorrected}>
        {(control) => (
          <input
            {...control}
            type="date"
            name="priceSteps"
            value={from}
            onInput={({ currentTarget }) => change(currentTarget.value, typed.peek())}
          />
        )}
      </Field>
      <Field label={t('subscriptions.form.priceStep.to')}>
        {(control) => (
          <input
            {...control}
            name="priceStepAmount"
            inputMode="decimal"
            autocomplete="off"
            value={typed.value}
            onInput={({ currentTarget }) => change(from, currentTarget.value)}
          />
        )}
      </Field>
    </div>
  );
}
