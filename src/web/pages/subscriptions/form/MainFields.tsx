import { useId } from 'preact/hooks';
import { useResource } from '../../../api/resource.ts';
import { Field } from '../../../components/Field.tsx';
import { t } from '../../../messages/messages.ts';
import { choicesOf } from '../model/listEntries.ts';
import { units } from '../../../format/intervals.ts';
import { currencies, statuses } from '../model/record.ts';
import { loadNewest } from '../requests.ts';
import { currencyWords, statusWords, unitWords } from '../words.ts';
import { errorAt, Options, TextControl, type FieldsProps } from './controls.tsx';
import { labelOf } from './faults.ts';

/** The controls of what every subscription has. */
export function MainFields(props: FieldsProps) {
  return (
    <>
      <TextControl {...props} name="name" input={{ maxLength: 120, autofocus: true, dir: 'auto' }} />
      <div class="subs-pair">
        <TextControl {...props} name="amount" input={{ inputMode: 'decimal' }} />
        <CurrencyField {...props} />
      </div>
      <div class="subs-pair">
        <IntervalField {...props} />
        <TextControl
          {...props}
          name="lastPaymentDate"
          help={t('subscriptions.form.lastPaymentDate.help')}
          input={{ type: 'date' }}
        />
      </div>
      <div class="subs-pair">
        <CategoryField {...props} />
        <StatusField {...props} />
      </div>
    </>
  );
}

function CurrencyField({ values, fault, onChange }: FieldsProps) {
  return (
    <Field label={labelOf('currency')} error={errorAt('currency', fault)}>
      {(control) => (
        <select
          {...control}
          name="currency"
          value={values.currency}
          onChange={(event) => onChange({ currency: found(currencies, event.currentTarget.value) ?? values.currency })}
        >
          <Options
            chosen={values.currency}
            options={currencies.map((value) => ({ value, text: currencyWords(value) }))}
          />
        </select>
      )}
    </Field>
  );
}

/** The categories that are used already are offered. */
function CategoryField(props: FieldsProps) {
  const categories = useId();
  const known = useResource(loadNewest).data.value;
  return (
    <div>
      <TextControl {...props} name="category" input={{ list: categories, maxLength: 80 }} />
      <datalist id={categories}>
        {choicesOf(known ?? []).categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
    </div>
  );
}

function IntervalField({ values, fault, onChange }: FieldsProps) {
  const count = /^\d+$/.test(values.count) ? Number(values.count) : 2;
  return (
    <Field label={labelOf('count')} error={errorAt('count', fault)}>
      {(control) => (
        <div class="subs-interval">
          <input
            {...control}
            name="count"
            inputMode="numeric"
            autocomplete="off"
            value={values.count}
            onInput={(event) => onChange({ count: event.currentTarget.value.trim() })}
          />
          <select
            name="unit"
            aria-label={labelOf('unit')}
            value={values.unit}
            onChange={(event) => onChange({ unit: found(units, event.currentTarget.value) ?? values.unit })}
          >
            <Options chosen={values.unit} options={units.map((value) => ({ value, text: unitWords(value, count) }))} />
          </select>
        </div>
      )}
    </Field>
  );
}

function StatusField({ values, fault, onChange }: FieldsProps) {
  return (
    <Field label={labelOf('status')} error={errorAt('status', fault)}>
      {(control) => (
        <select
          {...control}
          name="status"
          value={values.status}
          onChange={(event) => onChange({ status: found(statuses, event.currentTarget.value) ?? values.status })}
        >
          <Options chosen={values.status} options={statuses.map((value) => ({ value, text: statusWords(value) }))} />
        </select>
      )}
    </Field>
  );
}

function found<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}
