import { describe, expect, spyOn, test } from 'bun:test';
import { scheduleJob, settled } from '../../support/scheduledJob.ts';

const hour = 3600;

describe('a job with an interval', () => {
  test('runs when it begins, and again after each interval', async () => {
    const { scheduled, pass, at, scheduler } = scheduleJob({ timetable: { everySeconds: 60 } });
    scheduled.begin();
    await pass(150, 10);
    expect(at()).toEqual([0, 60, 120]);
    await scheduler.stop();
    await pass(600, 10);
    expect(at()).toHaveLength(3);
  });

  test('begins after a delay, which is never longer than the interval', async () => {
    const one = scheduleJob({ timetable: { everySeconds: 60 } });
    one.scheduled.begin(5);
    await one.pass(70, 1);
    expect(one.at()).toEqual([5, 65]);
    const other = scheduleJob({ timetable: { everySeconds: 60 } });
    other.scheduled.begin(10_000);
    await other.pass(70, 1);
    expect(other.at()).toEqual([60]);
  });

  test('runs after an interval of a hundred days', async () => {
    const { scheduled, pass, at } = scheduleJob({ timetable: { everySeconds: 100 * 24 * hour } });
    scheduled.begin();
    await pass(201 * 24 * hour, hour);
    expect(at()).toEqual([0, 100 * 24 * hour, 200 * 24 * hour]);
  });

  test('chooses the pause before its next run', async () => {
    const run = () => Promise.resolve({ nextInSeconds: 7 });
    const { scheduled, pass, at } = scheduleJob({ timetable: { everySeconds: 60 }, run });
    scheduled.begin();
    await pass(15, 1);
    expect(at()).toEqual([0, 7, 14]);
  });

  test('runs neither sooner nor later when the wall clock is set', async () => {
    const { scheduled, pass, at, clock } = scheduleJob({ timetable: { everySeconds: 60 } });
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
    const { scheduled, pass, at, state, failures } = scheduleJob({ retry });
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
    const without = scheduleJob({ timetable: { everySeconds: 60 } });
    without.state.isFailing = true;
    without.scheduled.begin();
    await without.pass(60, 1);
    expect(without.at()).toEqual([0, 60]);
    const slow = scheduleJob({ timetable: { everySeconds: 60 }, retry: { firstSeconds: 900, longestSeconds: 900 } });
    slow.state.isFailing = true;
    slow.scheduled.begin();
    await slow.pass(60, 1);
    expect(slow.at()).toEqual([0, 60]);
  });

  test('can be asked for from outside, with the same pauses', async () => {
    const { scheduled, pass, at } = scheduleJob({ retry });
    scheduled.retry();
    await pass(2, 1);
    expect(at()).toEqual([1]);
  });
});

describe('a request', () => {
  test('runs the job at once, and the interval counts from there', async () => {
    const { scheduled, pass, at } = scheduleJob({ timetable: { everySeconds: 60 } });
    scheduled.begin();
    await pass(30);
    scheduled.request();
    await pass(60, 1);
    expect(at()).toEqual([0, 30, 90]);
  });

  test('during a run makes one more run after it, for any number of requests', async () => {
    const ends: (() => void)[] = [];
    const run = () => new Promise<undefined>((resolve) => ends.push(() => resolve(undefined)));
    const { scheduled, at } = scheduleJob({ run });
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
  test('waits for the run in progress, and makes no other', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { scheduled, scheduler, at } = scheduleJob({ run: () => promise });
    scheduled.request();
    scheduled.request();
    let isStopped = false;
    const stopping = scheduler.stop().then(() => (isStopped = true));
    await settled();
    expect(isStopped).toBe(false);
    resolve(undefined);
    expect(await stopping).toBe(true);
    expect([scheduled.isRunning(), at()]).toEqual([false, [0]]);
  });

  test('waits no longer than a second', async () => {
    const { scheduled, scheduler, clock } = scheduleJob({ run: () => new Promise(() => undefined) });
    scheduled.request();
    const stopping = scheduler.stop();
    await settled();
    clock.advance(1);
    await stopping;
  });

  test.each([{ at: '09:00', timeZone: 'UTC' }, { everySeconds: 60 }])(
    'prevents a job with the timetable %j that begins afterwards, which leaves no timer',
    async (timetable) => {
      const { scheduled, scheduler, clock, at } = scheduleJob({ timetable });
      await scheduler.stop();
      const timers = spyOn(clock, 'after');
      scheduled.begin(5);
      expect([timers.mock.calls, at()]).toEqual([[], []]);
    },
  );
});

describe('a run in pieces', () => {
  /** A job whose pieces take two seconds each, and the time of each piece. */
  function schedulePieces(count: number, failsAt = Number.POSITIVE_INFINITY) {
    const pieces: number[] = [];
    const parts = scheduleJob({
      async run({ inPieces }) {
        await inPieces(() => {
          pieces.push(parts.clock.monotonicMilliseconds() / 1000 - begunAt);
          parts.clock.advance(2);
          return pieces.length === failsAt ? Promise.reject(new Error('no')) : Promise.resolve(pieces.length < count);
        });
        return undefined;
      },
    });
    const begunAt = parts.clock.monotonicMilliseconds() / 1000;
    parts.scheduled.request();
    return { ...parts, pieces };
  }

  test('pauses after each piece for nine times as long as it took, and ends when there is no more', async () => {
    const { pieces, pass, scheduled } = schedulePieces(3);
    await pass(17.9);
    expect(pieces).toEqual([0]);
    await pass(50, 0.1);
    expect(pieces.map(Math.round)).toEqual([0, 20, 40]);
    expect(scheduled.isRunning()).toBe(false);
  });

  test('fails with its piece', async () => {
    const { pieces, pass, failures } = schedulePieces(3, 2);
    await pass(50, 0.1);
    expect([pieces.length, failures]).toEqual([2, [new Error('no')]]);
  });

  test('ends at once, and does not fail, when the scheduler stops in a pause', async () => {
    const { pieces, scheduler, failures } = schedulePieces(3, 2);
    await settled();
    await scheduler.stop();
    await settled();
    expect([pieces.length, failures]).toEqual([1, []]);
  });

  test('does not fail either when the piece that is under way does', async () => {
    const piece = Promise.withResolvers<boolean>();
    const { scheduler, scheduled, failures } = scheduleJob({
      async run({ inPieces }) {
        await inPieces(() => piece.promise);
        return undefined;
      },
    });
    scheduled.request();
    const stopped = scheduler.stop();
    piece.reject(new Error('no'));
    await stopped;
    await settled();
    expect([scheduled.isRunning(), failures]).toEqual([false, []]);
  });
});
