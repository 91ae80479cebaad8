import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { occurrence } from '../../../src/core/billing/occurrences.ts';
import {
  billingOf,
  isCustom,
  periods,
  stepOf,
  type UncheckedBillingPeriod,
} from '../../../src/core/billing/periodTable.ts';
import { fixedPeriods } from '../../support/arbitraries.ts';
import { oracleOf } from '../../support/billingOracle.ts';
import { dayNumberOf, dayOfNumber, daysInMonth, formatDay, type CalendarDay } from '../../support/calendar.ts';

const fixed = { customDays: null, everyMonths: null };
const monthly: UncheckedBillingPeriod = { period: 'monthly', ...fixed };
const yearly: UncheckedBillingPeriod = { period: 'yearly', ...fixed };
const everyDays = (customDays: number): UncheckedBillingPeriod => ({ period: 'custom', customDays, everyMonths: null });

const firstDay = dayNumberOf({ year: 1900, month: 1, day: 1 });
const lastSafeDay = dayNumberOf({ year: 9998, month: 12, day: 31 });
const lastDay = dayNumberOf({ year: 9999, month: 12, day: 31 });

function nextPayment(lastPaymentDate: string, billing: UncheckedBillingPeriod): string | undefined {
  return occurrence({ ...billing, lastPaymentDate, anchorDay: null }, 1);
}

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
function firstDifference(
  days: Iterable<CalendarDay>,
  billing: UncheckedBillingPeriod,
  step: (day: CalendarDay) => CalendarDay,
) {
  for (const day of days) {
    const actual = nextPayment(formatDay(day), billing);
    const expected = formatDay(step(day));
    if (actual !== expected) return { day: formatDay(day), actual, expected };
  }
  return undefined;
}

describe('the next payment date', () => {
  test.each([
    ['the last day that a month can reach', '9999-11-30', monthly, '9999-12-30'],
    ['the very last day', '9999-12-30', everyDays(1), '9999-12-31'],
    ['years with leading zeros', '0001-01-31', monthly, '0001-02-28'],
  ])('§2.4: %s', (_, last, billing, expected) => {
    expect(nextPayment(last, billing)).toBe(expected);
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
    expect(nextPayment(last, billing)).toBeUndefined();
  });

  // The calendar repeats after 400 years; the rest of the range is walked along the ends of its months.
  test.each(fixedPeriods.map((period) => [period]))(
    '§2.4: %s, for every day of a whole cycle of the calendar and every month end up to 9998',
    (period) => {
      const billing = billingOf({ period, customDays: null, everyMonths: null });
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
          expect(nextPayment(text, billingOf({ period, customDays, everyMonths: null }))).toBe(expected);
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('the members of a billing period', () => {
  test.each([
    ['monthly', 30, null],
    ['monthly', null, 3],
    ['custom', null, null],
    ['custom', null, 3],
  ] as const)('a %s period does not go with %p days and %p months', (period, customDays, everyMonths) => {
    expect(() => billingOf({ period, customDays, everyMonths })).toThrow(RangeError);
  });

  test('a custom period without its number of days has no length', () => {
    expect(() => stepOf({ period: 'custom', customDays: null, everyMonths: null })).toThrow(RangeError);
  });
});
