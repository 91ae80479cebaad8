import { closeSync, openSync } from 'node:fs';

/** A worker to be started. */
export interface WorkerStart {
  readonly workerUrl: URL;
  /** The first message, by which the worker opens its files; the caller of `StartWorker` sends all other messages. */
  readonly opening?: object;
  /** Whether the worker can start later as well. */
  readonly isOptional?: boolean;
}

/**
 * Starts a worker.
 *
 * @throws {Error} when too few file descriptors are left
 */
export type StartWorker = (start: WorkerStart) => Worker;

/** Too few file descriptors are left to start a worker. */
class TooFewDescriptors extends Error {
  override readonly name = 'TooFewDescriptors';

  constructor() {
    super('too few file descriptors are left; raise the limit on open files of the server');
  }
}

/** Starts a worker without counting file descriptors: for a process without connections. */
export const startWorkerPlainly: StartWorker = ({ workerUrl, opening }) => {
  const worker = new Worker(workerUrl);
  if (opening !== undefined) worker.postMessage(opening);
  return worker;
};

// Opened for its descriptor only. On a system without this file, descriptors are not counted.
const nullDevice = '/dev/null';
// A worker needs two for its event loop, or the process ends, and six for a database.
const reservedCount = 16;
const startCount = 4;
// The server accepts fewer connections than this while a worker starts.
const plentyCount = 128;
const optionalCount = 32;
const scarceCount = 16;
const startMillisecondsMax = 2000;
const scarcity =
  'nearly all file descriptors are in use, probably by connections: new connections wait until others close, and no backup is made. Raise the limit on open files (LimitNOFILE= in systemd, --ulimit nofile= in Docker)';
const watchMilliseconds = 5000;

/** Options of the reserve of file descriptors. */
export interface DescriptorOptions {
  /** Calls an action after some milliseconds; returns a function that cancels the timer. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMilliseconds: () => number;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
  /** Takes a log line at level info. */
  readonly logWell: (line: string) => void;
}

/**
 * Reserves some file descriptors, since anybody may open connections until no descriptor is left. The runtime ends the
 * process when a worker starts and finds no descriptor for its event loop. So a worker starts with the reserved
 * descriptors, at a moment when nothing else in this process can take them.
 */
export function reserveDescriptors({ after, monotonicMilliseconds, log, logWell }: DescriptorOptions) {
  const reserved: number[] = [];
  let isScarce = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let cancelTimer = (): void => undefined;

  /** Fills the reserve; returns whether it is full. */
  function fillReserve(): boolean {
    const { taken, isShort } = take(reservedCount - reserved.length);
    reserved.push(...taken);
    return !isShort;
  }

  function check(): void {
    const isScarceNow = !fillReserve() || countFree(scarceCount) < scarceCount;
    if (isScarceNow && !isScarce) log(scarcity);
    if (!isScarceNow && isScarce) logWell('enough file descriptors are free again');
    isScarce = isScarceNow;
    checkedAt = monotonicMilliseconds();
  }

  function watch(): void {
    check();
    cancelTimer = after(watchMilliseconds, watch);
  }

  function startAmongFew(start: WorkerStart): Worker {
    fillReserve();
    if (reserved.length < startCount) throw new TooFewDescriptors();
    // This thread blocks until the worker has its descriptors, and so accepts no connection.
    closeAll(reserved.splice(0));
    const worker = startWorkerPlainly(start);
    awaitStart(worker);
    fillReserve();
    return worker;
  }

  function startWorker(start: WorkerStart): Worker {
    const free = countFree(plentyCount);
    if (free === plentyCount) return startWorkerPlainly(start);
    if (start.isOptional === true && free < optionalCount) throw new TooFewDescriptors();
    return startAmongFew(start);
  }

  return {
    /** Fills the reserve, and checks it regularly from now on. */
    begin: watch,

    /** Starts a worker from the reserve if necessary; an optional worker only while enough other descriptors are free. */
    startWorker,

    /** Whether enough descriptors are free for some more connections and for the files of the server. */
    areEnough(): boolean {
      // Health checks may be frequent.
      if (monotonicMilliseconds() - checkedAt >= 1000) check();
      return !isScarce;
    },

    /** Releases the reserve. */
    close(): void {
      cancelTimer();
      closeAll(reserved.splice(0));
    },
  };
}

/** Opens a number of descriptors, or as many as are free. */
function take(count: number): { readonly taken: readonly number[]; readonly isShort: boolean } {
  const taken: number[] = [];
  try {
    while (taken.length < count) taken.push(openSync(nullDevice, 'r'));
    return { taken, isShort: false };
  } catch (error) {
    return { taken, isShort: isExhaustion(error) };
  }
}

/** Counts the free descriptors up to a maximum; returns the maximum where they cannot be counted. */
function countFree(countMax: number): number {
  const { taken, isShort } = take(countMax);
  closeAll(taken);
  return isShort ? taken.length : countMax;
}

/** Whether the process or the whole system has no descriptor left. */
function isExhaustion(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

function closeAll(descriptors: readonly number[]): void {
  for (const descriptor of descriptors) closeSync(descriptor);
}

/** Blocks this thread until a worker has reached this message: it has started and opened its files. */
function awaitStart(worker: Worker): void {
  const flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  worker.postMessage(flag);
  Atomics.wait(new Int32Array(flag), 0, 0, startMillisecondsMax);
}

/** Creates the message listener of a worker. It also tells the starting thread that the worker runs. */
export function takeMessages<Message extends object>(onMessage: (message: Message) => void) {
  return function takeMessage({ data }: MessageEvent<Message | SharedArrayBuffer>): void {
    if (data instanceof SharedArrayBuffer) return reportStart(data);
    onMessage(data);
  };
}

function reportStart(buffer: SharedArrayBuffer): void {
  const flag = new Int32Array(buffer);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}
