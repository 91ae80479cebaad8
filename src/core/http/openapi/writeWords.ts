import type { TSchema } from '@sinclair/typebox';
import { named } from '../../fields/schemaMarks.ts';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import { answerOf, changeOf, deletionOf, exactly, isDryRun, requestId } from './components.ts';
import { answers } from './detail.ts';
import { type OperationWords, pageOf, taggedAnswer } from './words.ts';

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
  /** The name of the schema of the answer to a dry run; `UserPreview` by default. */
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

/** What clients call a kind of records. */
interface RecordNames {
  /** One of them, such as `feed`. */
  readonly one: string;
  /** Several of them. */
  readonly many?: string;
  /** The code for one that the owner does not have. */
  readonly missing?: ErrorCode;
}

/**
 * The answers of the usual operations on one kind of records, for the document, each with the codes that it is given. The schemas are
 * named `UserPage`, `UserAnswer`, `UserPreview`, `UserChange` and `UserDeletion`.
 *
 * @param example of a record
 */
export function answersOf(name: string, record: TSchema, example: object, { one, many = one, missing }: RecordNames) {
  const notFound = missing === undefined ? [] : [missing];
  return {
    listed: () => answers(pageOf(`${name}Page`, record, `One page of ${many}.`, [example])),
    read: () => answers(taggedAnswer(answerOf(`${name}Answer`, record), `The ${one}.`, { data: example }), ...notFound),
    created(codes: readonly ErrorCode[] = [], words: CreationWords = {}) {
      const descriptions = { done: `The ${one}.`, dryRun: `A dry run: the ${one} that would be created.` };
      const created = creating(name, record, descriptions, example, words);
      return answers(created, 'unexpected_if_match', ...codes, ...notFound);
    },
    changed(...codes: readonly ErrorCode[]) {
      const descriptions = { done: `The updated ${one}.`, dryRun: `A dry run: the ${one} after the update.` };
      return answers(changing(changeOf(`${name}Change`, record), descriptions, example), ...notFound, ...codes);
    },
    deleted(...codes: readonly ErrorCode[]) {
      const descriptions = { done: `The ${one} is deleted.`, dryRun: `A dry run: the ${one} that would be deleted.` };
      return answers(deleting(`${name}Deletion`, record, descriptions, example), ...notFound, ...codes);
    },
  };
}
