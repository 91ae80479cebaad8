import type { Clock } from '../runtime/system.ts';
import { messageOf } from '../directory/databaseFile.ts';
import { startWorker } from './startWorker.ts';
import type { OwnerLimits } from '../writer/roomForOwners.ts';
import type { OpenFiles } from '../directory/openFiles.ts';

/** The messages of a supervisor besides tasks: where the database is, at first, and to close, at last. */
export type Instruction =
  | {
      readonly kind: 'open';
      readonly dataDirectory: string;
      readonly files: OpenFiles | undefined;
      /** What owners may have, for a worker that writes. */
      readonly ownerLimits: OwnerLimits | undefined;
    }
  | { readonly kind: 'close' };

/** The messages of a supervised worker besides answers: it is ready, it logs a line, it has closed. */
export type Report =
  { readonly kind: 'ready' } | { readonly kind: 'log'; readonly line: string } | { readonly kind: 'closed' };

/** Options of a supervised worker, and its listeners. */
export interface WorkerOptions<Answer> extends Pick<Clock, 'after'> {
  readonly dataDirectory: string;
  /** The files that the server has open; undefined for any files with their names. */
  readonly files?: OpenFiles | undefined;
  /** What owners may have; without them, as much as they store. */
  readonly ownerLimits?: OwnerLimits | undefined;
  /** The code of the worker: `modules/worker.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
  /** The name in the log, such as `write worker`. */
  readonly name: string;
  /** When the worker starts without a task, in seconds from now; without it, the worker starts with its first task. */
  readonly startDelaySeconds?: number;
  /** Takes a log line at level error. */
  readonly log: (line: string) => void;
  /** Called when the worker can take a task: after it has started, and after each task. */
  readonly onIdle: () => void;
  readonly onAnswer: (answer: Answer) => void;
  /** Called when the worker has died. Another one starts on its own, or with the next task. */
  readonly onExit: () => void;
}

/**
 * Supervises one worker, which does one task at a time: starts it, and restarts it when it dies, until it is closed.
 */
export function superviseWorker<Answer extends { readonly kind: string }>(options: WorkerOptions<Answer>) {
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<void>();
  let [worker, isReady, isClosing]: [Worker | undefined, boolean, boolean] = [undefined, false, false];
  const starts = scheduleStarts(options, () => (worker = openWorker(options, { receive, onExit, failStart })));

  function receive(from: Worker, message: Answer | Report): void {
    if (from !== worker) return from.terminate();
    if (!isReport(message)) options.onAnswer(message);
    else if (message.kind === 'closed') return resolveClosed();
    else if (message.kind === 'log') return options.log(message.line);
    else starts.succeed();
    isReady = true;
    options.onIdle();
  }

  function onExit(dead: Worker, reason: string): void {
    if (dead !== worker) return;
    [worker, isReady] = [undefined, false];
    dead.terminate();
    failStart(`the ${options.name} died and is restarted: ${reason}`);
  }

  function failStart(line: string): void {
    options.onExit();
    if (isClosing) return resolveClosed();
    options.log(line);
    starts.retry();
  }

  return {
    /** Whether a worker exists or may start, though it may be busy or not ready yet. */
    isAlive: (): boolean => starts.areAllowed() || worker !== undefined,

    /** Sends a task to an idle worker. Returns false, without composing the task, when the worker is not idle. */
    send(compose: () => { readonly kind: string }): boolean {
      if (starts.areAllowed()) starts.startNow();
      if (worker === undefined || !isReady) return false;
      isReady = false;
      worker.postMessage(compose());
      return true;
    },

    /** Ends an idle worker; the next task starts another. */
    rest(): void {
      if (worker === undefined || !isReady) return;
      sendTo(worker, { kind: 'close' });
      [worker, isReady] = [undefined, false];
      starts.allow();
    },

    /** Ends the worker permanently, after its present task. */
    async close(): Promise<void> {
      isClosing = true;
      starts.stop();
      if (worker === undefined) return;
      sendTo(worker, { kind: 'close' });
      await closed.then(() => worker?.terminate());
    },
  };
}

interface Listeners<Answer> {
  readonly receive: (from: Worker, message: Answer | Report) => void;
  readonly onExit: (dead: Worker, reason: string) => void;
  readonly failStart: (line: string) => void;
}

function openWorker<Answer>(
  options: WorkerOptions<Answer>,
  { receive, onExit, failStart }: Listeners<Answer>,
): Worker | undefined {
  const { name, dataDirectory, files, ownerLimits } = options;
  const opening: Instruction = { kind: 'open', dataDirectory, files, ownerLimits };
  try {
    const started = startWorker(options.workerUrl, opening);
    started.addEventListener('message', ({ data }: MessageEvent<Answer | Report>) => receive(started, data));
    started.addEventListener('error', ({ message }) => onExit(started, message));
    started.addEventListener('close', () => onExit(started, 'it ended'));
    return started;
  } catch (error) {
    failStart(`the ${name} cannot be started and is retried: ${messageOf(error)}`);
    return undefined;
  }
}

function isReport(message: { readonly kind: string }): message is Report {
  return message.kind === 'ready' || message.kind === 'log' || message.kind === 'closed';
}

function sendTo(worker: Worker, message: Instruction): void {
  worker.postMessage(message);
}

// A worker that cannot start, for example on a lost disk, is retried at growing intervals.
const retryMilliseconds = { first: 100, longest: 10_000 };

/** Decides when a worker starts: after its delay or with a task, and after a death only when a pause is over. */
function scheduleStarts(
  { startDelaySeconds, after }: Pick<WorkerOptions<unknown>, 'startDelaySeconds' | 'after'>,
  start: () => void,
) {
  let [areAllowed, failures] = [true, 0];
  let cancel = startDelaySeconds === undefined ? () => undefined : after(startDelaySeconds * 1000, startNow);

  function startNow(): void {
    cancel();
    areAllowed = false;
    start();
  }

  return {
    /** Whether the next task may start the worker. */
    areAllowed: (): boolean => areAllowed,
    startNow,
    succeed: (): void => void (failures = 0),
    allow: (): void => void (areAllowed = true),
    retry(): void {
      const pause = Math.min(retryMilliseconds.first * 2 ** failures, retryMilliseconds.longest);
      failures += 1;
      cancel = after(pause, startDelaySeconds === undefined ? () => (areAllowed = true) : startNow);
    },
    stop(): void {
      areAllowed = false;
      cancel();
    },
  };
}
