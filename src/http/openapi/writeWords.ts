import type { TSchema } from '@sinclair/typebox';
import type { ErrorCode } from '../errors/errorCatalogue.ts';
import { changeOf, deletionOf } from './components.ts';
import { type OperationWords, taggedAnswer } from './words.ts';

type AnswerWords = Pick<OperationWords, 'requestHeaders' | 'success' | 'dryRun'>;

/** The descriptions of the answer to a write, and of that to its dry run. */
interface Descriptions {
  readonly done: string;
  readonly dryRun: string;
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

/** The error codes of a PATCH whose fields are checked one by one, with those of the record. */
export function patchErrors(...ofRecord: readonly ErrorCode[]): readonly ErrorCode[] {
  return ['invalid_json', 'invalid_field', 'unknown_field', 'empty_patch', ...ofRecord, 'payload_too_large'];
}
