import { settlesWithin, type Clock } from '../runtime/system.ts';
import { readTimetable, type Timetable } from './timetable.ts';

/** How a failed run is retried: after a pause that doubles with each failure in succession, up to a longest one. */
interface Backoff {
  readonly firstSeconds: number;
  readonly longestSeconds: number;
}

/** The arguments of a run. */
export interface JobRun {
  /**
   * Does work in pieces while there is more, and ends early when the scheduler stops; what fails then is ignored. Between
   * two pieces it waits for nine times as long as the last one took, so that requests seldom meet one.
   *
   * @param piece does one piece, and resolves to whether there is more
   */
  readonly inPieces: (piece: () => Promise<boolean>) => Promise<void>;
}

/** A piece of work that runs now and then, one run at a time. */
export interface Job {
  readonly timetable?: Timetable | undefined;
  /** Without it, a failed run is retried at the next time of the timetable. */
  readonly retry?: Backoff | undefined;
  /** Does the work; rejects when it failed. It may choose the pause before the next run of the same day, in seconds. */
  readonly run: (run: JobRun) => Promise<{ readonly nextInSeconds: number } | undefined>;
  /** Called with the reason of each failed run. */
  readonly onFailure: (error: unknown) => void;
}

/** A job that a scheduler runs. */
interface ScheduledJob {
  /** Starts the timetable after a delay. An interval starts with a run, a time of day with the newest day that is due. */
  begin(delaySeconds?: number): void;
  /** Runs now. A request during a run makes one more run after it. The timetable continues from the last run. */
  request(): void;
  /** Runs after the pause of a failed run. */
  retry(): void;
  /** Whether a run is under way. */
  isRunning(): boolean;
  /** Starts no further run. */
  stop(): void;
}

/** Runs the jobs of a process. */
export interface Scheduler {
  /** Adds a job. It runs on request, and by its timetable once the timetable has started. */
  schedule(job: Job): ScheduledJob;
  /** Starts no further run, and waits up to a second for the runs that are under way. */
  stop(): Promise<void>;
}

const stopMillisecondsMax = 1000;

/** Creates a scheduler that runs jobs by a clock. */
export function createScheduler(clock: Clock): Scheduler {
  const stopping = new AbortController();
  const runners: JobRunner[] = [];

  return {
    schedule(job) {
      const runner = createJobRunner(job, clock, stopping.signal);
      runners.push(runner);
      return runner;
    },

    async stop() {
      stopping.abort();
      for (const runner of runners) runner.stop();
      const runs = Promise.all(runners.map((runner) => runner.settled()));
      await settlesWithin(clock, stopMillisecondsMax, runs);
    },
  };
}

/** A scheduled job, and the end of the run that is under way. */
interface JobRunner extends ScheduledJob {
  /** Resolves when no run is under way. */
  settled(): Promise<void>;
}

const second = 1000;
const never = (): number => Number.POSITIVE_INFINITY;

/** Runs one job by a clock, one run at a time. */
function createJobRunner(job: Job, clock: Clock, signal: AbortSignal): JobRunner {
  const timetable = readTimetable(job.timetable, clock);
  const runOnce = withBackoff(job);
  const timer = createTimer(clock, timetable.timerMax);
  let [hasBegun, isRunning, isRequested, isStopped] = [false, false, false, false];
  let running = Promise.resolve();

  function request(): void {
    timer.cancel();
    if (isStopped) return;
    if (isRunning) isRequested = true;
    else running = run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    const noteSuccess = timetable.beginRun();
    const { isDone, pauseSeconds } = await runOnce.run({ inPieces: workInPieces(clock, signal) });
    if (isDone) noteSuccess();
    isRunning = false;
    if (!isRequested) return runAfter(pauseSeconds);
    isRequested = false;
    request();
  }

  /** Runs after a pause, or earlier if the timetable says so. */
  function runAfter(pauseSeconds = Number.POSITIVE_INFINITY): void {
    if (isStopped) return;
    const untilTimetable = hasBegun ? timetable.countDown() : never;
    const endsAt = clock.monotonicMilliseconds() + pauseSeconds * second;
    const millisecondsLeft = () => Math.min(endsAt - clock.monotonicMilliseconds(), untilTimetable());
    timer.start(millisecondsLeft, () => (timetable.mayRun() ? request() : runAfter()));
  }

  return {
    begin(delaySeconds = 0) {
      hasBegun = true;
      if (isRunning || isStopped) return;
      if (timetable.startsWithRun) runAfter(delaySeconds);
      else if (delaySeconds === 0) runAfter();
      else timer.startAfter(delaySeconds * second, runAfter);
    },
    request,
    retry: () => runAfter(runOnce.nextPause()),
    isRunning: () => isRunning,
    settled: () => running,
    stop() {
      isStopped = true;
      timer.cancel();
    },
  };
}

/** Runs a job, and returns the pause before the next run, in seconds; undefined where only the timetable decides. */
function withBackoff(job: Job) {
  const pauses = createPauses(job.retry);
  return {
    async run(run: JobRun): Promise<{ readonly isDone: boolean; readonly pauseSeconds: number | undefined }> {
      try {
        const next = await job.run(run);
        pauses.reset();
        // A run that chooses the next one has not finished its day.
        return { isDone: next === undefined, pauseSeconds: next?.nextInSeconds };
      } catch (error) {
        job.onFailure(error);
        return { isDone: false, pauseSeconds: pauses.next() };
      }
    },
    nextPause: () => pauses.next(),
  };
}

// A job takes a tenth of the time, however long its pieces take on this machine.
const pauseForOnePiece = 9;

function workInPieces(clock: Clock, signal: AbortSignal): JobRun['inPieces'] {
  return async function inPieces(piece) {
    try {
      for (let isMore = true; isMore && !signal.aborted;) {
        const began = clock.monotonicMilliseconds();
        isMore = await piece();
        const took = clock.monotonicMilliseconds() - began;
        if (isMore) await pause(clock, pauseForOnePiece * took, signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
}

/** Waits for so many milliseconds, or until the signal is aborted. */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const cancel = clock.after(milliseconds, end);
  signal.addEventListener('abort', end);
  await promise;
  signal.removeEventListener('abort', end);
  cancel();
}

/** A timer that checks the remaining time again, at the latest after `longest` milliseconds. */
function createTimer(clock: Clock, longest: number) {
  let cancel = (): void => undefined;

  function start(millisecondsLeft: () => number, action: () => void): void {
    cancel();
    const left = millisecondsLeft();
    if (left <= 0) action();
    else if (left < Number.POSITIVE_INFINITY)
      cancel = clock.after(Math.min(left, longest), () => start(millisecondsLeft, action));
  }

  return {
    start,
    startAfter(milliseconds: number, action: () => void): void {
      cancel();
      cancel = clock.after(milliseconds, action);
    },
    cancel: (): void => cancel(),
  };
}

/** The pauses of a backoff, in seconds; undefined where failed runs are not retried. */
function createPauses(backoff: Backoff | undefined) {
  let failures = 0;
  return {
    reset: (): void => void (failures = 0),

    next(): number | undefined {
      if (backoff === undefined) return undefined;
      failures += 1;
      return Math.min(backoff.firstSeconds * 2 ** (failures - 1), backoff.longestSeconds);
    },
  };
}
