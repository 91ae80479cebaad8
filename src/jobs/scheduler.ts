import { settlesWithin } from '../runtime/deadline.ts';
import type { Clock } from '../runtime/system.ts';
import type { Job, ScheduledJob } from './job.ts';
import { createJobRunner, type JobRunner } from './jobRunner.ts';

/** Runs the jobs of a process. */
export interface Scheduler {
  /** Adds a job. It runs on request, and by its timetable once that has begun. */
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
