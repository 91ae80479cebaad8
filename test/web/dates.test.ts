import { expect, test } from 'bun:test';
import {
  formatAgo,
  formatDay,
  formatDistance,
  formatInstant,
  formatInstantDay,
  formatTimeOfDay,
} from '../../src/web/format/intl.ts';

test('a day is the same in every time zone of the browser', () => {
  const before = process.env.TZ;
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
    process.env.TZ = zone;
    expect(formatDay('2026-11-21', 'en-GB', 'full')).toBe('21 November 2026');
  }
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test('a day is written as the language does', () => {
  expect(formatDay('2026-11-21', 'de', 'weekday')).toBe('Samstag, 21. November');
  expect(formatDay('2026-11-21', 'en-GB', 'month')).toBe('November 2026');
});

test('the distance to a day is in words', () => {
  expect([0, 1, 3, -1].map((days) => formatDistance(days, 'en'))).toEqual([
    'today',
    'tomorrow',
    'in 3 days',
    'yesterday',
  ]);
  expect([0, 3].map((days) => formatDistance(days, 'de'))).toEqual(['heute', 'in 3 Tagen']);
});

test('an instant is in the time zone of the service', () => {
  expect(formatInstant('2026-06-16T23:30:00.000Z', 'de', 'Europe/Berlin')).toBe('17.06.2026, 01:30');
});

test('an instant names the time zone of the service if the clock of the reader shows another time', () => {
  const instant = '2026-11-23T22:44:00.000Z';
  expect(formatInstant(instant, 'en-GB', 'UTC', 'Europe/Berlin')).toBe('23 Nov 2026, 22:44 UTC');
  expect(formatInstant(instant, 'de', 'Europe/Berlin', 'UTC')).toBe('23.11.2026, 23:44 MEZ');
  expect(formatTimeOfDay(instant, 'de', 'UTC', 'Asia/Tokyo')).toBe('22:44 UTC');
  // Paris has the time of Berlin, and London that of UTC until March.
  expect(formatInstant(instant, 'de', 'Europe/Berlin', 'Europe/Paris')).toBe('23.11.2026, 23:44');
  expect(formatTimeOfDay(instant, 'en-GB', 'UTC', 'Europe/London')).toBe('22:44');
});

test.each([
  ['2026-06-16T23:30:00.000Z', 'Europe/Berlin', '17.06.2026'],
  ['2026-06-16T23:30:00.000Z', 'UTC', '16.06.2026'],
  ['2026-06-16T09:59:59.999Z', 'Pacific/Kiritimati', '16.06.2026'],
  ['2026-06-16T10:00:00.000Z', 'Pacific/Kiritimati', '17.06.2026'],
  ['2026-01-01T10:59:00.000Z', 'Pacific/Pago_Pago', '31.12.2025'],
])('the day of %s in %s is %s', (instant, zone, day) => {
  expect(formatInstantDay(instant, 'de', zone)).toBe(day);
});

test('how long ago is in the largest unit that fits, and never in the future', () => {
  const now = Date.parse('2026-06-16T12:00:00.000Z');
  const agoOf = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now, 'en');
  const [minute, hour, day] = [60, 3600, 86_400];
  const expected: readonly (readonly [seconds: number, text: string])[] = [
    [-30, 'now'],
    [0, 'now'],
    [5, '5 seconds ago'],
    [minute - 1, '59 seconds ago'],
    [minute, '1 minute ago'],
    [2 * minute - 1, '1 minute ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [2 * hour, '2 hours ago'],
    [3 * hour - 1, '2 hours ago'],
    [day - 1, '23 hours ago'],
    [day, 'yesterday'],
    [2 * day - 1, 'yesterday'],
    [200_000, '2 days ago'],
  ];
  expect(expected.map(([seconds]) => agoOf(seconds))).toEqual(expected.map(([, text]) => text));
});
