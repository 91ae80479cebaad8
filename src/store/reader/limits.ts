import type { WriteDoor } from '../store.ts';

// SQLite restarts the log only while nobody reads from it. That happens by itself, unless long reads follow each other
// without a gap: then each makes the log a little longer.
const growthBytesMax = 8 * 1024 * 1024;

/** Options of the limit of the write-ahead log. */
export interface WalSizeOptions {
  readonly writes: WriteDoor;
  /** The size of the write-ahead log, in bytes. */
  readonly walBytes: () => number;
}

/** Lets SQLite restart the write-ahead log between two long reads when it has grown too much. */
export function limitWalSize({ writes, walBytes }: WalSizeOptions) {
  let lastBytes = walBytes();
  let isResetting = false;

  function isDue(): boolean {
    const bytes = walBytes();
    lastBytes = Math.min(lastBytes, bytes);
    return bytes - lastBytes > growthBytesMax;
  }

  /** The first write checkpoints the whole log, the second starts at its front. */
  async function resetLog(onReset: () => void): Promise<void> {
    isResetting = true;
    for (let count = 0; count < 2; count += 1) await writes.submit({ kind: 'probe' }).catch(() => undefined);
    lastBytes = walBytes();
    isResetting = false;
    onReset();
  }

  return {
    /** Whether the next long read must wait for the log; if so, `onReset` is called later. */
    mustWait(onReset: () => void): boolean {
      if (isResetting || !isDue()) return isResetting;
      void resetLog(onReset);
      return true;
    },
  };
}

/** An answer that a client is receiving, perhaps slowly. */
interface Delivery {
  readonly ownerId: number;
  readonly bytes: number;
  /** Whether a part of it is still to be sent. */
  readonly isOpen: () => boolean;
}

/** The number of bytes that may be on their way to clients before the next answer starts. */
interface UndeliveredLimits {
  readonly ofOwnerBytesMax: number;
  readonly inAllBytesMax: number;
}

// Smaller answers are not larger than those of the event loop.
const countedBytesMin = 256 * 1024;

/** Counts the large answers that clients have not received yet, since each stays in memory until then. */
export function trackUndelivered({ ofOwnerBytesMax, inAllBytesMax }: UndeliveredLimits) {
  let deliveries: Delivery[] = [];

  return {
    add(delivery: Delivery): void {
      if (delivery.bytes >= countedBytesMin) deliveries.push(delivery);
    },

    /** Updates the count; returns a function that decides whether an owner may get another answer. */
    update(): (ownerId: number) => boolean {
      const stillOpen = deliveries.filter(({ isOpen }) => isOpen());
      // What was sent is garbage, but so little of it in number that the collector would let several pile up.
      if (stillOpen.length < deliveries.length) Bun.gc(false);
      deliveries = stillOpen;
      const isFull = bytesOf(deliveries) >= inAllBytesMax;
      return (ownerId) =>
        !isFull && bytesOf(deliveries.filter((delivery) => delivery.ownerId === ownerId)) < ofOwnerBytesMax;
    },
  };
}

function bytesOf(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
}
