import { matchesWeakly, parseEntityTags } from '../../commands/entityTags.ts';
import { compress, encodeAnswer, type Encoding } from './compression.ts';

interface ResponseSettings {
  status?: number | string;
  readonly headers: Record<string, string | number>;
}

/** What the answer to a read is made from, besides what was found. */
export interface ReadContext {
  readonly request: Request;
  readonly requestId: string;
  readonly set: ResponseSettings;
}

/** A list of which each item is JSON already, as JSON. */
export function jsonList(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/** The start of an answer whose `data` is JSON already, as the store keeps it, and of what else stands beside it. */
export function dataMembers(dataJson: string, others: Readonly<Record<string, unknown>> = {}): string {
  const rest = JSON.stringify(others).slice(1, -1);
  return rest === '' ? `{"data":${dataJson}` : `{"data":${dataJson},${rest}`;
}

/** The end of an answer, after its members. */
export function answerEnding(requestId: string): string {
  return `,"requestId":${JSON.stringify(requestId)}}`;
}

/** The body of an answer; compressed for a client that accepts it, when it is large. */
type Body = string | Uint8Array | Promise<Uint8Array>;

/**
 * An answer that is JSON already, but for its request id, which ends it: it is sent as it is, instead of being read and
 * written again.
 */
export class JsonAnswer {
  readonly #body: string | Uint8Array<ArrayBuffer>;
  readonly #encoding: Encoding | undefined;

  /**
   * @param body the answer up to its request id, `{"data":…`, or all of it as bytes
   * @param request that of an answer that may be large, and is then compressed as the client likes it; its tag, if it
   *   has one, is set already
   */
  constructor(
    { headers }: ResponseSettings,
    body: string | Uint8Array<ArrayBuffer>,
    requestId: string,
    request?: Request,
  ) {
    headers['content-type'] = 'application/json;charset=utf-8';
    this.#body = typeof body === 'string' ? body + answerEnding(requestId) : body;
    this.#encoding = request && encodeAnswer(headers, request, this.#body);
  }

  /** The body; Elysia asks for it. */
  toResponse(): Body {
    return this.#encoding === undefined ? this.#body : compress(this.#body, this.#encoding);
  }
}

/** The answer to a read, with its entity tag; 304 and nothing more for a client that has it already (`If-None-Match`). */
export class TaggedAnswer {
  readonly #answer: JsonAnswer | undefined;

  /** @param body as that of a {@link JsonAnswer} */
  constructor({ request, requestId, set }: ReadContext, body: string | Uint8Array<ArrayBuffer>, entityTag: string) {
    set.headers['etag'] = entityTag;
    const answer = new JsonAnswer(set, body, requestId, request);
    const known = request.headers.get('if-none-match');
    if (known === null || !matchesWeakly(parseEntityTags(known), entityTag)) {
      this.#answer = answer;
      return;
    }
    set.status = 304;
    // The tag stays as it would be with the body.
    delete set.headers['content-type'];
    delete set.headers['content-encoding'];
  }

  /** The body; Elysia asks for it. */
  toResponse(): Body | undefined {
    return this.#answer?.toResponse();
  }
}
