import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { scheduleJob, settled } from '../../support/scheduledJob.ts';
import { instantOnDay, type TimeOfDay } from '../../../src/core/billing/timeOfDay.ts';
import { newestDueDay } from '../../../src/core/jobs/timetable.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/St_Johns'];
const minute = 60_000;
const hour = 3600;

const zone = fc.constantFrom(...zones);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 29, 30, 45, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const anyDay = fc.integer({ min: 0, max: 60 * 365 }).map((days) => Temporal.PlainDate.from('1980-01-01').add({ days }));
/** A day on which the clocks of a zone change, or one next to it. */
const changeDay = fc
  .tuple(zone, fc.integer({ min: 0, max: 60 }), fc.integer({ min: -1, max: 1 }))
  .map(([timeZone, years, shift]) => {
    const from = Temporal.ZonedDateTime.from(`${1980 + years}-01-01T00:00[${timeZone}]`);
    const change = from.getTimeZoneTransition('next') ?? from;
    return { timeZone, day: change.toPlainDate().add({ days: shift }) };
  });
const plain = fc.record({ timeZone: zone, day: anyDay });
const places = fc.oneof(changeDay, plain);

function localAt(wallMilliseconds: number, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wallMilliseconds).toZonedDateTimeISO(timeZone).toPlainDateTime();
}

/** The rule, minute by minute: the first at which the local clock shows the time of that day, or a later one. */
function oracle(day: Temporal.PlainDate, { at, timeZone }: TimeOfDay): number {
  const wanted = day.toPlainDateTime(Temporal.PlainTime.from(at));
  let instant = wanted.toZonedDateTime('UTC').epochMilliseconds - 30 * 60 * minute;
  while (Temporal.PlainDateTime.compare(localAt(instant, timeZone), wanted) < 0) instant += minute;
  return instant;
}

describe('the instant of a time of day', () => {
  test('is the first instant at which the local clock shows that time or a later one', () => {
    fc.assert(
      fc.property(places, time, ({ timeZone, day }, at) => {
        expect(instantOnDay(day.toString(), { at, timeZone })).toBe(oracle(day, { at, timeZone }));
      }),
      { numRuns: 300 },
    );
  });
});

test('the time of the newest due day has come, and that of the day after it has not', () => {
  fc.assert(
    fc.property(places, time, fc.integer({ min: -48 * 60, max: 48 * 60 }), ({ timeZone, day }, at, minutes) => {
      const now = day.toZonedDateTime(timeZone).epochMilliseconds + minutes * minute;
      const rule = { at, timeZone };
      const due = newestDueDay(now, rule);
      expect(instantOnDay(due.toString(), rule)).toBeLessThanOrEqual(now);
      expect(instantOnDay(due.add({ days: 1 }).toString(), rule)).toBeGreaterThan(now);
    }),
    { numRuns: 500 },
  );
});

describe('a job with a time of day', () => {
  // The clock begins at 14:00 there.
  const berlin = { at: '09:00', timeZone: 'Europe/Berlin' };

  test('runs at start for the newest day that is due, and then each day at that time', async () => {
    const { scheduled, pass, at } = scheduleJob({ timetable: berlin });
    scheduled.begin();
    await pass(45 * hour, 60);
    expect(at()).toEqual([0, 19 * hour, 43 * hour]);
  });

  test('runs at the next time that the day has when the clocks skip the time', async () => {
    const timetable = { at: '02:30', timeZone: 'Europe/Berlin' };
    const { scheduled, pass, at, clock } = scheduleJob({ timetable }, '2026-03-28T23:00:00.000Z');
    scheduled.begin();
    await pass(1.9 * hour, 60);
    expect(at()).toEqual([0]);
    await pass(0.1 * hour, 60);
    expect(at()).toEqual([0, 2 * hour]);
    expect(clock.wallMilliseconds()).toBe(Date.parse('2026-03-29T01:00:00.000Z'));
  });

  test('runs once for a machine that slept for days, within a minute after it wakes up', async () => {
    const { scheduled, pass, at, clock } = scheduleJob({ timetable: berlin });
    scheduled.begin();
    await pass(1);
    clock.setWall('2026-06-20T12:00:00.000Z');
    await pass(60, 1);
    expect(at()).toHaveLength(2);
  });

  test('does not run twice for a day when the wall clock is set back, also when a retry is due', async () => {
    const retry = { firstSeconds: 600, longestSeconds: 600 };
    const { scheduled, pass, at, clock, state } = scheduleJob({ timetable: berlin, retry });
    scheduled.begin();
    await pass(18 * hour, 60);
    state.isFailing = true;
    await pass(hour, 60);
    expect(at()).toEqual([0, 19 * hour]);
    state.isFailing = false;
    clock.setWall('2026-06-16T20:00:00.000Z');
    await pass(10 * hour, 60);
    expect(at()).toHaveLength(2);
    await pass(2 * hour, 60);
    expect(at()).toHaveLength(3);
  });

  test('that fails without a backoff waits for the next day', async () => {
    const { scheduled, pass, at, state } = scheduleJob({ timetable: berlin });
    state.isFailing = true;
    scheduled.begin();
    await pass(20 * hour, 60);
    expect(at()).toEqual([0, 19 * hour]);
  });

  test('begins after a delay', async () => {
    const { scheduled, pass, at } = scheduleJob({ timetable: berlin });
    scheduled.begin(5);
    await pass(60, 1);
    expect(at()).toEqual([5]);
  });

  test('succeeds at most once for each day, however the wall clock is set, and always for the newest due day', async () => {
    const someZone = fc.constantFrom('Europe/Berlin', 'America/Santiago', 'Pacific/Apia', 'Australia/Lord_Howe');
    const step = fc.record({
      minutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
      jumpMinutes: fc.option(fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 })),
    });
    const someTime = fc.constantFrom('00:00', '02:15', '02:30', '09:00', '23:45');
    await fc.assert(
      fc.asyncProperty(someZone, someTime, fc.array(step, { maxLength: 12 }), async (timeZone, at, steps) => {
        const days: string[] = [];
        const run = () => {
          days.push(newestDueDay(clock.wallMilliseconds(), { at, timeZone }).toString());
          return Promise.resolve(undefined);
        };
        const { scheduled, pass, clock } = scheduleJob(
          { timetable: { at, timeZone }, run },
          '2011-12-27T12:00:00.000Z',
        );
        scheduled.begin();
        await settled();
        for (const { minutes, jumpMinutes } of steps) {
          if (jumpMinutes !== null) {
            clock.setWall(new Date(clock.wallMilliseconds() + jumpMinutes * 60_000).toISOString());
          }
          await pass(minutes * 60 + 60, 900);
          expect(days).toContain(newestDueDay(clock.wallMilliseconds(), { at, timeZone }).toString());
        }
        expect(new Set(days).size).toBe(days.length);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
