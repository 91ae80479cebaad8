import { closeSync, openSync } from 'node:fs';

// Opened for its descriptor only. On a system without this file, descriptors are not counted.
const nullDevice = '/dev/null';
// A worker needs two for its event loop and six for a database; the others are for the server.
const workerCount = 32;
// The server accepts fewer connections than this while a worker starts.
const plentyCount = 128;
const startMillisecondsMax = 2000;
const scarcity =
  'nearly all file descriptors are in use, probably by connections: new connections wait until others close, and no backup is made. Raise the limit on open files (LimitNOFILE= in systemd, --ulimit nofile= in Docker)';

/** Too few file descriptors are left to start a worker. */
class TooFewDescriptors extends Error {
  override readonly name = 'TooFewDescriptors';

  constructor() {
    super('too few file descriptors are left; raise the limit on open files of the server');
  }
}

/**
 * Starts a worker.
 *
 * @param opening the first message, by which the worker opens its files
 * @throws {Error} when too few file descriptors are left: the runtime would end the process
 */
export function startWorker(workerUrl: URL, opening?: object): Worker {
  const free = countFree(plentyCount);
  if (free < workerCount) throw new TooFewDescriptors();
  const worker = new Worker(workerUrl, { type: 'module' });
  if (opening !== undefined) worker.postMessage(opening);
  // While this thread waits, it accepts no connection that takes the descriptors.
  if (free < plentyCount) awaitStart(worker);
  return worker;
}

/**
 * Starts a worker, sends it a question, and ends it when it has answered. Question and answer are plain data.
 *
 * @param otherwise the answer if it comes before that of the worker, which is then ended
 * @throws {Error} when the worker cannot start, fails, or ends without an answer
 */
export async function runInWorker<Answer>(
  workerUrl: URL,
  question: object,
  otherwise?: Promise<Answer>,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const worker = startWorker(workerUrl);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  worker.addEventListener('close', () => reject(new Error('the worker ended')));
  worker.postMessage(question);
  try {
    return await (otherwise === undefined ? promise : Promise.race([promise, otherwise]));
  } finally {
    worker.terminate();
  }
}

/** Creates the message listener of a worker. It also tells the starting thread that the worker runs. */
export function takeMessages<Message extends object>(onMessage: (message: Message) => void) {
  return function takeMessage({ data }: MessageEvent<Message | SharedArrayBuffer>): void {
    if (data instanceof SharedArrayBuffer) reportStart(data);
    else onMessage(data);
  };
}

/** Where a change of the free descriptors is logged. */
export interface DescriptorLog {
  readonly error: (line: string) => void;
  readonly info: (line: string) => void;
}

/** Creates a function that checks whether descriptors are free for some more connections, and logs each change. */
export function watchDescriptors(log: DescriptorLog) {
  let wereEnough = true;
  return function areEnough(): boolean {
    const areEnoughNow = countFree(workerCount) === workerCount;
    if (wereEnough && !areEnoughNow) log.error(scarcity);
    if (!wereEnough && areEnoughNow) log.info('enough file descriptors are free again');
    wereEnough = areEnoughNow;
    return areEnoughNow;
  };
}

/** Counts the free descriptors up to a maximum; returns the maximum where they cannot be counted. */
function countFree(countMax: number): number {
  const taken: number[] = [];
  try {
    while (taken.length < countMax) taken.push(openSync(nullDevice, 'r'));
    return countMax;
  } catch (error) {
    return isExhaustion(error) ? taken.length : countMax;
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
  }
}

/** Whether the process or the whole system has no descriptor left. */
function isExhaustion(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

/** Blocks this thread until a worker has reached this message: it has started and opened its files. */
function awaitStart(worker: Worker): void {
  const flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  worker.postMessage(flag);
  Atomics.wait(new Int32Array(flag), 0, 0, startMillisecondsMax);
}

function reportStart(buffer: SharedArrayBuffer): void {
  const flag = new Int32Array(buffer);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}
