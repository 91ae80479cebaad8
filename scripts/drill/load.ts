import { draftAt } from '../../bench/support/seed.ts';

/** A write that the server has acknowledged. */
export interface Acknowledged {
  readonly id: string;
  /** When the answer came, by `performance.now()`. */
  readonly at: number;
}

const writers = 8;

/** Creates subscriptions, several at a time, until the server is gone; keeps what was acknowledged. */
export function beginLoad(origin: string, key: string) {
  const acknowledged: Acknowledged[] = [];
  const over = new AbortController();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  async function write(): Promise<void> {
    while (!over.signal.aborted) {
      const body = JSON.stringify(draftAt(acknowledged.length));
      const response = await fetch(`${origin}/api/v1/subscriptions`, { method: 'POST', headers, body });
      const { data } = (await response.json()) as { readonly data?: { readonly id: string } };
      if (response.status !== 201 || data === undefined) throw new Error(`a write was refused: ${response.status}`);
      acknowledged.push({ id: data.id, at: performance.now() });
    }
  }

  const writing = Promise.allSettled(Array.from({ length: writers }, write));
  return {
    /** Ends it after the server was killed, and returns what was acknowledged, in order. */
    async end(): Promise<readonly Acknowledged[]> {
      over.abort();
      await writing;
      return acknowledged;
    },
  };
}
