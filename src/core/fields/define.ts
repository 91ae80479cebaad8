import {
  Kind,
  Type,
  TypeRegistry,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
} from '@sinclair/typebox';
import { isNamed } from './schemaMarks.ts';

/**
 * A type of a field or query parameter. Rules that JSON Schema can express are in the schema, so that the OpenAPI document
 * has them, too.
 */
export interface FieldType {
  check(value: unknown, schema: TSchema): boolean;
  /** The rule in words that follow "must be". */
  rule(schema: TSchema): string;
  /** How to correct a value, where the rule with an example does not say it. */
  fix?(value: unknown, schema: TSchema): string;
  /** A valid value as it is stored, where that is another one. */
  stored?(value: never): unknown;
}

const fieldTypes = new Map<string, FieldType>();

/** Defines a field type, and gives the function that makes its schemas. */
export function define<Value>(kind: string, jsonSchema: Record<string, unknown>, type: FieldType) {
  fieldTypes.set(kind, type);
  TypeRegistry.Set(kind, (schema: TSchema, value) => keepsRule(schema, value));
  return (options: Record<string, unknown> = {}): TUnsafe<Value> =>
    Type.Unsafe<Value>({ [Kind]: kind, ...jsonSchema, ...options });
}

/** Whether a value is valid for its field type. */
export function keepsRule(schema: TSchema, value: unknown): boolean {
  if (value === null && Array.isArray(schema['type'])) return schema['type'].includes('null');
  return fieldTypeOf(schema).check(value, schema);
}

/** The rule of a field type, as a text that follows "must be". */
export function ruleOf(schema: TSchema): string {
  return fieldTypeOf(schema).rule(schema);
}

/** A schema that allows null, too. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return { ...schema, type: [schema['type'], 'null'] };
}

/** The fields of a body as an answer has them: none is left out. How to send them, and an example, is said of the body alone. */
export function answeredOf<Fields extends TProperties>(body: TObject<Fields>) {
  const { properties } = Type.Required(body);
  const answered = Object.entries(properties as TProperties).map(([name, { description, examples, ...field }]) => [
    name,
    isNamed(field) ? { description, examples, ...field } : field,
  ]);
  return Object.fromEntries(answered) as typeof properties;
}

/** The valid values of a body as they are stored: texts without white space around them, ids in lower case. */
export function storedOf<Sent extends object>({ properties }: TObject, sent: Sent): Sent {
  const stored = Object.entries(sent).map(([name, value]) => [name, storedValue(properties[name], value)]);
  return Object.fromEntries(stored) as Sent;
}

/** The values of the fields of a schema, in their order, and no others. */
export function inOrder<Schema extends TObject>({ properties }: Schema, values: Static<Schema>): Static<Schema> {
  const given: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(Object.keys(properties).map((name) => [name, given[name]])) as Static<Schema>;
}

/**
 * The values of the fields of a draft that a client has left out: `byDefault`, or nothing. Elysia would put the keyword `default` into
 * each body, also that of a change, and into what is no object.
 */
export function defaultsOf<Fields extends TProperties>({ properties }: TObject<Fields>) {
  const defaults = Object.entries(properties).flatMap(([name, field]) => {
    if ('byDefault' in field) return [[name, field['byDefault']]];
    return Array.isArray(field['type']) ? [[name, noValueOf(field)]] : [];
  });
  return Object.fromEntries(defaults) as Partial<StaticFields<Fields>>;
}

type StaticFields<Fields extends TProperties> = { [Name in keyof Fields]: Static<Fields[Name]> };

function storedValue(schema: TSchema | undefined, value: unknown): unknown {
  if (value === null) return schema === undefined ? null : noValueOf(schema);
  const kind: string | undefined = schema?.[Kind];
  const type = kind === undefined ? undefined : fieldTypes.get(kind);
  return type?.stored === undefined ? value : type.stored(value as never);
}

// Without a value, these are empty.
const listKinds: ReadonlySet<string> = new Set(['LabelList', 'PriceStepList']);

/** What is stored of a field without a value. */
function noValueOf({ [Kind]: kind }: TSchema): readonly [] | null {
  return listKinds.has(kind) ? [] : null;
}

/** A sentence that says how to correct a value. It repeats no value. */
export function fixFor(schema: TSchema, value: unknown): string {
  const type = fieldTypeOf(schema);
  if (type.fix !== undefined) return type.fix(value, schema);
  const [example]: readonly unknown[] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  const orNull = Array.isArray(schema['type']) ? ', or null for none' : '';
  return `Send ${type.rule(schema)}${example === undefined ? '' : `, such as ${shown(example)}`}${orNull}.`;
}

function fieldTypeOf(schema: TSchema): FieldType {
  const type = fieldTypes.get(schema[Kind]);
  if (type === undefined) throw new TypeError(`the field type ${schema[Kind]} is not defined`);
  return type;
}

/** A value as JSON, for a text. */
export function shown(value: unknown): string {
  return JSON.stringify(value);
}
