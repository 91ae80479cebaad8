import type { InputHTMLAttributes } from 'preact';
import { Field } from '../../../components/Field.tsx';
import type { FormField, FormValues } from '../model/formValues.ts';
import { labelOf, type Fault } from './faults.ts';

/** What every group of controls gets. */
export interface FieldsProps {
  readonly values: FormValues;
  readonly fault: Fault | undefined;
  readonly onChange: (part: Partial<FormValues>) => void;
}

type TextField = { [Name in FormField]: string extends FormValues[Name] ? Name : never }[FormField];

interface TextControlProps extends FieldsProps {
  readonly name: TextField;
  readonly help?: string;
  readonly isOptional?: boolean;
  /** Further attributes of the input. */
  readonly input?: InputHTMLAttributes;
}

/** A field with one line of text, or a day. */
export function TextControl({ name, values, fault, onChange, help, isOptional = false, input = {} }: TextControlProps) {
  return (
    <Field label={labelOf(name)} help={help} isOptional={isOptional} error={errorAt(name, fault)}>
      {(control) => (
        <input
          {...control}
          {...input}
          name={name}
          autocomplete="off"
          value={values[name]}
          onInput={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

/** The options of a select. */
export function Options<Value extends string>(props: {
  readonly chosen: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
}) {
  return (
    <>
      {props.options.map(({ value, text }) => (
        <option key={value} value={value} selected={value === props.chosen}>
          {text}
        </option>
      ))}
    </>
  );
}

/** What is wrong at a control, and how to correct it. */
export function errorAt(name: FormField, fault: Fault | undefined) {
  return fault?.control === name ? fault.message : undefined;
}
