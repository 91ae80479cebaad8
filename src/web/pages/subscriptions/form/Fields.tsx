import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';
import { Field, InputField, SelectField } from '../../../components/Field.tsx';
import { t } from '../../../messages/messages.ts';
import { detailFields, type DetailName, detailNames } from '../../../subscriptions/detailFields.ts';
import { errorAt, type Fault, labelOf } from './faults.ts';
import { type FormField, type FormValues, lengthMaxOf } from './values.ts';

/** What the controls of the form are made of. */
export interface FieldsProps {
  readonly values: FormValues;
  readonly faults: readonly Fault[];
  readonly onChange: (part: Partial<FormValues>) => void;
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
  const { values, faults, onChange } = props;
  const { control: kind, help, options, input = {} } = detailFields[name];
  if (options !== undefined) {
    const choices = Object.entries(options).map(([value, text]) => ({ value, text: t(text) }));
    return <SelectControl {...props} name={name} options={choices} />;
  }
  if (kind !== 'lines') return <TextControl {...props} name={name} help={help && t(help)} input={input} />;
  return (
    <Field label={labelOf(name)} {...errorAt(name, faults)}>
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

type TextName = {
  [Name in FormField]: [FormValues[Name], string] extends [string, FormValues[Name]] ? Name : never;
}[FormField];

interface TextControlProps extends FieldsProps {
  readonly name: TextName;
  readonly help?: ComponentChildren;
  readonly hasRoom?: boolean;
  readonly input?: InputHTMLAttributes;
}

/** A field with one line of text, or a day. */
export function TextControl({ name, values, faults, onChange, help, hasRoom = false, input = {} }: TextControlProps) {
  return (
    <InputField
      label={labelOf(name)}
      help={help}
      hasRoom={hasRoom}
      {...errorAt(name, faults)}
      {...input}
      name={name}
      maxLength={lengthMaxOf(name)}
      autocomplete="off"
      value={values[name]}
      onInput={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

interface SelectControlProps<Name extends FormField, Value extends string> extends Omit<FieldsProps, 'values'> {
  readonly name: Name;
  readonly values: Readonly<Record<Name, Value>>;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly hasRoom?: boolean;
}

export function SelectControl<Name extends FormField, Value extends string>(props: SelectControlProps<Name, Value>) {
  const { name, values, faults, onChange, options, hasRoom = false } = props;
  return (
    <SelectField
      label={labelOf(name)}
      hasRoom={hasRoom}
      {...errorAt(name, faults)}
      name={name}
      value={values[name]}
      options={options}
      onChoose={(chosen) => onChange({ [name]: chosen })}
    />
  );
}

export function optionsOf<Value extends string>(values: readonly Value[], words: (value: Value) => string) {
  return values.map((value) => ({ value, text: words(value) }));
}
