import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { Job, JobRun } from '../../src/jobs/job.ts';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import { createTestClock } from '../support/clock.ts';

const start = '2026-06-16T12:00:00.000Z';
const hour = 3600;

/** What has been promised by now is settled after this. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** A job that does what the test says, and each of its runs. */
function schedule(job: Partial<Job>, instant = start) {
  const clock = createTestClock(instant);
  const scheduler = createScheduler(clock);
  const runs: { readonly at: number; readonly day: string | undefined }[] = [];
  const failures: unknown[] = [];
  const begunAt = clock.monotonicMilliseconds();
  const state = { isFailing: false };
  const scheduled = scheduler.schedule({
    onFailure: (error) => failures.push(error),
    ...job,
    run(run: JobRun) {
      runs.push({ at: (clock.monotonicMilliseconds() - begunAt) / 1000, day: run.day });
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
  return { clock, scheduler, scheduled, runs, failures, state, pass, at: () => runs.map((run) => run.at) };
}

describe('a job with an interval', () => {
  test('runs when it begins, and again after each interval', async () => {
    const { scheduled, pass, at, scheduler } = schedule({ timetable: { everySeconds: 60 } });
    scheduled.begin();
    await pass(150, 10);
    expect(at()).toEqual([0, 60, 120]);
    await scheduler.stop();
    await pass(600, 10);
    expect(at()).toHaveLength(3);
  });

  test('begins after a delay, which is never longer than the interval', async () => {
    const one = schedule({ timetable: { everySeconds: 60 } });
    one.scheduled.begin(5);
    await one.pass(70, 1);
    expect(one.at()).toEqual([5, 65]);
    const other = schedule({ timetable: { everySeconds: 60 } });
    other.scheduled.begin(10_000);
    await other.pass(70, 1);
    expect(other.at()).toEqual([60]);
  });

  test('runs after an interval of a hundred days', async () => {
    const { scheduled, pass, at } = schedule({ timetable: { everySeconds: 100 * 24 * hour } });
    scheduled.begin();
    await pass(201 * 24 * hour, hour);
    expect(at()).toEqual([0, 100 * 24 * hour, 200 * 24 * hour]);
  });

  test('chooses the pause before its next run', async () => {
    const run = () => Promise.resolve({ nextInSeconds: 7 });
    const { scheduled, pass, at } = schedule({ timetable: { everySeconds: 60 }, run });
    scheduled.begin();
    await pass(15, 1);
    expect(at()).toEqual([0, 7, 14]);
  });

  test('runs neither sooner nor later when the wall clock is set', async () => {
    const { scheduled, pass, at, clock } = schedule({ timetable: { everySeconds: 60 } });
    scheduled.begin();
    await pass(1);
    clock.setWall('2036-01-01T00:00:00.000Z');
    await pass(30, 1);
    clock.setWall('1970-01-01T00:00:00.000Z');
    await pass(60, 1);
    expect(at()).toEqual([0, 60]);
  });
});

describe('a failed run', () => {
  const retry = { firstSeconds: 1, longestSeconds: 8 };

  test('is retried after pauses that double up to the longest, and restart after a success', async () => {
    const { scheduled, pass, at, state, failures } = schedule({ retry });
    state.isFailing = true;
    scheduled.request();
    await pass(31, 1);
    expect(at()).toEqual([0, 1, 3, 7, 15, 23, 31]);
    expect(failures).toHaveLength(7);
    state.isFailing = false;
    await pass(100, 1);
    expect(at().slice(7)).toEqual([39]);
    state.isFailing = true;
    scheduled.request();
    await pass(3, 1);
    expect(at().slice(8)).toEqual([131, 132, 134]);
  });

  test('is retried at the next time of the timetable without a backoff, and never later than that', async () => {
    const without = schedule({ timetable: { everySeconds: 60 } });
    without.state.isFailing = true;
    without.scheduled.begin();
    await without.pass(60, 1);
    expect(without.at()).toEqual([0, 60]);
    const slow = schedule({ timetable: { everySeconds: 60 }, retry: { firstSeconds: 900, longestSeconds: 900 } });
    slow.state.isFailing = true;
    slow.scheduled.begin();
    await slow.pass(60, 1);
    expect(slow.at()).toEqual([0, 60]);
  });

  test('can be asked for from outside, with the same pauses', async () => {
    const { scheduled, pass, at } = schedule({ retry });
    scheduled.retry();
    await pass(2, 1);
    expect(at()).toEqual([1]);
  });
});

describe('a request', () => {
  test('runs the job at once, and the interval counts from there', async () => {
    const { scheduled, pass, at } = schedule({ timetable: { everySeconds: 60 } });
    scheduled.begin();
    await pass(30);
    scheduled.request();
    await pass(60, 1);
    expect(at()).toEqual([0, 30, 90]);
  });

  test('during a run makes one more run after it, for any number of requests', async () => {
    const ends: (() => void)[] = [];
    const run = () => new Promise<undefined>((resolve) => ends.push(() => resolve(undefined)));
    const { scheduled, at } = schedule({ run });
    for (let count = 0; count < 3; count += 1) scheduled.request();
    expect([at(), scheduled.isRunning()]).toEqual([[0], true]);
    ends.shift()?.();
    await settled();
    expect(at()).toEqual([0, 0]);
    ends.shift()?.();
    await settled();
    expect([at(), scheduled.isRunning()]).toEqual([[0, 0], false]);
  });
});

describe('stopping', () => {
  test('waits for the run in progress, and aborts its signal', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let isTold = false;
    const { scheduled, scheduler } = schedule({
      run({ signal }) {
        signal.addEventListener('abort', () => (isTold = true));
        return promise;
      },
    });
    scheduled.request();
    scheduled.request();
    let isStopped = false;
    const stopping = scheduler.stop().then(() => (isStopped = true));
    await settled();
    expect([isTold, isStopped]).toEqual([true, false]);
    resolve(undefined);
    expect(await stopping).toBe(true);
    expect(scheduled.isRunning()).toBe(false);
  });

  test('waits no longer than a second', async () => {
    const { scheduled, scheduler, clock } = schedule({ run: () => new Promise(() => undefined) });
    scheduled.request();
    const stopping = scheduler.stop();
    await settled();
    clock.advance(1);
    await stopping;
  });
});

describe('a job with a time of day', () => {
  const berlin = { at: '09:00', timeZone: 'Europe/Berlin' };
  const days = (runs: readonly { readonly day: string | undefined }[]) => runs.map(({ day }) => day);

  test('runs at start for the newest day that is due, and then each day at that time', async () => {
    const { scheduled, runs, pass } = schedule({ timetable: berlin });
    scheduled.begin();
    await pass(45 * hour, 60);
    expect(runs).toEqual([
      { at: 0, day: '2026-06-16' },
      { at: 19 * hour, day: '2026-06-17' },
      { at: 43 * hour, day: '2026-06-18' },
    ]);
  });

  test('does not run at start for a day that an earlier process has run', async () => {
    const hasRun = (day: string) => day <= '2026-06-16';
    const { scheduled, runs, pass } = schedule({ timetable: { ...berlin, hasRun } });
    scheduled.begin();
    await pass(20 * hour, 60);
    expect(days(runs)).toEqual(['2026-06-17']);
  });

  test('runs at the next time that the day has when the clocks skip the time', async () => {
    const { scheduled, runs, pass, clock } = schedule(
      { timetable: { at: '02:30', timeZone: 'Europe/Berlin', hasRun: (day) => day < '2026-03-29' } },
      '2026-03-28T23:00:00.000Z',
    );
    scheduled.begin();
    await pass(1.9 * hour, 60);
    expect(runs).toEqual([]);
    await pass(0.1 * hour, 60);
    expect(days(runs)).toEqual(['2026-03-29']);
    expect(clock.wallMilliseconds()).toBe(Date.parse('2026-03-29T01:00:00.000Z'));
  });

  test('runs once for a machine that slept for days, within a minute after it wakes up', async () => {
    const { scheduled, runs, pass, clock } = schedule({ timetable: berlin });
    scheduled.begin();
    await pass(1);
    clock.setWall('2026-06-20T12:00:00.000Z');
    await pass(60, 1);
    expect(days(runs)).toEqual(['2026-06-16', '2026-06-20']);
  });

  test('does not run twice for a day when the wall clock is set back, also when a retry is due', async () => {
    const { scheduled, runs, pass, clock, state } = schedule({
      timetable: berlin,
      retry: { firstSeconds: 600, longestSeconds: 600 },
    });
    scheduled.begin();
    await pass(18 * hour, 60);
    state.isFailing = true;
    await pass(hour, 60);
    expect(days(runs)).toEqual(['2026-06-16', '2026-06-17']);
    state.isFailing = false;
    clock.setWall('2026-06-16T20:00:00.000Z');
    await pass(10 * hour, 60);
    expect(days(runs)).toEqual(['2026-06-16', '2026-06-17']);
    await pass(2 * hour, 60);
    expect(days(runs)).toEqual(['2026-06-16', '2026-06-17', '2026-06-17']);
  });

  test('that fails without a backoff waits for the next day', async () => {
    const { scheduled, runs, pass, state } = schedule({ timetable: berlin });
    state.isFailing = true;
    scheduled.begin();
    await pass(20 * hour, 60);
    expect(days(runs)).toEqual(['2026-06-16', '2026-06-17']);
  });

  test('begins after a delay', async () => {
    const { scheduled, pass, at } = schedule({ timetable: berlin });
    scheduled.begin(5);
    await pass(60, 1);
    expect(at()).toEqual([5]);
  });

  test('succeeds at most once for each day, however the wall clock is set, and always for the newest due day', async () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/Santiago', 'Pacific/Apia', 'Australia/Lord_Howe');
    const step = fc.record({
      minutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      jumpMinutes: fc.option(fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 })),
    });
    const at = fc.constantFrom('00:00', '02:15', '02:30', '09:00', '23:45');
    await fc.assert(
      fc.asyncProperty(zone, at, fc.array(step, { maxLength: 12 }), async (timeZone, time, steps) => {
        const { scheduled, runs, pass, clock } = schedule(
          { timetable: { at: time, timeZone } },
          '2011-12-27T12:00:00.000Z',
        );
        scheduled.begin();
        await settled();
        for (const { minutes, jumpMinutes } of steps) {
          if (jumpMinutes !== null) {
            clock.setWall(new Date(clock.wallMilliseconds() + jumpMinutes * 60_000).toISOString());
          }
          await pass(minutes * 60 + 60, 900);
        }
        const done = days(runs);
        expect(new Set(done).size).toBe(done.length);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
