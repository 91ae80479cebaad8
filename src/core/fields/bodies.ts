import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import type { ApiError } from '../http/errors/apiError.ts';
import type { ErrorCode } from '../http/errors/errorCatalogue.ts';
import { named } from './schemaMarks.ts';

// Also left out of the OpenAPI document by its name.
const bodyMark = 'x-body';

/** What errors need to know about a body beyond its fields, which are those of its schema, in the order of their checks. */
export interface BodyFacts {
  /** The code for a field that is missing or has an invalid value. */
  readonly invalid: ErrorCode;
  /** The code for a field that is unknown or set by the server. */
  readonly unknown: ErrorCode;
  /** The fields that only the server sets. */
  readonly serverManaged: readonly string[];
  /** Other words for its fields, in lower case, without spaces, dashes and underscores. */
  readonly alsoCalled: Readonly<Record<string, readonly string[]>>;
  /** What to send in place of a field that clients take for a writable one, by its name; it follows on `Remove "…" from the body, `. */
  readonly instead: Readonly<Record<string, string>>;
  /** Where fields belong that clients send in this body by mistake. */
  readonly elsewhere?: Elsewhere;
  /** Explains a refused body of another form than fields. */
  readonly explain?: (body: unknown) => ApiError;
}

/** Fields that another operation writes. */
export interface Elsewhere {
  /** The name of an object in which clients may send them, and of the member of an operation of a batch that has them. */
  readonly entity: string;
  /** Their names and other words for them, as in {@link wordsFor}. */
  readonly words: readonly string[];
  /** The operation that writes them. */
  readonly path: string;
}

const defaults: BodyFacts = {
  invalid: 'invalid_field',
  unknown: 'unknown_field',
  serverManaged: [],
  alsoCalled: {},
  instead: {},
};

/** The facts of a body; `invalid_field` and `unknown_field` for a body without the mark. */
export function bodyFactsOf(schema: TSchema): BodyFacts {
  const marked: Partial<BodyFacts> | undefined = schema[bodyMark];
  return { ...defaults, ...marked, alsoCalled: { ...wordsOfFields(schema), ...marked?.alsoCalled } };
}

/** The other words that the schemas of fields give as `alsoCalled`. */
function wordsOfFields(schema: TSchema): BodyFacts['alsoCalled'] {
  const properties = (schema['properties'] ?? {}) as TProperties;
  const words = Object.entries(properties).map(([name, field]) => [name, (field['alsoCalled'] ?? []) as string[]]);
  return Object.fromEntries(words) as BodyFacts['alsoCalled'];
}

/** What a body is called in the document, an example of it, and the facts for its errors. */
interface BodyOptions extends Partial<BodyFacts> {
  readonly examples: readonly [object, ...object[]];
}

/** The schema of a body that creates a record: these fields, in the order of their checks, and no others. */
export function draftOf<Fields extends TProperties>(name: string, fields: Fields, { examples, ...facts }: BodyOptions) {
  return named(name, Type.Object(fields, { additionalProperties: false, examples, [bodyMark]: facts }));
}

/** The schema of a body that changes a record: at least one of the fields of the draft. */
export function patchOf<Fields extends TProperties>(
  name: string,
  draft: TObject<Fields>,
  { examples, ...facts }: BodyOptions,
) {
  const mark = { ...(draft[bodyMark] as object), ...facts };
  const options = { additionalProperties: false, minProperties: 1, examples, [bodyMark]: mark };
  return named(name, Type.Partial(Type.Object(draft.properties), options));
}

/** The names of the fields of a body, and other words for them, in lower case. */
export function wordsFor({ properties }: TObject): readonly string[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    name.toLowerCase(),
    ...((field['alsoCalled'] ?? []) as readonly string[]),
  ]);
}

/** A schema of a body of another form than fields, with the function that explains a refused one. */
export function explainedBy<Schema extends TSchema>(schema: Schema, explain: (body: unknown) => ApiError): Schema {
  return { ...schema, [bodyMark]: { explain } };
}
