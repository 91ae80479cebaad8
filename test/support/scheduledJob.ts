import { createScheduler, type Job, type JobRun } from '../../src/core/jobs/scheduler.ts';
import { createTestClock } from './clock.ts';

/** What has been promised by now is settled after this. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** A job that does what the test says, and each of its runs. */
export function scheduleJob(job: Partial<Job>, instant = '2026-06-16T12:00:00.000Z') {
  const clock = createTestClock(instant);
  const scheduler = createScheduler(clock);
  const at: number[] = [];
  const failures: unknown[] = [];
  const begunAt = clock.monotonicMilliseconds();
  const state = { isFailing: false };
  const scheduled = scheduler.schedule({
    onFailure: (error) => failures.push(error),
    ...job,
    run(run: JobRun) {
      at.push((clock.monotonicMilliseconds() - begunAt) / 1000);
      if (state.isFailing) return Promise.reject(new Error('no'));
      return job.run?.(run) ?? Promise.resolve(undefined);
    },
  });
  /** Moves the clock in steps. */
  async function pass(seconds: number, step = seconds): Promise<void> {
    await settled();
    for (let left = seconds; left > 0; left -= step) {
      clock.advance(Math.min(left, step));
      await settled();
    }
  }
  return { clock, scheduler, scheduled, failures, state, pass, at: () => at };
}
