/** What a supervisor needs of the scheduler: it runs the starts of the worker, and retries them with a backoff. */
interface StartScheduler {
  schedule(job: {
    readonly retry: { readonly firstSeconds: number; readonly longestSeconds: number };
    readonly run: () => Promise<undefined>;
    readonly onFailure: (error: unknown) => void;
  }): { begin(delaySeconds?: number): void; request(): void; retry(): void; stop(): void };
}

// A worker that cannot even start, as on a lost disk, is retried more and more seldom.
const startBackoff = { firstSeconds: 0.1, longestSeconds: 10 };

/** Options of the starts of a worker. */
export interface WorkerStartOptions {
  readonly scheduler: StartScheduler;
  /** When the worker starts without a task, in seconds from now; without it, the worker starts with its first task. */
  readonly startDelaySeconds?: number;
}

/**
 * Schedules the starts of a worker. A run of the job is one attempt: it ends when the worker is ready, and fails when the
 * worker dies before. A worker without a start delay waits for a task in each attempt.
 */
export function scheduleStarts(start: () => void, { scheduler, startDelaySeconds }: WorkerStartOptions) {
  const waitsForTask = startDelaySeconds === undefined;
  const attempt = trackAttempt();
  let [isAllowed, isWanted] = [true, false];

  const job = scheduler.schedule({
    retry: startBackoff,
    run() {
      const ended = attempt.begin();
      isAllowed = waitsForTask && !isWanted;
      isWanted = false;
      if (!isAllowed) start();
      return ended;
    },
    // The supervisor has logged the reason.
    onFailure: () => undefined,
  });
  if (!waitsForTask) job.begin(startDelaySeconds);

  return {
    /** Whether the worker may start with the next task. */
    isAllowed: (): boolean => isAllowed,

    /** Starts the worker, if it may start. */
    startNow(): void {
      if (!isAllowed) return;
      isAllowed = false;
      if (attempt.isOpen()) return start();
      isWanted = true;
      job.request();
    },

    /** Allows another start, with the next task, after an orderly end. */
    allow: (): void => void (isAllowed = true),

    /** The worker is ready. */
    succeed: (): void => attempt.succeed(),

    /** The worker has died: allows another start after a pause. */
    retry(): void {
      if (attempt.isOpen()) attempt.fail();
      else job.retry();
    },

    /** Allows no further start. */
    stop(): void {
      isAllowed = false;
      job.stop();
      attempt.succeed();
    },
  };
}

/** Tracks one attempt after the other to start a worker. */
function trackAttempt() {
  let open: PromiseWithResolvers<undefined> | undefined;

  function end(): PromiseWithResolvers<undefined> | undefined {
    const ended = open;
    open = undefined;
    return ended;
  }

  return {
    begin(): Promise<undefined> {
      open = Promise.withResolvers();
      return open.promise;
    },
    isOpen: (): boolean => open !== undefined,
    succeed: (): void => end()?.resolve(undefined),
    fail: (): void => end()?.reject(new Error('the worker died before it was ready')),
  };
}
