import { settlesWithin } from '../runtime/deadline.ts';

/** What a stream of log lines needs. */
export interface LogStreamOptions {
  /** The open file that is written to; it stays open. */
  readonly descriptor: number;
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Told, once there is room again, how many lines could not be kept for a reader that had stopped reading. */
  readonly onLost: (lines: number) => void;
}

// As much as is written at once, while there is much to write; else a line waits no longer than this.
const chunkCharacters = 65_536;
const flushMilliseconds = 250;
// What is kept for a reader that does not read: a log must not fill the memory. Urgent lines find room when others do not.
const waitingBytesMax = { ordinary: 4 * 1024 * 1024, urgent: 5 * 1024 * 1024 };
// With all else that stopping takes, less than the ten seconds that containers are given.
const closingMillisecondsMax = 400;

/**
 * Gathers lines and writes many at once, in the background: neither a slow disk nor a reader that has stopped holds a
 * request up. Lines that come before it has begun wait.
 */
export function openLogStream({ descriptor, after, onLost }: LogStreamOptions) {
  let [gathered, hasBegun] = ['', false];
  let destination: Destination | undefined;
  let opening: Promise<void> | undefined;
  let callOff: (() => void) | undefined;

  function write(line: string, isUrgent = false): void {
    if (isUrgent) flush();
    if (isUrgent && destination !== undefined) return destination.take(line, waitingBytesMax.urgent);
    gathered += line;
    if (isUrgent || gathered.length >= chunkCharacters) flush();
    else callOff ??= after(flushMilliseconds, flush);
  }

  function flush(): void {
    callOff?.();
    callOff = undefined;
    if (!hasBegun || gathered === '') return;
    if (destination === undefined) return void (opening ??= open());
    const lines = gathered;
    gathered = '';
    destination.take(lines, waitingBytesMax.ordinary);
  }

  async function open(): Promise<void> {
    destination = await openDestination(descriptor, onLost);
    flush();
  }

  return {
    /** Takes a line, with its line break; an urgent one is not kept to be written with others. */
    write,

    /** Begins to write. */
    begin(): void {
      hasBegun = true;
      flush();
    },

    /** Writes all that is left, unless its reader does not take it in time. */
    async close(): Promise<void> {
      if (opening === undefined && gathered === '') return;
      hasBegun = true;
      await (opening ??= open());
      flush();
      await settlesWithin({ after }, closingMillisecondsMax, destination?.allWritten());
    },
  };
}

interface Destination {
  /** Takes lines to be written, unless more bytes than `bytesMax` wait already. */
  readonly take: (lines: string, bytesMax: number) => void;
  readonly allWritten: () => Promise<void>;
}

async function openDestination(descriptor: number, onLost: (lines: number) => void): Promise<Destination> {
  // Loaded with the first lines, so that no start and no first answer waits for it.
  const { SonicBoom } = await import('sonic-boom');
  const file = new SonicBoom({ fd: descriptor, sync: false });
  let [waitingBytes, linesLost] = [0, 0];
  // There is no other place to tell it; what could not be written is tried again with the next lines.
  file.on('error', () => undefined);
  file.on('write', (bytes: number) => (waitingBytes -= bytes));
  file.on('drain', () => {
    if (linesLost === 0) return;
    onLost(linesLost);
    linesLost = 0;
  });
  return {
    take(lines, bytesMax) {
      if (waitingBytes > bytesMax) {
        linesLost += lines.split('\n').length - 1;
        return;
      }
      waitingBytes += Buffer.byteLength(lines);
      file.write(lines);
    },
    allWritten() {
      const { promise, resolve } = Promise.withResolvers<void>();
      file.flush(() => resolve());
      return promise;
    },
  };
}
