import { messageOf } from '../sqlite/databaseFile.ts';
import { startWorkerPlainly, type StartWorker } from './descriptors.ts';
import type { OpenFiles } from '../directory/openFiles.ts';

/** What every supervised thread is told besides its tasks: first where the database is; last, to close. */
export type Instruction =
  | { readonly kind: 'open'; readonly dataDirectory: string; readonly files: OpenFiles | undefined }
  | { readonly kind: 'close' };

/** What every supervised thread tells besides its answers: that it is ready for tasks, a line for the log, that it has closed. */
export type Report =
  { readonly kind: 'ready' } | { readonly kind: 'log'; readonly line: string } | { readonly kind: 'closed' };

/** What a supervised thread needs, and whom it tells. */
export interface WorkerOptions<Answer> {
  readonly dataDirectory: string;
  /** The files that the server has open; undefined to use whatever has their names. */
  readonly files?: OpenFiles | undefined;
  /** Where the code of the thread is: `writeThread.ts`, or what the bundler has made of it. */
  readonly workerUrl: URL;
  /** What the log calls it, such as `write thread`. */
  readonly name: string;
  /** When it starts without a task, in milliseconds from now; it starts with its first task when this is left out. */
  readonly startDelayMilliseconds?: number;
  /** How the thread is started; plainly unless given. */
  readonly startWorker?: StartWorker | undefined;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
  /** Called when the thread can take a task: after it has started, and after each task. */
  readonly onIdle: () => void;
  readonly onAnswer: (answer: Answer) => void;
  /** Called when the thread has died. A new one starts by itself, or with the next task. */
  readonly onDeath: () => void;
}

// A thread that cannot even start, as on a lost disk, is tried again ever more seldom.
const restartDelayMillisecondsMin = 100;
const restartDelayMillisecondsMax = 10_000;

/** Keeps one thread alive, which does one task after the other: starts it, and starts it again when it dies, until it is closed. */
export function superviseWorker<Answer extends { readonly kind: string }>(options: WorkerOptions<Answer>) {
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<void>();
  let [thread, isReady, isClosing]: [Worker | undefined, boolean, boolean] = [undefined, false, false];
  const start = (): void => void (thread = openWorker(options, { receive, onExit, goWithout }));
  const starting = createStarting(start, options.startDelayMilliseconds);

  function receive(from: Worker, message: Answer | Report): void {
    if (from !== thread) return from.terminate();
    if (!isReport(message)) options.onAnswer(message);
    else if (message.kind === 'closed') return resolveClosed();
    else if (message.kind === 'log') return options.log(message.line);
    else starting.succeed();
    isReady = true;
    options.onIdle();
  }

  function onExit(dead: Worker, reason: string): void {
    if (dead !== thread) return;
    [thread, isReady] = [undefined, false];
    dead.terminate();
    goWithout(`the ${options.name} has died and is started again: ${reason}`);
  }

  function goWithout(line: string): void {
    options.onDeath();
    if (isClosing) return resolveClosed();
    options.log(line);
    starting.againLater();
  }

  return {
    /** Whether there is a thread, though it may be busy or not yet started up. */
    isAlive: (): boolean => starting.isAhead() || thread !== undefined,

    /** Gives the thread a task, if it is idle; false if it is not, and then the task is not even put together. */
    send(compose: () => { readonly kind: string }): boolean {
      starting.hurry();
      if (thread === undefined || !isReady) return false;
      isReady = false;
      thread.postMessage(compose());
      return true;
    },

    /** Ends an idle thread; the next task starts another. */
    rest(): void {
      if (thread === undefined || !isReady) return;
      tell(thread, { kind: 'close' });
      [thread, isReady] = [undefined, false];
      starting.again();
    },

    /** Ends the thread for good, after the task that it may be at. */
    async close(): Promise<void> {
      isClosing = true;
      starting.callOff();
      if (thread === undefined) return;
      tell(thread, { kind: 'close' });
      await closed.then(() => thread?.terminate());
    },
  };
}

/** Starts by itself after a delay, or at once when a task comes; without a delay, only when one comes. */
function createStarting(start: () => void, delayMilliseconds: number | undefined) {
  let [isAhead, isOver] = [true, false];
  let restartDelayMilliseconds = restartDelayMillisecondsMin;
  const timer = delayMilliseconds === undefined ? undefined : setTimeout(hurry, delayMilliseconds);

  function hurry(): void {
    if (!isAhead) return;
    clearTimeout(timer);
    isAhead = false;
    start();
  }

  function again(): void {
    if (isOver) return;
    isAhead = true;
    if (delayMilliseconds !== undefined) hurry();
  }

  return {
    isAhead: (): boolean => isAhead,
    hurry,
    again,

    /** The last start went well. */
    succeed(): void {
      restartDelayMilliseconds = restartDelayMillisecondsMin;
    },

    againLater(): void {
      setTimeout(again, restartDelayMilliseconds);
      restartDelayMilliseconds = Math.min(restartDelayMilliseconds * 2, restartDelayMillisecondsMax);
    },

    /** Lets no start come any more. */
    callOff(): void {
      clearTimeout(timer);
      [isAhead, isOver] = [false, true];
    },
  };
}

interface Listeners<Answer> {
  readonly receive: (from: Worker, message: Answer | Report) => void;
  readonly onExit: (dead: Worker, reason: string) => void;
  readonly goWithout: (line: string) => void;
}

function openWorker<Answer>(
  { startWorker = startWorkerPlainly, workerUrl, name, dataDirectory, files }: WorkerOptions<Answer>,
  { receive, onExit, goWithout }: Listeners<Answer>,
): Worker | undefined {
  const opening: Instruction = { kind: 'open', dataDirectory, files };
  try {
    const started = startWorker({ workerUrl, opening });
    started.addEventListener('message', ({ data }: MessageEvent<Answer | Report>) => receive(started, data));
    started.addEventListener('error', ({ message }) => onExit(started, message));
    started.addEventListener('close', () => onExit(started, 'it ended'));
    return started;
  } catch (error) {
    goWithout(`the ${name} cannot be started and is tried again: ${messageOf(error)}`);
    return undefined;
  }
}

function isReport(message: { readonly kind: string }): message is Report {
  return message.kind === 'ready' || message.kind === 'log' || message.kind === 'closed';
}

function tell(thread: Worker, message: Instruction): void {
  thread.postMessage(message);
}
