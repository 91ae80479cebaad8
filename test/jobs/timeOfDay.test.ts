import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { instantOnDay, newestDueDay, nextDay, type TimeOfDay } from '../../src/jobs/timeOfDay.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/St_Johns'];
const minute = 60_000;

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

function instantIn(day: string, at: string, timeZone: string): string {
  const wallMilliseconds = instantOnDay(Temporal.PlainDate.from(day), { at, timeZone });
  return Temporal.Instant.fromEpochMilliseconds(wallMilliseconds).toZonedDateTimeISO(timeZone).toString();
}

describe('the instant of a time of day', () => {
  test('is the first instant at which the local clock shows that time or a later one', () => {
    fc.assert(
      fc.property(places, time, ({ timeZone, day }, at) => {
        expect(instantOnDay(day, { at, timeZone })).toBe(oracle(day, { at, timeZone }));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T03:00:00+02:00[Europe/Berlin]'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T02:30:00+02:00[Europe/Berlin]'],
    ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T01:00:00-03:00[America/Santiago]'],
    ['2026-10-04', '02:10', 'Australia/Lord_Howe', '2026-10-04T02:30:00+11:00[Australia/Lord_Howe]'],
    ['2011-12-30', '09:00', 'Pacific/Apia', '2011-12-31T00:00:00+14:00[Pacific/Apia]'],
  ])('%s %s in %s is %s', (day, at, timeZone, instant) => {
    expect(instantIn(day, at, timeZone)).toBe(instant);
  });
});

describe('the days of a time of day', () => {
  test('the newest due day has come, and the next day is the one after it and has not', () => {
    fc.assert(
      fc.property(places, time, fc.integer({ min: -48 * 60, max: 48 * 60 }), ({ timeZone, day }, at, minutes) => {
        const now = day.toZonedDateTime(timeZone).epochMilliseconds + minutes * minute;
        const rule = { at, timeZone };
        const [due, next] = [newestDueDay(now, rule), nextDay(now, rule)];
        expect(due.wallMilliseconds).toBeLessThanOrEqual(now);
        expect(next.wallMilliseconds).toBeGreaterThan(now);
        expect(next.day).toBe(Temporal.PlainDate.from(due.day).add({ days: 1 }).toString());
        expect(newestDueDay(next.wallMilliseconds, rule).wallMilliseconds).toBe(next.wallMilliseconds);
      }),
      { numRuns: 500 },
    );
  });
});
