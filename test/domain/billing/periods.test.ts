import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import {
  dayAfter,
  dayOfInstant,
  daysBetween,
  isCalendarDay,
  lastDayOfMonth,
  nextPaymentDate,
} from '../../../src/domain/billing/periods.ts';
import { billingOf, isCustom, periods, stepOf, type BillingPeriod } from '../../../src/domain/billing/periodTable.ts';
import { fixedPeriods } from '../../support/arbitraries.ts';
import { oracleOf } from '../../support/billingOracle.ts';
import {
  dayNumberOf,
  dayOfNumber,
  daysInMonth,
  formatDay,
  parseDay,
  type CalendarDay,
} from '../../support/calendar.ts';
import { words } from '../../support/expectations.ts';

const monthly: BillingPeriod = { period: 'monthly', customDays: null };
const yearly: BillingPeriod = { period: 'yearly', customDays: null };
const everyDays = (customDays: number): BillingPeriod => ({ period: 'custom', customDays });

const firstDay = dayNumberOf({ year: 1900, month: 1, day: 1 });
const lastSafeDay = dayNumberOf({ year: 9998, month: 12, day: 31 });
const lastDay = dayNumberOf({ year: 9999, month: 12, day: 31 });

/** Every day from the first of January of one year to the end of another. */
function* daysOfYears(from: number, to: number): Generator<CalendarDay> {
  for (let year = from; year <= to; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= daysInMonth(year, month); day += 1) yield { year, month, day };
    }
  }
}

/** The last four days of every month: where a calendar step may have to be cut short. */
function* monthEndsOfYears(from: number, to: number): Generator<CalendarDay> {
  for (let year = from; year <= to; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const length = daysInMonth(year, month);
      for (let day = length - 3; day <= length; day += 1) yield { year, month, day };
    }
  }
}

/** The first day, if any, on which a step is not the one that plain calendar arithmetic gives. */
function firstDifference(days: Iterable<CalendarDay>, billing: BillingPeriod, step: (day: CalendarDay) => CalendarDay) {
  for (const day of days) {
    const actual = nextPaymentDate(formatDay(day), billing);
    const expected = formatDay(step(day));
    if (actual !== expected) return { day: formatDay(day), actual, expected };
  }
  return undefined;
}

describe('the next payment date', () => {
  test.each([
    ['a common day', '2026-06-15', monthly, '2026-07-15'],
    ['the end of January, common year', '2025-01-31', monthly, '2025-02-28'],
    ['the end of January, leap year', '2024-01-31', monthly, '2024-02-29'],
    ['the thirtieth of January', '2026-01-30', monthly, '2026-02-28'],
    ['the end of February does not jump to the end of March', '2026-02-28', monthly, '2026-03-28'],
    ['the end of a long month before a short one', '2026-03-31', monthly, '2026-04-30'],
    ['over the turn of the year', '2025-12-31', monthly, '2026-01-31'],
    ['a leap day, yearly', '2024-02-29', yearly, '2025-02-28'],
    ['the day before a leap day, yearly', '2023-02-28', yearly, '2024-02-28'],
    ['a century that is not a leap year', '2096-02-29', yearly, '2097-02-28'],
    ['January 1900, which had no leap day', '1900-01-31', monthly, '1900-02-28'],
    ['January 2000, which had one', '2000-01-31', monthly, '2000-02-29'],
    ['one day', '2024-02-28', everyDays(1), '2024-02-29'],
    ['thirty days', '2026-01-31', everyDays(30), '2026-03-02'],
    ['a leap year of days', '2024-01-01', everyDays(366), '2025-01-01'],
    ['a day long past is stepped from once only', '1950-05-05', monthly, '1950-06-05'],
    ['the last day that a month can reach', '9999-11-30', monthly, '9999-12-30'],
    ['the very last day', '9999-12-30', everyDays(1), '9999-12-31'],
    ['years with leading zeros', '0001-01-31', monthly, '0001-02-28'],
  ])('§2.4: %s', (_, last, billing, expected) => {
    expect(nextPaymentDate(last, billing)).toBe(expected);
  });

  test.each([
    ['a month', '9999-12-01', monthly],
    ['a year', '9999-01-01', yearly],
    ['a day', '9999-12-31', everyDays(1)],
    ['more days than are left', '9999-12-01', everyDays(31)],
    ['more days than the calendar has', '2026-01-01', everyDays(100_000_000)],
    ['more days than an integer holds', '2026-01-01', everyDays(Number.MAX_VALUE)],
    ['endlessly many days', '2026-01-01', everyDays(Number.POSITIVE_INFINITY)],
  ])('§2.3: there is none past 9999-12-31: %s', (_, last, billing) => {
    expect(nextPaymentDate(last, billing)).toBeUndefined();
  });

  // The calendar repeats after 400 years; the rest of the range is walked along the ends of its months.
  test.each(fixedPeriods.map((period) => [period]))(
    '§2.4: %s, for every day of a whole cycle of the calendar and every month end up to 9998',
    (period) => {
      const billing = billingOf({ period, customDays: null });
      const step = (day: CalendarDay) => oracleOf(period).next(day, 0);
      expect(firstDifference(daysOfYears(1900, 2299), billing, step)).toBeUndefined();
      expect(firstDifference(monthEndsOfYears(2300, 9998), billing, step)).toBeUndefined();
    },
  );

  test('§2.4: one period later, for any period and any day from 1900 to 9998', () => {
    const anyDay = fc.integer({ min: firstDay, max: lastSafeDay });
    const anyStep = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 3_000_000 }));
    fc.assert(
      fc.property(anyDay, anyStep, (start, days) => {
        const day = dayOfNumber(start);
        const text = formatDay(day);
        for (const period of periods) {
          const customDays = isCustom(period) ? days : null;
          const isTooLate = isCustom(period) && start + days > lastDay;
          const expected = isTooLate ? undefined : formatDay(oracleOf(period).next(day, days));
          expect(nextPaymentDate(text, billingOf({ period, customDays }))).toBe(expected);
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('the members of a billing period', () => {
  test.each([
    ['monthly', 30],
    ['custom', null],
  ] as const)('a %s period does not go with %p days', (period, customDays) => {
    expect(() => billingOf({ period, customDays })).toThrow(RangeError);
  });

  test('a custom period without its number of days has no length', () => {
    expect(() => stepOf({ period: 'custom', customDays: null })).toThrow(RangeError);
  });
});

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
