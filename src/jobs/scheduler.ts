import { settlesWithin, type Clock } from '../runtime/system.ts';
import type { Job, ScheduledJob, Backoff, JobRun } from './job.ts';
import { readTimetable } from './timetable.ts';

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
    const day = timetable.takeDay();
    const { isDone, pauseSeconds } = await runOnce.run({ signal, day });
    if (isDone) timetable.noteSuccess(day);
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
