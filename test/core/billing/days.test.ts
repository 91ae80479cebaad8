import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import {
  dayAfter,
  dayMonthsAfter,
  dayOfInstant,
  daysBetween,
  isCalendarDay,
  lastDayOfMonth,
} from '../../../src/core/billing/days.ts';
import { dayNumberOf, dayOfNumber, daysInMonth, formatDay, parseDay } from '../../support/calendar.ts';
import { words } from '../../support/expectations.ts';

const lastDay = dayNumberOf({ year: 9999, month: 12, day: 31 });

describe('days', () => {
  const anyDay = fc.integer({ min: dayNumberOf({ year: 1, month: 1, day: 1 }), max: lastDay });

  test('§2.3: exactly the real days of the calendar are days', () => {
    const part = (max: number, digits: number) =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'));
    fc.assert(
      fc.property(part(9999, 4), part(15, 2), part(35, 2), (year, month, day) => {
        const isReal =
          Number(month) >= 1 &&
          Number(month) <= 12 &&
          Number(day) >= 1 &&
          Number(day) <= daysInMonth(Number(year), Number(month));
        expect(isCalendarDay(`${year}-${month}-${day}`)).toBe(isReal);
      }),
      { numRuns: 5000 },
    );
  });

  const noDays = words(`2026-2-3 2026-02-30 2026-13-01 2026-00-01 2026-01-00 2025-02-29 1900-02-29 20260101 2026/01/01
    2026-01-01T00:00 +002026-01-01 -000001-01-01 12026-01-01 ٢٠٢٦-٠١-٠١ 2026-01-01[u-ca=hebrew]`);
  test.each([...noDays, '', '2026-01-01 ', ' 2026-01-01', '2026-01-01\n'])('§2.3: %j is not a day', (text) => {
    expect(isCalendarDay(text)).toBe(false);
  });

  test('the days between two days are those of plain arithmetic, with their sign', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (from, to) => {
        expect(daysBetween(formatDay(dayOfNumber(from)), formatDay(dayOfNumber(to)))).toBe(to - from);
      }),
    );
  });

  test('a day some days later is that of plain arithmetic, and never later than 9999-12-31', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 400 }), (start, days) => {
        const expected = formatDay(dayOfNumber(Math.min(start + days, lastDay)));
        expect(dayAfter(formatDay(dayOfNumber(start)), days)).toBe(expected);
      }),
    );
    for (const day of ['9999-12-20', '9999-12-30', '9999-12-31']) expect(dayAfter(day, 365)).toBe('9999-12-31');
    expect(dayAfter('9999-12-30', 1)).toBe('9999-12-31');
    expect(dayAfter('9999-12-31', 1)).toBe('9999-12-31');
  });

  test('a day some days earlier, or some months away, is that of the calendar', () => {
    expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
    expect(dayMonthsAfter('2028-01-31', 1)).toBe('2028-02-29');
    expect(dayMonthsAfter('2026-03-31', -1)).toBe('2026-02-28');
    expect(dayMonthsAfter('2026-12-15', 1)).toBe('2027-01-15');
  });

  test('the last day of a month is known for any text that begins with a real month', () => {
    fc.assert(
      fc.property(anyDay, (number) => {
        const { year, month } = dayOfNumber(number);
        const last = formatDay({ year, month, day: daysInMonth(year, month) });
        expect(lastDayOfMonth(`${last.slice(0, 7)}-99`)).toBe(last);
      }),
    );
    for (const text of ['', '2026', '2026-13-01', 'next June']) expect(lastDayOfMonth(text)).toBeUndefined();
  });

  test.each([
    ['2026-06-16T23:59:59.999Z', 'UTC', '2026-06-16'],
    ['2026-06-17T00:00:00.000Z', 'UTC', '2026-06-17'],
    ['2026-06-16T23:59:59.999Z', 'Europe/Berlin', '2026-06-17'],
    ['2026-06-16T10:00:00.000Z', 'Pacific/Kiritimati', '2026-06-17'],
    ['2026-06-16T09:59:59.999Z', 'Pacific/Kiritimati', '2026-06-16'],
    ['2026-06-16T11:59:59.999Z', 'Pacific/Pago_Pago', '2026-06-16'],
    ['2026-06-16T10:59:59.999Z', 'Pacific/Pago_Pago', '2026-06-15'],
    ['2026-03-29T22:30:00.000Z', 'Europe/Berlin', '2026-03-30'],
    ['2026-03-28T22:30:00.000Z', 'Europe/Berlin', '2026-03-28'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
  ])('§5.2: %s falls in %s on %s', (instant, timeZone, day) => {
    expect(dayOfInstant(instant, timeZone)).toBe(day);
  });

  test('the calendar of these tests counts 1970-01-01 as day 0 and takes its own text back', () => {
    expect(dayNumberOf({ year: 1970, month: 1, day: 1 })).toBe(0);
    expect(dayNumberOf({ year: 2000, month: 3, day: 1 })).toBe(11_017);
    expect(parseDay('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 });
  });
});
