import { matchesWeakly, parseEntityTags } from '../domain/entityTag.ts';

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

/**
 * An answer that is JSON already, but for its request id, which ends it: it is sent as it is, instead of being read and
 * written again.
 */
export class JsonAnswer {
  readonly #body: string | Uint8Array<ArrayBuffer>;

  /** @param body the answer up to its request id, `{"data":…`, or all of it as bytes */
  constructor({ headers }: ResponseSettings, body: string | Uint8Array<ArrayBuffer>, requestId: string) {
    headers['content-type'] = 'application/json;charset=utf-8';
    this.#body = typeof body === 'string' ? body + answerEnding(requestId) : body;
  }

  /** The body; Elysia asks for it. */
  toResponse(): string | Uint8Array<ArrayBuffer> {
    return this.#body;
  }
}

/** The answer to a read, with its entity tag; 304 and nothing more for a client that has it already (`If-None-Match`). */
export class TaggedAnswer {
  readonly #answer: JsonAnswer | undefined;

  /** @param body as that of a {@link JsonAnswer} */
  constructor({ request, requestId, set }: ReadContext, body: string | Uint8Array<ArrayBuffer>, entityTag: string) {
    set.headers['etag'] = entityTag;
    const known = request.headers.get('if-none-match');
    const isKnown = known !== null && matchesWeakly(parseEntityTags(known), entityTag);
    if (isKnown) set.status = 304;
    else this.#answer = new JsonAnswer(set, body, requestId);
  }

  /** The body; Elysia asks for it. */
  toResponse(): string | Uint8Array<ArrayBuffer> | undefined {
    return this.#answer?.toResponse();
  }
}
