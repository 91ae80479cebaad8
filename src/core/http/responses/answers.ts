import type { ClientResult } from '../../../modules/commands.ts';
import { entityTagOf } from '../../writer/entityTags.ts';
import { isKnownTo } from '../pipeline/entityTags.ts';
import { compress, encodeAnswer } from './compression.ts';
import { ApiError } from '../errors/apiError.ts';

interface ResponseSettings {
  status?: number | string;
  readonly headers: Record<string, string | number>;
}

/** The request that a read answers. */
export interface ReadContext {
  readonly request: Request;
  readonly requestId: string;
  readonly set: ResponseSettings;
}

/** The start of an answer: `data`, which is JSON text as the store keeps it, and other members. */
export function dataMembers(dataJson: string, others: Readonly<Record<string, unknown>> = {}): string {
  const rest = JSON.stringify(others).slice(1, -1);
  return rest === '' ? `{"data":${dataJson}` : `{"data":${dataJson},${rest}`;
}

/** The end of an answer, behind its members. */
function answerEnding(requestId: string): string {
  return `,"requestId":${JSON.stringify(requestId)}}`;
}

/** The body of an answer; a large one is compressed for clients that accept it. */
type Body = string | Uint8Array | Promise<Uint8Array>;

/** An answer that is JSON text up to its request id. It is sent as it is, without parsing and serializing it again. */
export class JsonAnswer {
  readonly #body: string | Uint8Array<ArrayBuffer>;
  readonly #isGzip: boolean;

  /**
   * @param body the answer up to its request id, `{"data":…`, or the whole answer as bytes
   * @param request given for an answer that may be large, and is then compressed as the client prefers; the ETag, if
   *   there is one, must be set before
   */
  constructor(
    { headers }: ResponseSettings,
    body: string | Uint8Array<ArrayBuffer>,
    requestId: string,
    request?: Request,
  ) {
    headers['content-type'] = 'application/json;charset=utf-8';
    this.#body = typeof body === 'string' ? body + answerEnding(requestId) : body;
    this.#isGzip = request !== undefined && encodeAnswer(headers, request, this.#body);
  }

  /** The body; Elysia calls this. */
  toResponse(): Body {
    return this.#isGzip ? compress(this.#body) : this.#body;
  }
}

/** The answer to a read, with its ETag; 304 without a body when If-None-Match has the same ETag. */
export class TaggedAnswer {
  readonly #answer: JsonAnswer | undefined;

  /** @param body like that of a {@link JsonAnswer} */
  constructor({ request, requestId, set }: ReadContext, body: string | Uint8Array<ArrayBuffer>, entityTag: string) {
    set.headers['etag'] = entityTag;
    const answer = new JsonAnswer(set, body, requestId, request);
    if (!isKnownTo(request, entityTag)) {
      this.#answer = answer;
      return;
    }
    set.status = 304;
    // The ETag is the same as in the answer with a body.
    delete set.headers['content-type'];
    delete set.headers['content-encoding'];
  }

  /** The body; Elysia calls this. */
  toResponse(): Body | Response {
    return this.#answer === undefined ? new Response(null, { status: 304 }) : this.#answer.toResponse();
  }
}

/** The request that a write answers: its id, and the status and headers of its answer. */
export interface WriteAnswerContext {
  readonly set: { status?: number | string; readonly headers: Record<string, string | number> };
  readonly requestId: string;
}

/**
 * The {@link storedAnswer} to a write that created the record, with its Location below `path`.
 *
 * @param errorOf the error of the entity for this result
 * @param previewed further members of the answer to a dry run
 * @throws {ApiError} for a write that stored nothing
 */
export function createdAnswer(
  context: WriteAnswerContext,
  result: ClientResult,
  errorOf: () => ApiError,
  path: string,
  previewed: Readonly<Record<string, unknown>> = {},
): JsonAnswer {
  const answer = storedAnswer(context, result, errorOf, 201, previewed);
  const id = result.outcome === 'stored' && result.dryRun !== true && firstId.exec(result.viewJson)?.[1];
  if (typeof id === 'string') context.set.headers['location'] = `${path}/${id}`;
  return answer;
}

// The store keeps the id as the first member of a record.
const firstId = /^\{"id":"([^"]+)"/;

/**
 * The {@link createdAnswer} with members that are shown this once, such as a new key. Neither a dry run nor a replay has them.
 *
 * @param secrets texts by name
 */
export function createdAnswerWith(
  secrets: Readonly<Record<string, string>>,
  context: WriteAnswerContext,
  result: ClientResult,
  errorOf: () => ApiError,
  path: string,
): JsonAnswer {
  const answer = createdAnswer(context, result, errorOf, path);
  if (result.outcome !== 'stored' || result.dryRun === true || result.replayed === true) return answer;
  const viewJson = `${result.viewJson.slice(0, -1)},${JSON.stringify(secrets).slice(1)}`;
  return new JsonAnswer(context.set, dataMembers(viewJson), context.requestId);
}

/**
 * The answer to a write that stored a record, or to its dry run: the record.
 *
 * @param errorOf the error of the entity for this result
 * @param status of the answer, except to a dry run
 * @param previewed further members of the answer to a dry run
 * @throws {ApiError} for a write that stored nothing
 */
export function storedAnswer(
  { set, requestId }: WriteAnswerContext,
  result: ClientResult,
  errorOf: () => ApiError,
  status: 200 | 201,
  previewed: Readonly<Record<string, unknown>> = {},
): JsonAnswer {
  markReplay(set, result);
  if (result.outcome !== 'stored') throw result.replayed === true ? deletedSince(errorOf()) : errorOf();
  const { viewJson, dryRun } = result;
  if (dryRun === true) return new JsonAnswer(set, dataMembers(viewJson, { dryRun, ...previewed }), requestId);
  set.status = status;
  set.headers['etag'] = entityTagOf(viewJson);
  return new JsonAnswer(set, dataMembers(viewJson), requestId);
}

/**
 * The answer to a write that deleted a record, or to its dry run, which shows the record.
 *
 * @param errorOf the error of the entity for this result
 * @throws {ApiError} for a write that deleted nothing
 */
export function deletedAnswer({ set, requestId }: WriteAnswerContext, result: ClientResult, errorOf: () => ApiError) {
  markReplay(set, result);
  if (result.outcome !== 'deleted') throw errorOf();
  if (result.viewJson === undefined) return { deleted: true as const, requestId };
  return new JsonAnswer(set, dataMembers(result.viewJson, { dryRun: true }), requestId);
}

/** The error for the replay of a write whose record was deleted since, given that for a record that is not there. */
function deletedSince({ errorCode }: ApiError): ApiError {
  return new ApiError(errorCode, {
    message: 'This request was carried out before, and its record was deleted since.',
    suggestedFix: 'Do nothing: only if the user wants the record again, create it with a new Idempotency-Key.',
  });
}

/** Marks an answer, errors included, as the replay of an earlier one to the same request. */
export function markReplay({ headers }: WriteAnswerContext['set'], { replayed }: ClientResult): void {
  if (replayed === true) headers['idempotency-replayed'] = 'true';
}
