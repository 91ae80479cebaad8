import { Type } from '@sinclair/typebox';
import { ApiError } from '../http/errors/apiError.ts';
import type { ErrorCode } from '../http/errors/errorCatalogue.ts';
import { Uuid } from './fieldTypes.ts';
import { idOf } from './schemaMarks.ts';

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
    one,
    many,
    path,
    missing,
    /** The parameters of the path of one. */
    Path: Type.Object({ id: Uuid({ description: `The id of the ${one}.`, examples: [exampleId], 'x-of': id }) }),
    /** The error for one that the owner does not have. */
    notFound: () => new ApiError(missing, { suggestedFix }),
    /** That error in the OpenAPI document. */
    errorExample: { [missing]: { suggestedFix } } as Record<Missing, { readonly suggestedFix: string }>,
  };
}
