/** A part of a body. */
interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
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
 * A body that is read in parts, each when the client has taken the one before it: a slow client holds one part in memory. One
 * of a single part is whole at once, so that its length is known. Rejects when the first part cannot be read: nothing is sent
 * then.
 */
export async function streamParts(options: PartStreamOptions) {
  const { beginning, ending, readPart } = options;
  const left = new AbortController();
  let release = (): void => undefined;

  function read(after?: string): Promise<Part> {
    // The client has taken the part before.
    release();
    let isHeld = true;
    release = () => (isHeld = false);
    return readPart(after, { signal: left.signal, isOpen: () => isHeld });
  }

  function cancel(): void {
    release();
    left.abort();
  }

  const { bytes, next } = await read();
  const begun = joined(Buffer.from(beginning), bytes);
  if (next !== undefined) return bodyOf({ ...options, read, cancel, left }, begun, next);
  cancel();
  return joined(begun, Buffer.from(ending));
}

interface Reading extends PartStreamOptions {
  readonly read: (after: string) => Promise<Part>;
  readonly cancel: () => void;
  /** Aborted when the body is not read any more. */
  readonly left: AbortController;
}

/** @param begun the text to send first @param next where the part after it begins */
function bodyOf({ ending, read, onFailure, cancel, left }: Reading, begun: Bytes, next: string): ReadableStream<Bytes> {
  // What is read and not sent.
  let waiting: Bytes | undefined = begun;
  let after: string = next;

  async function pull(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
    if (waiting !== undefined) {
      controller.enqueue(waiting);
      waiting = undefined;
      return;
    }
    try {
      const part = await read(after);
      const isLast = part.next === undefined;
      controller.enqueue(isLast ? joined(part.bytes, Buffer.from(ending)) : part.bytes);
      after = part.next ?? '';
      if (!isLast) return;
      cancel();
      controller.close();
    } catch (error) {
      // A client that has disconnected is no failure.
      if (left.signal.aborted) return;
      onFailure(error);
      // Closes the connection. Without a reason, because Bun would print it.
      controller.error();
    }
  }

  // Read ahead, a part would wait in memory for a slow client.
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

type Bytes = Uint8Array<ArrayBuffer>;

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  return new Uint8Array(Buffer.concat([first, second]));
}
