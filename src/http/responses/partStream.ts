/** A part of a body. */
interface Part {
  readonly bytes: Uint8Array;
  /** Where the next part begins; undefined for the last one. */
  readonly next?: string | undefined;
}

/** What becomes of a part. */
export interface PartClient {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Whether the part is still in memory: the client has not taken it yet. */
  readonly isOpen: () => boolean;
}

/** Options of {@link streamParts}. */
interface PartStreamOptions {
  readonly beginning: string;
  readonly ending: string;
  /** Reads the part that begins at a place; the first part if it is undefined. */
  readonly readPart: (after: string | undefined, client: PartClient) => Promise<Part>;
  /** Called when a part cannot be read, after the first: the connection is then closed before the end of the body. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * A body that is read in parts, each when the client has taken the one before it: a slow client holds one part in memory.
 * Rejects when the first part cannot be read: nothing is sent then.
 *
 * @returns the body, and whether it has more than one part
 */
export async function streamParts({ beginning, ending, readPart, onFailure }: PartStreamOptions) {
  const left = new AbortController();
  let release = (): void => undefined;

  function read(after?: string): Promise<Part> {
    let isHeld = true;
    release = () => (isHeld = false);
    return readPart(after, { signal: left.signal, isOpen: () => isHeld });
  }

  // The part that is read and not sent.
  let waiting: Part | undefined = await read();
  let [before, after] = [beginning, waiting.next];
  const hasMore = after !== undefined;

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    // The client has taken the part that was sent last.
    if (waiting === undefined) release();
    try {
      const { bytes, next } = waiting ?? (await read(after));
      const behind = next === undefined ? ending : '';
      controller.enqueue(Buffer.concat([Buffer.from(before), bytes, Buffer.from(behind)]));
      [waiting, before, after] = [undefined, '', next];
      if (next !== undefined) return;
      release();
      controller.close();
    } catch (error) {
      // A client that has disconnected is no failure.
      if (left.signal.aborted) return;
      onFailure(error);
      // Closes the connection. Without a reason, because Bun would print it.
      controller.error();
    }
  }

  function cancel(): void {
    release();
    left.abort();
  }

  // Read ahead, a part would wait in memory for a slow client.
  const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  return { body, cancel, hasMore };
}
