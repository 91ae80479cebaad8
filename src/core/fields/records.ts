import { Type } from '@sinclair/typebox';
import type { FieldTable } from './fieldTable.ts';
import { ApiError } from '../http/errors/apiError.ts';
import type { ErrorCode } from '../http/errors/errorCatalogue.ts';
import { bodyOf, type BodyFacts } from './bodies.ts';
import { bodyPropertiesOf } from './fieldSchemas.ts';
import { Uuid } from './fieldTypes.ts';
import { idOf, named } from './schemaMarks.ts';

/** What clients call a kind of records, and where they find them. */
interface RecordFacts<Missing extends ErrorCode> {
  /** One of them, such as `feed`. */
  readonly one: string;
  /** Several of them, such as `feeds`. */
  readonly many: string;
  /** The path of their list. */
  readonly path: string;
  /** The code for one that the owner does not have. */
  readonly missing: Missing;
  readonly exampleId: string;
}

/** What the operations on one kind of records share. */
export function recordsOf<const Missing extends ErrorCode>(facts: RecordFacts<Missing>) {
  const { one, many, path, missing, exampleId } = facts;
  const list = `${many} (GET ${path})`;
  const suggestedFix = `List the ${list} and take an id from there.`;
  const id = idOf('invalid_id', `id from the list of ${list}`);
  return {
    path,
    /** The parameters of the path of one. */
    Path: Type.Object({ id: Uuid({ description: `The id of the ${one}.`, examples: [exampleId], 'x-of': id }) }),
    /** The error for one that the owner does not have. */
    notFound: () => new ApiError(missing, { suggestedFix }),
    /** That error in the OpenAPI document. */
    errorExample: { [missing]: { suggestedFix } } as Record<Missing, { readonly suggestedFix: string }>,
  };
}

/** A kind of records. */
export type Records = Pick<ReturnType<typeof recordsOf>, 'path' | 'Path' | 'notFound'>;

/** The body that creates a record, a component of the document with an example. */
export function draftBodyOf<Table extends FieldTable>(name: string, table: Table, example: object, facts?: Facts) {
  const schema = Type.Object(bodyPropertiesOf(table), {
    additionalProperties: false,
    examples: [example],
    ...bodyOf(table, facts),
  });
  return named(name, schema);
}

/** The body that changes a record: at least one of its fields. */
export function patchBodyOf<Table extends FieldTable>(name: string, table: Table, example: object, facts?: Facts) {
  const schema = Type.Partial(Type.Object(bodyPropertiesOf(table)), {
    additionalProperties: false,
    minProperties: 1,
    examples: [example],
    ...bodyOf(table, facts),
  });
  return named(name, schema);
}

type Facts = Partial<BodyFacts>;
