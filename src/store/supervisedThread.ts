import type { WriteCommand } from '../domain/writes.ts';
import { messageOf } from './databaseFile.ts';
import { startThreadPlainly, type StartThread } from './descriptors.ts';
import type { OpenFiles } from './openFiles.ts';
import type { BatchOutcome } from './writeBatch.ts';
import type { MessageFromThread, MessageToThread } from './writeThread.ts';

/** What a supervised thread needs, and whom it tells. */
export interface SupervisionOptions {
  readonly dataDirectory: string;
  /** The files that the server has open; undefined to write to whatever has their names. */
  readonly files?: OpenFiles | undefined;
  /** Where the code of the thread is: `writeThread.ts`, or what the bundler has made of it. */
  readonly threadUrl: URL;
  /** How the thread is started; plainly unless given. */
  readonly startThread?: StartThread | undefined;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
  /** Called when the thread can take a batch: after it has started, and after each batch. */
  readonly onIdle: () => void;
  readonly onOutcomes: (outcomes: readonly BatchOutcome[]) => void;
  /** Called when the thread has died; a new one is started by itself. */
  readonly onDeath: () => void;
}

// A start is over before the thread begins to load, unless a write comes first: who asks first most likely only reads.
const startDelayMilliseconds = 100;
// A thread that cannot even start, as on a lost disk, is tried again ever more seldom.
const restartDelayMillisecondsMin = 100;
const restartDelayMillisecondsMax = 10_000;

/** Keeps one thread that writes alive: starts it, and starts it again when it dies, until it is closed. */
export function superviseThread(options: SupervisionOptions) {
  const { promise: closed, resolve: resolveClosed } = Promise.withResolvers<void>();
  let [thread, isReady, isClosing]: [Worker | undefined, boolean, boolean] = [undefined, false, false];
  const [firstStart, restartDelay] = [createFirstStart(start), createRestartDelay()];

  function start(): void {
    try {
      thread = startWriteThread(options, receive, bury);
    } catch (error) {
      goWithout(`the write thread cannot be started and is tried again: ${messageOf(error)}`);
    }
  }

  function receive(message: MessageFromThread): void {
    if (message.kind === 'closed') return resolveClosed();
    if (message.kind === 'log') return options.log(message.line);
    if (message.kind === 'batch') options.onOutcomes(JSON.parse(message.outcomesJson) as readonly BatchOutcome[]);
    else restartDelay.reset();
    isReady = true;
    options.onIdle();
  }

  function bury(dead: Worker, reason: string): void {
    if (dead !== thread) return;
    [thread, isReady] = [undefined, false];
    dead.terminate();
    goWithout(`the write thread has died and is started again: ${reason}`);
  }

  function goWithout(line: string): void {
    options.onDeath();
    if (isClosing) return resolveClosed();
    options.log(line);
    setTimeout(() => isClosing || start(), restartDelay.next());
  }

  return {
    /** Whether there is a thread, though it may be busy or not yet started up. */
    isAlive: (): boolean => firstStart.isAhead() || thread !== undefined,

    /** Gives the thread a batch to carry out, if it is idle; false if it is not. */
    send(commands: readonly WriteCommand[]): boolean {
      firstStart.hurry();
      if (thread === undefined || !isReady) return false;
      isReady = false;
      tell(thread, { kind: 'batch', commandsJson: JSON.stringify(commands) });
      return true;
    },

    /** Ends the thread for good, after the batch that it may be at. */
    async close(): Promise<void> {
      isClosing = true;
      firstStart.callOff();
      if (thread === undefined) return;
      tell(thread, { kind: 'close' });
      await closed;
      thread?.terminate();
    },
  };
}

function startWriteThread(
  { startThread = startThreadPlainly, threadUrl, dataDirectory, files }: SupervisionOptions,
  receive: (message: MessageFromThread) => void,
  bury: (dead: Worker, reason: string) => void,
): Worker {
  const opening: MessageToThread = { kind: 'open', dataDirectory, files };
  const started = startThread({ threadUrl, opening });
  started.addEventListener('message', ({ data }: MessageEvent<MessageFromThread>) => receive(data));
  started.addEventListener('error', ({ message }) => bury(started, message));
  started.addEventListener('close', () => bury(started, 'it ended'));
  return started;
}

/** Gives how long to wait before each start: longer each time, until a start has succeeded. */
function createRestartDelay() {
  let milliseconds = restartDelayMillisecondsMin;
  return {
    next(): number {
      const delay = milliseconds;
      milliseconds = Math.min(milliseconds * 2, restartDelayMillisecondsMax);
      return delay;
    },
    reset(): void {
      milliseconds = restartDelayMillisecondsMin;
    },
  };
}

/** Starts later by itself, or at once when it is needed. */
function createFirstStart(start: () => void) {
  let timer: Timer | undefined = setTimeout(hurry, startDelayMilliseconds);

  function callOff(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function hurry(): void {
    if (timer === undefined) return;
    callOff();
    start();
  }

  return { isAhead: (): boolean => timer !== undefined, hurry, callOff };
}

function tell(thread: Worker, message: MessageToThread): void {
  thread.postMessage(message);
}
