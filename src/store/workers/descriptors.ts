import { closeSync, openSync } from 'node:fs';

/** How a thread is started. */
export interface WorkerStart {
  readonly workerUrl: URL;
  /** The first message, if the thread opens with it what it cannot do without. Others are sent by whoever starts it. */
  readonly opening?: object;
  /** Whether the thread can as well be started later. */
  readonly isOptional?: boolean;
}

/**
 * Starts a thread.
 *
 * @throws {Error} when there are not enough file descriptors for it
 */
export type StartWorker = (start: WorkerStart) => Worker;

/** There are not enough file descriptors to start a thread. */
class TooFewDescriptors extends Error {
  override readonly name = 'TooFewDescriptors';

  constructor() {
    super('too few file descriptors are left; raise the limit on open files of the server');
  }
}

/** Starts a thread, whatever descriptors are left: for what has no connections. */
export const startWorkerPlainly: StartWorker = ({ workerUrl, opening }) => {
  const thread = new Worker(workerUrl);
  if (opening !== undefined) thread.postMessage(opening);
  return thread;
};

// Nothing but a descriptor is wanted. Where there is no such file, descriptors are not counted.
const nullDevice = '/dev/null';
// A thread takes two for its event loop, without which the process ends, and six for a database.
const reservedCount = 16;
const neededCount = 4;
// More connections than these are hardly accepted while a thread starts.
const plentyCount = 128;
const optionalCount = 32;
const scarceCount = 16;
const startMillisecondsMax = 2000;
const scarcity =
  'nearly all file descriptors are taken, by connections most likely: new ones wait until others end, and no backup is made. Raise the limit on open files (LimitNOFILE= in systemd, --ulimit nofile= in Docker)';
const watchMilliseconds = 5000;

/** What watching the descriptors needs. */
export interface DescriptorOptions {
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMilliseconds: () => number;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
  /** The same, for what is well again. */
  readonly logWell: (line: string) => void;
}

/**
 * Keeps some file descriptors back from the connections, which anybody may open as many of as there are. The runtime ends
 * the process when a thread starts and finds no descriptor for its event loop: so the start of a thread gets those that
 * were kept, while nothing else of this process can take them.
 */
export function holdDescriptors({ after, monotonicMilliseconds, log, logWell }: DescriptorOptions) {
  const kept: number[] = [];
  let isScarce = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let callOff = (): void => undefined;

  /** Whether as many are kept as should be, now. */
  function keepEnough(): boolean {
    const { taken, isShort } = take(reservedCount - kept.length);
    kept.push(...taken);
    return !isShort;
  }

  function look(): void {
    const isScarceNow = !keepEnough() || countFree(scarceCount) < scarceCount;
    if (isScarceNow && !isScarce) log(scarcity);
    if (!isScarceNow && isScarce) logWell('there are enough file descriptors again');
    isScarce = isScarceNow;
    lookedAt = monotonicMilliseconds();
  }

  function watch(): void {
    look();
    callOff = after(watchMilliseconds, watch);
  }

  function startAmongFew(start: WorkerStart): Worker {
    keepEnough();
    if (kept.length < neededCount) throw new TooFewDescriptors();
    // From here until the thread has what it needs, this thread waits, and so accepts no connection.
    closeAll(kept.splice(0));
    const thread = startWorkerPlainly(start);
    awaitStart(thread);
    keepEnough();
    return thread;
  }

  function startWorker(start: WorkerStart): Worker {
    const free = countFree(plentyCount);
    if (free === plentyCount) return startWorkerPlainly(start);
    if (start.isOptional === true && free < optionalCount) throw new TooFewDescriptors();
    return startAmongFew(start);
  }

  return {
    /** Begins to keep and to watch them. */
    begin: watch,

    /** Starts a thread however few there are, but an optional one only while there are enough. */
    startWorker,

    /** Whether there are enough for some more connections and for what the server itself opens. */
    areEnough(): boolean {
      // Anyone may ask as often as they like.
      if (monotonicMilliseconds() - lookedAt >= 1000) look();
      return !isScarce;
    },

    /** Keeps none any more. */
    close(): void {
      callOff();
      closeAll(kept.splice(0));
    },
  };
}

/** Takes so many descriptors, or as many as there are. */
function take(count: number): { readonly taken: readonly number[]; readonly isShort: boolean } {
  const taken: number[] = [];
  try {
    while (taken.length < count) taken.push(openSync(nullDevice, 'r'));
    return { taken, isShort: false };
  } catch (error) {
    return { taken, isShort: isExhaustion(error) };
  }
}

/** How many descriptors are free, at most so many; so many where that cannot be found out. */
function countFree(countMax: number): number {
  const { taken, isShort } = take(countMax);
  closeAll(taken);
  return isShort ? taken.length : countMax;
}

/** Whether the process, or the whole system, has no more descriptors. */
function isExhaustion(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

function closeAll(descriptors: readonly number[]): void {
  for (const descriptor of descriptors) closeSync(descriptor);
}

/** Waits, with all that this thread does, until another one has come to this message: it has started and opened all. */
function awaitStart(thread: Worker): void {
  const flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  thread.postMessage(flag);
  Atomics.wait(new Int32Array(flag), 0, 0, startMillisecondsMax);
}

/** Gives a listener for the messages of a thread; it answers the one by which whoever started the thread sees that it runs. */
export function takeMessages<Message>(onMessage: (message: Message) => void) {
  return function takeMessage({ data }: MessageEvent<Message | SharedArrayBuffer>): void {
    if (!(data instanceof SharedArrayBuffer)) return onMessage(data);
    const flag = new Int32Array(data);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
}
