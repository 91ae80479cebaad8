import { Type, type TObject, type TOptional, type TSchema, type TUnsafe } from '@sinclair/typebox';
import {
  factsOf,
  namesOf,
  writableOf,
  type DraftOf,
  type FieldFacts,
  type FieldTable,
  type ValueOf,
  type WritableName,
} from './fieldTable.ts';
import { amountMax } from '../billing/money.ts';
import { knownMark, named, otherwiseMark } from './schemaMarks.ts';
import {
  Amount,
  CalendarDay,
  Choice,
  CustomDate,
  Duration,
  durationProperties,
  Flag,
  Instant,
  Label,
  TimeOfDay,
  Uuid,
  UuidList,
  WholeNumber,
  WholeNumberList,
} from './fieldTypes.ts';
import { labelItems, LabelList, MultilineText, Name, Password, WebAddress } from './textTypes.ts';

type Options = Record<string, unknown>;

/** The schemas of one kind of field, in a body and in an answer. */
interface KindSchemas {
  /** The schema that checks the field in a body. */
  sent(facts: FieldFacts, options: Options): TSchema;
  /** The schema that describes the field in an answer. */
  answered(facts: FieldFacts): TSchema;
}

const dayAndInstant = {
  day: Type.String({ format: 'date' }),
  instant: Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' }),
};

const kinds: Readonly<Record<FieldFacts['kind'], KindSchemas>> = {
  label: {
    sent: (facts, options) => Label({ maxLength: lengthMaxOf(facts), ...options }),
    answered: (facts) => Type.String({ minLength: 1, maxLength: lengthMaxOf(facts) }),
  },
  name: {
    sent: (facts, options) => Name({ maxLength: lengthMaxOf(facts), ...options }),
    answered: (facts) => Type.String({ minLength: 1, maxLength: lengthMaxOf(facts) }),
  },
  text: {
    sent: (facts, options) => MultilineText({ maxLength: lengthMaxOf(facts), ...options }),
    answered: (facts) => Type.String({ minLength: 1, maxLength: lengthMaxOf(facts) }),
  },
  url: {
    sent: (facts, options) => WebAddress({ maxLength: lengthMaxOf(facts), ...options }),
    answered: () => Type.String(),
  },
  labels: {
    sent: (facts, options) =>
      LabelList({ maxItems: itemsMaxOf(facts), items: labelItems(lengthMaxOf(facts)), ...options }),
    answered: (facts) =>
      Type.Array(Type.String({ minLength: 1, maxLength: lengthMaxOf(facts) }), { maxItems: itemsMaxOf(facts) }),
  },
  count: {
    sent: (facts, options) => WholeNumber({ ...rangeOf(facts), ...options }),
    answered: (facts) => Type.Integer(rangeOf(facts)),
  },
  duration: {
    sent: (facts, options) => Duration({ properties: durationPropertiesOf(facts), ...options }),
    answered: (facts) => Type.Object(durationPropertiesOf(facts), { additionalProperties: false }),
  },
  choice: { sent: choiceOf, answered: (facts) => choiceOf(facts, optionsOf(facts)) },
  amount: {
    sent: (_, options) => Amount(options),
    answered: () => Type.Number({ format: 'double', minimum: 0, maximum: amountMax }),
  },
  day: { sent: (_, options) => CalendarDay(options), answered: () => dayAndInstant.day },
  interval: {
    sent: (_, { description }) => CustomDate({ description }),
    answered: () =>
      Type.String({ pattern: '^[1-9]\\d*$', description: 'The interval in days; only while the period is custom.' }),
  },
  flag: { sent: (_, options) => Flag(options), answered: () => Type.Boolean() },
  uuid: { sent: (_, options) => Uuid(options), answered: () => Type.String({ format: 'uuid' }) },
  instant: { sent: (_, options) => Instant(options), answered: () => dayAndInstant.instant },
  time: { sent: (_, options) => TimeOfDay(options), answered: () => Type.String({ pattern: '^\\d{2}:\\d{2}$' }) },
  counts: {
    sent: (facts, options) =>
      WholeNumberList({ maxItems: itemsMaxOf(facts), items: Type.Integer(rangeOf(facts)), ...options }),
    answered: (facts) => Type.Array(Type.Integer(rangeOf(facts)), { maxItems: itemsMaxOf(facts) }),
  },
  ids: {
    sent: (facts, options) => UuidList({ maxItems: itemsMaxOf(facts), ...options }),
    answered: (facts) => Type.Array(Type.String({ format: 'uuid' }), { maxItems: itemsMaxOf(facts) }),
  },
  password: {
    sent: (_, { description }) => Password({ description }),
    answered: () => {
      throw new TypeError('no answer has a password');
    },
  },
};

/** The schemas of the writable fields, in the order of their checks; optional unless required. */
export function bodyPropertiesOf<Table extends FieldTable>(table: Table): PropertiesOf<DraftOf<Table>> {
  const properties = writableOf(table).map((name) => {
    const schema = fieldSchemaOf(table, name);
    return [name, factsOf(table, name).isRequired === true ? schema : Type.Optional(schema)];
  });
  return Object.fromEntries(properties) as PropertiesOf<DraftOf<Table>>;
}

type PropertiesOf<Draft> = {
  [Name in keyof Draft]-?: undefined extends Draft[Name]
    ? TOptional<TUnsafe<Exclude<Draft[Name], undefined>>>
    : TUnsafe<Draft[Name]>;
};

/** The schema that checks one field in a body. A nullable one allows null, too. */
export function fieldSchemaOf<Table extends FieldTable, Name extends WritableName<Table>>(
  table: Table,
  name: Name,
): TUnsafe<ValueOf<Table[Name]>> {
  const facts = factsOf(table, name);
  const schema = kinds[facts.kind].sent(facts, optionsOf(facts));
  return (facts.isNullable === true ? orNull(schema) : schema) as TUnsafe<ValueOf<Table[Name]>>;
}

/** The schema of an entity in an answer: every field, nullable ones with null, or optional if answers omit them. */
export function answerSchemaOf<Table extends FieldTable>(table: Table): TObject<Record<keyof Table & string, TSchema>> {
  const properties = namesOf(table).map((name) => {
    const facts = factsOf(table, name);
    const { description } = facts;
    const answered = kinds[facts.kind].answered(facts);
    const isDescribed = facts.isServerManaged === true && description !== undefined;
    const schema = isDescribed ? { ...answered, description } : answered;
    if (facts.isOmittedWhenNull === true) return [name, Type.Optional(schema)];
    return [name, facts.isNullable === true && facts.kind !== 'labels' ? orNull(schema) : schema];
  });
  const schemas = Object.fromEntries(properties) as Record<keyof Table & string, TSchema>;
  return Type.Object(schemas, { additionalProperties: false });
}

/** A schema that allows null, too. */
function orNull(schema: TSchema): TSchema {
  if ('enum' in schema) throw new TypeError('a choice that may be null is not implemented');
  return { ...schema, type: [schema['type'], 'null'] };
}

function optionsOf({ description, example }: FieldFacts): Options {
  return { description, examples: [example] };
}

function choiceOf(facts: FieldFacts, options: Options): TSchema {
  if (facts.kind !== 'choice') throw new TypeError('only a choice has words');
  const { words, typeName, otherwise, known } = facts;
  const marks = {
    ...(otherwise !== undefined && { [otherwiseMark]: otherwise }),
    ...(known !== undefined && { [knownMark]: known }),
  };
  const schema = Choice(words, { ...options, ...marks });
  return typeName === undefined ? schema : named(typeName, schema);
}

function durationPropertiesOf(facts: FieldFacts) {
  if (facts.kind !== 'duration') throw new TypeError('only a duration has units');
  const { max, units, typeName } = facts;
  const unit = Choice(units);
  return durationProperties(max, typeName === undefined ? unit : named(typeName, unit));
}

function lengthMaxOf(facts: FieldFacts): number {
  if (!('lengthMax' in facts)) throw new TypeError('only texts have a length');
  return facts.lengthMax;
}

function itemsMaxOf(facts: FieldFacts): number {
  if (!('itemsMax' in facts)) throw new TypeError('only a list has a number of items');
  return facts.itemsMax;
}

function rangeOf(facts: FieldFacts): { readonly minimum: number; readonly maximum: number } {
  if (!('min' in facts)) throw new TypeError('only a count has a range');
  return { minimum: facts.min, maximum: facts.max };
}
