import type { Signal } from '@preact/signals';
import {
  type ComponentChildren,
  createContext,
  type InputHTMLAttributes,
  type JSX,
  type LooseInputHTMLAttributes,
  type SelectHTMLAttributes,
  type TargetedEvent,
} from 'preact';
import { useContext, useId } from 'preact/hooks';
import { t } from '../messages/messages.ts';
import { faultOf } from './feedback.tsx';
import { Choices } from './Segmented.tsx';

/** Why a form could not be sent, and the fields of the API whose faults its fields show. */
export const FormError = createContext<{ readonly error?: unknown; readonly shown: Set<string> }>({ shown: new Set() });

/** What is wrong with a field of the API, in the form around: whoever asks shows it. */
export function useFault(field: string | undefined): string | undefined {
  const { error, shown } = useContext(FormError);
  if (field === undefined) return undefined;
  shown.add(field);
  return faultOf(error, field);
}

/** What the control of a field needs, so that its label, help and error belong to it. */
interface ControlProps {
  readonly id: string;
  readonly name: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly name?: string | undefined;
  /** The field of the API that it is about; by default, that with its name. */
  readonly field?: string | undefined;
  readonly label: string;
  readonly help?: ComponentChildren;
  /** What is wrong with the value, and how to correct it; by default, what is wrong with the field of the API. */
  readonly error?: ComponentChildren;
  /** The value has changed since the error: it keeps its room, and is not shown. */
  readonly isCorrected?: boolean | undefined;
  /** There is always room for a help or an error of one line, so that nothing below moves. */
  readonly hasRoom?: boolean | undefined;
  readonly isOptional?: boolean | undefined;
  readonly children: (control: ControlProps) => JSX.Element;
}

/** A control of a form with its label, its help and its error. */
export function Field({ name, field = name, label, isOptional = false, children, ...own }: FieldProps) {
  const id = useId();
  const fault = useFault(field);
  const note = { ...own, error: own.error || fault };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="muted"> ({t('common.optional')})</span>}
      </label>
      {children({ id, name, ...noteProps(id, note) })}
      <FieldNote id={id} {...note} />
    </div>
  );
}

type NoteProps = Pick<FieldProps, 'help' | 'error' | 'isCorrected' | 'hasRoom'>;

function noteProps(id: string, { help, error, isCorrected }: NoteProps): Omit<ControlProps, 'id' | 'name'> {
  const isFaulty = Boolean(error) && isCorrected !== true;
  const parts = [help && `${id}-help`, isFaulty && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-describedby': parts === '' ? undefined : parts, 'aria-invalid': isFaulty };
}

function FieldNote({ id, help, error, isCorrected = false, hasRoom = false }: NoteProps & { readonly id: string }) {
  const parts = (
    <>
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p class={isCorrected ? 'error corrected' : 'error'} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </>
  );
  return hasRoom ? <div class="field-note">{parts}</div> : parts;
}

interface ChipsFrameProps extends NoteProps {
  readonly label: string;
  readonly boxes: ComponentChildren;
  /** Further controls that belong to the choice. */
  readonly children?: ComponentChildren;
}

function ChipsFrame({ label, boxes, children, ...note }: ChipsFrameProps) {
  const id = useId();
  return (
    <fieldset class="field" {...noteProps(id, note)} aria-invalid={undefined}>
      <legend>{label}</legend>
      <div class="chips">{boxes}</div>
      {children}
      <FieldNote id={id} {...note} />
    </fieldset>
  );
}

interface Options<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly text: string }[];
}

interface ChipsProps<Value extends string> extends Options<Value>, Omit<ChipsFrameProps, 'boxes'> {
  readonly name: string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one of a few values of a form, all in sight, with its label, its help and its error. Its children belong to it. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { name, options, value, onChoose, ...frame } = props;
  const isChosen = (one: Value) => one === value;
  return <ChipsFrame {...frame} boxes={<Choices type="radio" {...{ name, options, isChosen }} onTurn={onChoose} />} />;
}

interface CheckChipsProps extends Options<string>, Omit<ChipsFrameProps, 'boxes'> {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A choice of any number of values of a form, all in sight, with its label, its help and its error. */
export function CheckChips({ options, chosen, onChange, ...frame }: CheckChipsProps) {
  const turn = (value: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value));
  const isChosen = (one: string) => chosen.includes(one);
  return <ChipsFrame {...frame} boxes={<Choices type="checkbox" {...{ options, isChosen }} onTurn={turn} />} />;
}

interface CheckBoxProps {
  readonly name?: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}

export function CheckBox({ name, isOn, onTurn, children }: CheckBoxProps) {
  return (
    <label class="subs-tag">
      <input
        type="checkbox"
        name={name}
        checked={isOn}
        onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

type OwnProps = Omit<FieldProps, 'children'>;

/** What belongs to the field, and what to its control. */
function split<Props extends OwnProps>(props: Props) {
  const { name, field, label, help, error, isCorrected, hasRoom, isOptional, ...control } = props;
  return { own: { name, field, label, help, error, isCorrected, hasRoom, isOptional }, control };
}

interface InputFieldProps extends OwnProps, Omit<LooseInputHTMLAttributes, keyof OwnProps | 'role' | 'value'> {
  readonly value?: string;
  /** Holds what is typed. */
  readonly text?: Signal<string>;
}

/** A field with a line of text, a day, or what else an input takes. */
export function InputField({ text, ...props }: InputFieldProps) {
  const { own, control } = split(props);
  const bound = text && {
    value: text.value,
    onInput: (event: TargetedEvent<HTMLInputElement>) => void (text.value = event.currentTarget.value),
  };
  return <Field {...own}>{(given) => <input {...given} {...(control as InputHTMLAttributes)} {...bound} />}</Field>;
}

/** A field with a choice of one value out of a list that opens. */
export function SelectField<Value extends string>(props: OwnProps & SelectProps<Value>) {
  const { own, control } = split(props);
  return <Field {...own}>{(given) => <Select {...given} {...control} />}</Field>;
}

interface SelectProps<Value extends string>
  extends Options<Value>, Omit<SelectHTMLAttributes, 'value' | 'onChange' | 'role' | 'multiple' | 'size'> {
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

export function Select<Value extends string>({ options, value, onChoose, ...rest }: SelectProps<Value>) {
  function choose(text: string) {
    const chosen = options.find((option) => option.value === text);
    if (chosen !== undefined) onChoose(chosen.value);
  }

  return (
    <select {...rest} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
