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
 * A body that is read in parts, each when the client has taken the one before it, so that a slow client holds one part in
 * memory. Rejects when the first part cannot be read: nothing is sent then.
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

  let part: Part | undefined = await read();
  const hasMore = part.next !== undefined;
  let before = beginning;

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (part === undefined) return;
    try {
      const { bytes, next }: Part = part;
      controller.enqueue(Buffer.concat([Buffer.from(before), bytes]));
      before = '';
      part = next === undefined ? undefined : await read(next);
    } catch (error) {
      onFailure(error);
      controller.error(error);
    }
  }

  return { pull, ending, release, hasMore };
}
