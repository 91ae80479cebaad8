import type { InputHTMLAttributes } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { RequestRefused } from '../../../api/answers.ts';
import { useResource } from '../../../api/resource.ts';
import { messageOf } from '../../../components/feedback.tsx';
import { Field, Select } from '../../../components/Field.tsx';
import { units } from '../../../format/intervals.ts';
import { amountText } from '../../../format/money.ts';
import { choicesOf } from '../list.ts';
import { locale, t } from '../../../messages/messages.ts';
import { loadNewest } from '../../../subscriptions/api.ts';
import {
  currencies,
  detailFields,
  type DetailName,
  detailNames,
  isDetail,
  mainLabels,
  statuses,
} from '../../../subscriptions/fields.ts';
import { currencyWords, statusWords, unitWords } from '../../../subscriptions/words.ts';
import { controlOf, lengthMaxOf, type FormFault, type FormField, type FormValues } from './values.ts';

interface FieldsProps {
  readonly values: FormValues;
  readonly fault: Fault | undefined;
  readonly onChange: (part: Partial<FormValues>) => void;
}

/** The controls of what every subscription has. */
export function MainFields(props: FieldsProps) {
  return (
    <>
      <TextControl {...props} name="name" input={{ autofocus: true, dir: 'auto' }} />
      <div class="subs-pair">
        <TextControl {...props} name="amount" input={{ inputMode: 'decimal' }} />
        <SelectControl {...props} name="currency" options={optionsOf(currencies, currencyWords)} />
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
        <SelectControl {...props} name="status" options={optionsOf(statuses, statusWords)} />
      </div>
    </>
  );
}

/** The categories that are used already are offered. */
function CategoryField(props: FieldsProps) {
  const categories = useId();
  const known = useResource(loadNewest).data.value;
  return (
    <div>
      <TextControl {...props} name="category" input={{ list: categories }} />
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
          <Select
            name="unit"
            aria-label={labelOf('unit')}
            value={values.unit}
            options={optionsOf(units, (unit) => unitWords(unit, count))}
            onChoose={(unit) => onChange({ unit })}
          />
        </div>
      )}
    </Field>
  );
}

/** The controls of the details, folded unless there is something in them. */
export function DetailFields(props: FieldsProps) {
  const own = detailNames.filter((name) => detailFields[name].group === undefined);
  const isOpenAtFirst = useRef(own.some((name) => props.values[name] !== ''));
  const control = (name: DetailName) => <DetailControl key={name} {...props} name={name} />;
  return (
    <details class="subs-details" open={isOpenAtFirst.current}>
      <summary>{t('subscriptions.form.details')}</summary>
      {own.filter((name) => detailFields[name].isWide).map(control)}
      <div class="subs-pair">{own.filter((name) => !detailFields[name].isWide).map(control)}</div>
    </details>
  );
}

function DetailControl({ name, ...props }: FieldsProps & { readonly name: DetailName }) {
  const { values, fault, onChange } = props;
  const { control: kind, help, options, input = {} } = detailFields[name];
  if (options !== undefined) {
    const choices = Object.entries(options).map(([value, text]) => ({ value, text: t(text) }));
    return <SelectControl {...props} name={name} options={choices} />;
  }
  if (kind !== 'lines') return <TextControl {...props} name={name} help={help && t(help)} input={input} />;
  return (
    <Field label={labelOf(name)} error={errorAt(name, fault)}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={3}
          maxLength={lengthMaxOf(name)}
          dir="auto"
          value={values[name]}
          onInput={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

type TextName = { [Name in FormField]: string extends FormValues[Name] ? Name : never }[FormField];

interface TextControlProps extends FieldsProps {
  readonly name: TextName;
  readonly help?: string | undefined;
  /** Further attributes of the input. */
  readonly input?: InputHTMLAttributes;
}

/** A field with one line of text, or a day. */
function TextControl({ name, values, fault, onChange, help, input = {} }: TextControlProps) {
  return (
    <Field label={labelOf(name)} help={help} error={errorAt(name, fault)}>
      {(control) => (
        <input
          {...control}
          {...input}
          name={name}
          maxLength={lengthMaxOf(name)}
          autocomplete="off"
          value={values[name]}
          onInput={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

interface SelectControlProps<Name extends FormField, Value extends string> extends Omit<FieldsProps, 'values'> {
  readonly name: Name;
  readonly values: Readonly<Record<Name, Value>>;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
}

function SelectControl<Name extends FormField, Value extends string>(props: SelectControlProps<Name, Value>) {
  const { name, values, fault, onChange, options } = props;
  return (
    <Field label={labelOf(name)} error={errorAt(name, fault)}>
      {(control) => (
        <Select
          {...control}
          name={name}
          value={values[name]}
          options={options}
          onChoose={(chosen) => onChange({ [name]: chosen })}
        />
      )}
    </Field>
  );
}

function optionsOf<Value extends string>(values: readonly Value[], words: (value: Value) => string) {
  return values.map((value) => ({ value, text: words(value) }));
}

/** What is wrong with the form. */
export interface Fault {
  /** The control that is wrong; undefined when it is none of the form. */
  readonly control: FormField | undefined;
  /** The words at that control. */
  readonly label?: string;
  readonly message: string;
  /** Set when it is no fault of a control. */
  readonly error?: unknown;
}

/** The fault of a control whose value cannot be sent. */
export function clientFault(control: FormFault['field']): Fault {
  const example = amountText(9.99, locale.value);
  const messages = {
    name: t('subscriptions.form.name.error'),
    amount: t('subscriptions.form.amount.error', { example }),
    count: t('subscriptions.form.count.error'),
    lastPaymentDate: t('subscriptions.form.lastPaymentDate.error'),
    category: t('subscriptions.form.category.error'),
  };
  return { control, label: labelOf(control), message: messages[control] };
}

/** The fault that the service found. */
export function faultIn(error: unknown, values: FormValues): Fault {
  const message = messageOf(error);
  const field = error instanceof RequestRefused ? error.problem.field : undefined;
  const control = controlOf(field, values);
  if (control === undefined) return { control, message, error };
  return { control, label: labelOf(control), message };
}

/** The words at a control. */
export function labelOf(control: FormField): string {
  return t(isDetail(control) ? detailFields[control].label : mainLabels[control]);
}

/** What is wrong at a control, and how to correct it. */
function errorAt(name: FormField, fault: Fault | undefined) {
  return fault?.control === name ? fault.message : undefined;
}
