import type { TimeOfDay } from './timeOfDay.ts';

/** When a job runs by itself; without a timetable it runs only on request. */
export type Timetable =
  | {
      /**
       * The pause between two runs, in seconds. It is measured by the monotonic clock: setting the wall clock changes
       * nothing, and a machine that wakes up does not start all its jobs at once.
       */
      readonly everySeconds: number;
    }
  | (TimeOfDay & {
      /**
       * Whether an earlier process has run the job for a day (`2026-06-16`). The scheduler itself remembers the days of
       * this process, so that a clock that is set back repeats none.
       */
      readonly hasRun?: (day: string) => boolean;
    });

/** How a failed run is retried: after a pause that doubles with each failure in succession, up to a longest one. */
export interface Backoff {
  readonly firstSeconds: number;
  readonly longestSeconds: number;
}

/** The arguments of a run. */
export interface JobRun {
  /** Aborted when the scheduler stops: a long run ends early then. */
  readonly signal: AbortSignal;
  /** The day that the run is for, ISO 8601; undefined without a time of day. The run also covers days missed before it. */
  readonly day: string | undefined;
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
export interface ScheduledJob {
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
