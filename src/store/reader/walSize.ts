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
