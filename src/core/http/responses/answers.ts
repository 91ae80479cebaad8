import type { ClientResult } from '../../../modules/commands.ts';
import type { Page, Paged } from '../../database/page.ts';
import { contentTagOf, entityTagOf } from '../../writer/entityTags.ts';
import { entityTagWithout, isKnownTo } from '../pipeline/entityTags.ts';
import { compress, encodeAnswer } from './compression.ts';
import { ApiError } from '../errors/apiError.ts';

interface ResponseSettings {
  status?: number | string;
  readonly headers: Record<string, string | number>;
}

/** A request that is answered. */
export interface Call {
  readonly request: Request;
  readonly requestId: string;
  /** The path of its route, such as `/api/v1/reminders/:id`. */
  readonly route: string;
  /** The status and the headers of its answer. */
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
   * @param mayBeLarge whether it may be large, and is then compressed as the client prefers; the ETag, if there is one, must be set before
   */
  constructor(
    { request, requestId, set }: Omit<Call, 'route'>,
    body: string | Uint8Array<ArrayBuffer>,
    mayBeLarge = false,
  ) {
    set.headers['content-type'] = 'application/json;charset=utf-8';
    this.#body = typeof body === 'string' ? body + answerEnding(requestId) : body;
    this.#isGzip = mayBeLarge && encodeAnswer(set.headers, request, this.#body);
  }

  /** The body; Elysia calls this. */
  toResponse(): Body {
    return this.#isGzip ? compress(this.#body) : this.#body;
  }
}

/** The answer to a read, with its ETag; 304 without a body when If-None-Match has the same ETag. */
class TaggedAnswer {
  readonly #answer: JsonAnswer | undefined;

  /** @param body like that of a {@link JsonAnswer} */
  constructor(call: Call, body: string | Uint8Array<ArrayBuffer>, entityTag: string) {
    const { request, set } = call;
    set.headers['etag'] = entityTag;
    const answer = new JsonAnswer(call, body, true);
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

/** The answer to the read of a record, which is JSON as the store keeps it; without one, the read is refused. */
export class RecordAnswer extends TaggedAnswer {
  constructor(call: Call, viewJson: string | undefined, notFound: () => ApiError) {
    if (viewJson === undefined) throw notFound();
    super(call, dataMembers(viewJson), entityTagOf(viewJson));
  }
}

/** The answer to the read of a list: a page of records, which are JSON, with other members. */
export class PageAnswer extends TaggedAnswer {
  constructor(
    call: Call,
    { items, hasMore }: Paged<string>,
    { limit, offset }: Page,
    others: Readonly<Record<string, unknown>> = {},
  ) {
    const members = JSON.stringify({ pagination: { limit, offset, hasMore }, ...others }).slice(1, -1);
    const body = `{"data":[${items.join(',')}],${members}`;
    super(call, body, contentTagOf(body));
  }
}

/**
 * The answer to the read of a report, given its members. The instant of the report, if it has one, is left out of the ETag, which is
 * then weak: that alone is no change.
 */
export class ReportAnswer extends TaggedAnswer {
  constructor(call: Call, members: Readonly<Record<string, unknown>>, asOf?: string) {
    const body = JSON.stringify(members).slice(0, -1);
    super(call, body, asOf === undefined ? contentTagOf(body) : `W/${entityTagWithout(body, asOf)}`);
  }
}

/**
 * The {@link storedAnswer} to a write that created the record, with its Location below the path of the route.
 *
 * @param errorOf the error of the entity for a result
 * @param previewed further members of the answer to a dry run
 * @throws {ApiError} for a write that stored nothing
 */
export function createdAnswer<Result extends ClientResult>(
  call: Call,
  result: Result,
  errorOf: (result: Result) => ApiError,
  previewed: Readonly<Record<string, unknown>> = {},
): JsonAnswer {
  const answer = storedAnswer(call, result, errorOf, previewed, 201);
  const id = result.outcome === 'stored' && result.dryRun !== true && firstId.exec(result.viewJson)?.[1];
  if (typeof id === 'string') call.set.headers['location'] = `${call.route}/${id}`;
  return answer;
}

// The store keeps the id as the first member of a record.
const firstId = /^\{"id":"([^"]+)"/;

/**
 * The {@link createdAnswer} with members that are shown this once, such as a new key. Neither a dry run nor a replay has them.
 *
 * @param secrets texts by name
 */
export function createdAnswerWith<Result extends ClientResult>(
  secrets: Readonly<Record<string, string>>,
  call: Call,
  result: Result,
  errorOf: (result: Result) => ApiError,
): JsonAnswer {
  const answer = createdAnswer(call, result, errorOf);
  if (result.outcome !== 'stored' || result.dryRun === true || result.replayed === true) return answer;
  const viewJson = `${result.viewJson.slice(0, -1)},${JSON.stringify(secrets).slice(1)}`;
  return new JsonAnswer(call, dataMembers(viewJson));
}

/**
 * The answer to a write that stored a record, or to its dry run: the record.
 *
 * @param errorOf the error of the entity for a result
 * @param previewed further members of the answer to a dry run
 * @param status of the answer, except to a dry run
 * @throws {ApiError} for a write that stored nothing
 */
export function storedAnswer<Result extends ClientResult>(
  call: Call,
  result: Result,
  errorOf: (result: Result) => ApiError,
  previewed: Readonly<Record<string, unknown>> = {},
  status: 200 | 201 = 200,
): JsonAnswer {
  const { set } = call;
  markReplay(set, result);
  if (result.outcome !== 'stored') throw result.replayed === true ? deletedSince(errorOf(result)) : errorOf(result);
  const { viewJson, dryRun } = result;
  if (dryRun === true) return new JsonAnswer(call, dataMembers(viewJson, { dryRun, ...previewed }));
  set.status = status;
  set.headers['etag'] = entityTagOf(viewJson);
  return new JsonAnswer(call, dataMembers(viewJson));
}

/**
 * The answer to a write that deleted a record, or to its dry run, which shows the record.
 *
 * @param errorOf the error of the entity for a result
 * @throws {ApiError} for a write that deleted nothing
 */
export function deletedAnswer<Result extends ClientResult>(
  call: Call,
  result: Result,
  errorOf: (result: Result) => ApiError,
) {
  markReplay(call.set, result);
  if (result.outcome !== 'deleted') throw errorOf(result);
  if (result.viewJson === undefined) return { deleted: true as const, requestId: call.requestId };
  return new JsonAnswer(call, dataMembers(result.viewJson, { dryRun: true }));
}

/** The error for the replay of a write whose record was deleted since, given that for a record that is not there. */
function deletedSince({ errorCode }: ApiError): ApiError {
  return new ApiError(errorCode, {
    message: 'This request was carried out before, and its record was deleted since.',
    suggestedFix: 'Do nothing: only if the user wants the record again, create it with a new Idempotency-Key.',
  });
}

/** Marks an answer, errors included, as the replay of an earlier one to the same request. */
export function markReplay({ headers }: ResponseSettings, { replayed }: ClientResult): void {
  if (replayed === true) headers['idempotency-replayed'] = 'true';
}
