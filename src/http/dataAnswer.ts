interface ResponseSettings {
  readonly headers: Record<string, string | number>;
}

/** What stands beside the data in every answer. */
interface Envelope {
  readonly requestId: string;
  readonly [member: string]: unknown;
}

/** A list of which each item is JSON already, as JSON. */
export function jsonList(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

/**
 * An answer whose `data` is JSON already, as the store keeps it: it is sent as it is, instead of being read and written
 * again. The other members follow it.
 */
export class DataAnswer {
  readonly #text: string;

  constructor({ headers }: ResponseSettings, dataJson: string, others: Envelope) {
    headers['content-type'] = 'application/json;charset=utf-8';
    this.#text = `{"data":${dataJson},${JSON.stringify(others).slice(1)}`;
  }

  /** The body; Elysia asks for it. */
  toResponse(): string {
    return this.#text;
  }
}
