import { describe, expect, test } from 'bun:test';
import {
  addMonths,
  dayAfterKey,
  daysOfMonth,
  daysToReach,
  firstWeekdayOf,
  parseMonth,
  mayHavePayments,
  weeksOf,
} from '../../../src/web/pages/calendar/month.ts';

const monday = 1;
const sunday = 7;

describe('a month', () => {
  test('has whole weeks in which each of its days is once, on its weekday', () => {
    for (let months = 0; months < 480; months += 1) {
      const start = Temporal.PlainYearMonth.from('2000-01').add({ months });
      for (const firstWeekday of [monday, sunday]) {
        const weeks = weeksOf(start.toString(), firstWeekday);
        const days = weeks.flat().filter((day) => day !== undefined);
        expect(days).toEqual(
          Array.from({ length: start.daysInMonth }, (_, day) => start.toPlainDate({ day: day + 1 }).toString()),
        );
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(week.some((day) => day !== undefined)).toBe(true);
          const places = week.flatMap((day, place) => (day === undefined ? [] : [[day, place] as const]));
          const right = places.every(
            ([day, place]) => (Temporal.PlainDate.from(day).dayOfWeek - firstWeekday + 7) % 7 === place,
          );
          expect(right).toBe(true);
        }
      }
    }
  });

  test('asks for the deadlines through its last day, as far as the service looks ahead', () => {
    const reach = (day: string) => daysToReach(day, '2026-11-23');
    expect([reach('2026-11-22'), reach('2026-11-23'), reach('2026-11-30')]).toEqual([undefined, 1, 7]);
    // The month begins within the 400 days.
    expect([reach('2027-12-28'), reach('2027-12-31'), reach('2028-02-29')]).toEqual([400, 400, undefined]);
  });

  test('has a first and a last day, also the last of all', () => {
    expect(daysOfMonth('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' });
    expect(daysOfMonth('9999-12')).toEqual({ first: '9999-12-01', last: '9999-12-31' });
  });

  test.each([
    ['2026-11', '2026-11-29', true],
    ['2026-11', '2026-12-05', true],
    ['2026-12', '2026-11-29', false],
    ['2026-12', '2026-11-30', true],
    ['2027-01', '2026-12-31', true],
    ['2028-03', '2028-02-28', false],
    ['2028-03', '2028-02-29', true],
  ])('%s may have payments on %s, which may be recorded for the next day: %p', (month, today, may) => {
    expect(mayHavePayments(month, today)).toBe(may);
  });

  test('is read from an address only if the calendar reaches it', () => {
    expect(parseMonth('2026-12')).toBe('2026-12');
    for (const text of [undefined, '', '2026-13', '2026-1', '1969-12', '10000-01', '2026-12-01']) {
      expect(parseMonth(text)).toBeUndefined();
    }
  });
});

describe('a day', () => {
  test('moves by months to the same day or the last one, and not beyond the calendar', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addMonths('9999-12-15', 1)).toBeUndefined();
    expect(addMonths('1970-01-15', -1)).toBeUndefined();
  });

  test('moves with the keys of a grid', () => {
    const moves = { ArrowLeft: '17', ArrowRight: '19', ArrowUp: '11', ArrowDown: '25', Home: '16', End: '22' };
    for (const [key, day] of Object.entries(moves)) {
      expect([key, dayAfterKey(key, '2026-11-18', monday)]).toEqual([key, `2026-11-${day}`]);
    }
    expect(dayAfterKey('Home', '2026-11-18', sunday)).toBe('2026-11-15');
    expect(dayAfterKey('PageDown', '2026-11-30', monday)).toBe('2026-12-30');
    expect(dayAfterKey('PageUp', '2026-12-31', monday)).toBe('2026-11-30');
    expect(dayAfterKey('Enter', '2026-11-18', monday)).toBeUndefined();
    expect(dayAfterKey('ArrowDown', '9999-12-31', monday)).toBeUndefined();
    expect(dayAfterKey('ArrowLeft', '1970-01-01', monday)).toBeUndefined();
  });

  test('is the first of a week as the locale has it', () => {
    expect([firstWeekdayOf('de-DE'), firstWeekdayOf('en-US'), firstWeekdayOf('en-GB')]).toEqual([1, 7, 1]);
  });
});
