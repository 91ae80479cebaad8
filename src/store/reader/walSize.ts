import type { WriteDoor } from '../store.ts';

// SQLite begins the log anew only while nobody reads from it. That happens by itself, unless long reads follow one another
// without a gap: then each leaves the log a little longer.
const growthBytesMax = 8 * 1024 * 1024;

/** What keeping the write-ahead log short needs. */
export interface WalSizeOptions {
  readonly writes: WriteDoor;
  /** The size of the write-ahead log, in bytes. */
  readonly walBytes: () => number;
}

/** Lets the write-ahead log begin anew between two long reads when it has grown too much. */
export function limitWalSize({ writes, walBytes }: WalSizeOptions) {
  let lastBytes = walBytes();
  let isMakingRoom = false;

  function isDue(): boolean {
    const bytes = walBytes();
    lastBytes = Math.min(lastBytes, bytes);
    return bytes - lastBytes > growthBytesMax;
  }

  /** The first write folds all of the log in, the second starts at its front. */
  async function makeRoom(onRoom: () => void): Promise<void> {
    isMakingRoom = true;
    for (let count = 0; count < 2; count += 1) await writes.submit({ kind: 'probe' }).catch(() => undefined);
    lastBytes = walBytes();
    isMakingRoom = false;
    onRoom();
  }

  return {
    /** Whether the next long read has to wait, because room is being made in the log; then `onRoom` is called afterwards. */
    mustWait(onRoom: () => void): boolean {
      if (isMakingRoom || !isDue()) return isMakingRoom;
      void makeRoom(onRoom);
      return true;
    },
  };
}
