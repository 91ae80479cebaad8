import type { TSchema } from '@sinclair/typebox';
import { answerOf, changeOf, deletionOf, exactly, isDryRun, requestId } from './components.ts';
import { named } from '../../fields/schemaMarks.ts';
import { type OperationWords, taggedAnswer } from './words.ts';

type AnswerWords = Pick<OperationWords, 'requestHeaders' | 'success' | 'dryRun'>;

/** The descriptions of the answer to a write, and of that to its dry run. */
interface Descriptions {
  readonly done: string;
  readonly dryRun: string;
}

/** What the answer to a creation has beyond the record. */
interface CreationWords {
  /** The schema of the record with what is shown this once, and that part of the example. */
  readonly shownOnce?: { readonly record: TSchema; readonly data: object };
  /** The name of the schema of the answer to a dry run, if it is not the usual one. */
  readonly preview?: string;
}

/** The headers and answers of a write that creates a record: the schemas are named `UserAnswer` and `UserPreview`. */
export function creating(
  name: string,
  record: TSchema,
  { done, dryRun }: Descriptions,
  data: object,
  { shownOnce, preview = `${name}Preview` }: CreationWords = {},
): AnswerWords {
  return {
    requestHeaders: ['Idempotency-Key'],
    success: {
      status: 201,
      isTagged: true,
      description: done,
      schema: answerOf(`${name}Answer`, shownOnce?.record ?? record),
      example: { data: { ...data, ...shownOnce?.data } },
    },
    dryRun: {
      description: dryRun,
      schema: named(preview, exactly({ data: record, dryRun: isDryRun, requestId })),
      example: { data, dryRun: true },
    },
  };
}

/**
 * The headers and answers of a write that changes a record.
 *
 * @param data the record in the examples
 */
export function changing(schema: TSchema, { done, dryRun }: Descriptions, data: object): AnswerWords {
  return {
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: taggedAnswer(schema, done, { data }),
    dryRun: { description: dryRun, example: { data, dryRun: true } },
  };
}

/** Those of an update of a record, with the schema of its answer. */
export function updating(name: string, record: TSchema, descriptions: Descriptions, data: object): AnswerWords {
  return changing(changeOf(name, record), descriptions, data);
}

/**
 * Those of a deletion of a record.
 *
 * @param data the record that a dry run shows
 */
export function deleting(name: string, record: TSchema, { done, dryRun }: Descriptions, data: object): AnswerWords {
  return {
    requestHeaders: ['If-Match', 'Idempotency-Key'],
    success: { status: 200, description: done, schema: deletionOf(name, record), example: { deleted: true } },
    dryRun: { description: dryRun, example: { data, dryRun: true } },
  };
}
