import { expect, test } from 'bun:test';
import {
  dayNumberOf,
  dayOf,
  daysBetween,
  firstOfMonth,
  formatAgo,
  formatDay,
  formatDistance,
  formatInstant,
} from '../../src/web/format/dates.ts';

test('a day survives the way to its number and back, in every time zone', () => {
  const before = process.env.TZ;
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
    process.env.TZ = zone;
    for (let number = 0; number < 40_000; number += 1) expect(dayNumberOf(dayOf(number))).toBe(number);
    expect(formatDay('2026-11-21', 'en-GB', 'full')).toBe('21 November 2026');
  }
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

test('days are counted over the end of February and of the year', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
  expect(daysBetween('2026-06-16', '2026-06-13')).toBe(-3);
  expect(firstOfMonth('2026-11-21', 2)).toBe('2027-01-01');
  expect(firstOfMonth('2026-01-31', -1)).toBe('2025-12-01');
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

test('how long ago is in the largest unit that fits, and never in the future', () => {
  const now = Date.parse('2026-06-16T12:00:00.000Z');
  const agoOf = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now, 'en');
  expect([0, 5, 65, 7200, 200_000, -30].map(agoOf)).toEqual([
    'now',
    '5 seconds ago',
    '1 minute ago',
    '2 hours ago',
    '2 days ago',
    'now',
  ]);
});
