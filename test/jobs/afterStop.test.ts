import { expect, test } from 'bun:test';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import { createTestClock } from '../support/clock.ts';

test('a job that begins after the stop never runs and leaves no timer', async () => {
  const timers: number[] = [];
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const counted = {
    ...clock,
    after(milliseconds: number, action: () => void) {
      timers.push(milliseconds);
      return clock.after(milliseconds, action);
    },
  };
  const scheduler = createScheduler(counted);
  const job = scheduler.schedule({
    timetable: { at: '09:00', timeZone: 'UTC' },
    run: () => Promise.resolve(undefined),
    onFailure: () => undefined,
  });
  await scheduler.stop();
  timers.length = 0;
  job.begin(5);
  expect(timers).toEqual([]);
});
