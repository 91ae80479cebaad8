import { matchesWeakly, parseEntityTags } from '../domain/entityTag.ts';

interface ResponseSettings {
  status?: number | string;
  readonly headers: Record<string, string | number>;
}

interface ReadContext {
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

/**
 * An answer that is JSON already, but for its request id, which ends it: it is sent as it is, instead of being read and
 * written again.
 */
export class JsonAnswer {
  readonly #text: string;

  /** @param membersJson the answer up to its request id: `{"data":…` */
  constructor({ headers }: ResponseSettings, membersJson: string, requestId: string) {
    headers['content-type'] = 'application/json;charset=utf-8';
    this.#text = `${membersJson},"requestId":${JSON.stringify(requestId)}}`;
  }

  /** The body; Elysia asks for it. */
  toResponse(): string {
    return this.#text;
  }
}

/** The answer to a read, with its entity tag; 304 and nothing more for a client that has it already (`If-None-Match`). */
export class TaggedAnswer {
  readonly #answer: JsonAnswer | undefined;

  constructor({ request, requestId, set }: ReadContext, membersJson: string, entityTag: string) {
    set.headers['etag'] = entityTag;
    const known = request.headers.get('if-none-match');
    const isKnown = known !== null && matchesWeakly(parseEntityTags(known), entityTag);
    if (isKnown) set.status = 304;
    else this.#answer = new JsonAnswer(set, membersJson, requestId);
  }

  /** The body; Elysia asks for it. */
  toResponse(): string | undefined {
    return this.#answer?.toResponse();
  }
}
