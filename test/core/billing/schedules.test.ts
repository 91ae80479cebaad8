import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import {
  countedDay,
  dueDays,
  occurrence,
  occurrencesThrough,
  scheduleOf,
  type EndingAnchor,
} from '../../../src/core/billing/occurrences.ts';
import { anyDay, fixedPeriods } from '../../support/arbitraries.ts';
import { dayNumberOf, dayOfNumber, daysInMonth, formatDay, parseDay } from '../../support/calendar.ts';
import { dueDaysUntil, walkDueDays } from '../../support/dueDays.ts';

const usual = { customDays: null, everyMonths: null, anchorDay: null, endsOn: null };
const numberOf = (day: string) => dayNumberOf(parseDay(day));
const counted = (day: string) => countedDay(numberOf(day));
const textOfNumber = (number: number) => formatDay(dayOfNumber(number));

/** The first occurrences of an anchor. */
function firstOccurrences(anchor: EndingAnchor, count: number): (string | undefined)[] {
  return Array.from({ length: count }, (_, index) => occurrence(anchor, index + 1));
}

function everyMonths(months: number, lastPaymentDate: string, anchorDay: number | null = null): EndingAnchor {
  return { ...usual, period: 'custom', customDays: 30, everyMonths: months, lastPaymentDate, anchorDay };
}

const anyBilling = fc.oneof(
  fc.record({
    period: fc.constantFrom(...fixedPeriods),
    customDays: fc.constant(null),
    everyMonths: fc.constant(null),
  }),
  fc.record({
    period: fc.constant('custom' as const),
    customDays: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3000 })),
    everyMonths: fc.option(fc.integer({ min: 2, max: 60 })),
  }),
);
const anchorDays = fc.option(fc.oneof(fc.integer({ min: 28, max: 31 }), fc.integer({ min: 1, max: 31 })));

test('§2.7: the due days of a schedule are those that a walk over the calendar finds', () => {
  const anyCase = fc.record({
    billing: anyBilling,
    anchorDay: anchorDays,
    last: fc.integer({ min: numberOf('1900-01-01'), max: numberOf('9985-12-31') }),
    walked: fc.integer({ min: 1, max: 4000 }),
    endsAfter: fc.option(fc.integer({ min: -10, max: 3000 })),
    range: fc.tuple(fc.integer({ min: -50, max: 4000 }), fc.integer({ min: -50, max: 4000 })),
  });
  fc.assert(
    fc.property(anyCase, ({ billing, anchorDay, last, walked, endsAfter, range: [from, to] }) => {
      const endsOn = endsAfter === null ? null : textOfNumber(last + endsAfter);
      const anchor = { ...billing, anchorDay, endsOn, lastPaymentDate: textOfNumber(last) };
      const schedule = scheduleOf(anchor);
      const due: string[] = [];
      for (const { day, isDue } of walkDueDays(anchor, textOfNumber(last + walked))) {
        if (isDue) due.push(day);
        if (occurrencesThrough(schedule, counted(day)) !== due.length) throw new Error(`wrong count on ${day}`);
      }
      expect<(string | undefined)[]>(firstOccurrences(anchor, due.length)).toEqual(due);
      const [first, end] = [last + from, Math.min(last + to, last + walked)];
      const inRange = due.filter((day) => numberOf(day) >= first && numberOf(day) <= end);
      expect(dueDays(schedule, countedDay(first), countedDay(end)).map(textOfNumber)).toEqual(inRange);
    }),
    { numRuns: 500 },
  );
});

test('§2.7: a direct occurrence is the one of the list, for anchors near the end of the calendar', () => {
  fc.assert(
    fc.property(anyBilling, anchorDays, anyDay('9995-01-01', '9999-12-30'), (billing, anchorDay, lastPaymentDate) => {
      const anchor = { ...billing, anchorDay, endsOn: null, lastPaymentDate };
      const due = dueDaysUntil(anchor, '9999-12-31');
      expect(firstOccurrences(anchor, due.length + 1)).toEqual([...due, undefined]);
      expect(occurrencesThrough(scheduleOf(anchor), counted('9999-12-31'))).toBe(due.length);
    }),
    { numRuns: 200 },
  );
});

/** The first difference, if any, on the due days of a number of months, the days before them, and the ends of months. */
function firstDifference(anchor: EndingAnchor, months: number, [firstYear, lastYear]: readonly [number, number]) {
  const schedule = scheduleOf(anchor);
  let k = 0;
  for (let year = firstYear; year <= lastYear; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const length = daysInMonth(year, month);
      const first = dayNumberOf({ year, month, day: 1 });
      const day = Math.min(anchor.anchorDay ?? 0, length);
      const isDue = ((year - firstYear) * 12 + month) % months === 0;
      const before = occurrencesThrough(schedule, countedDay(first + day - 2));
      const passed = k;
      if (isDue) k += 1;
      const on = occurrencesThrough(schedule, countedDay(first + day - 1));
      const after = occurrencesThrough(schedule, countedDay(first + length - 1));
      const isListed = !isDue || occurrence(anchor, k) === formatDay({ year, month, day });
      if (before !== passed || on !== k || after !== k || !isListed) return { year, month, before, on, after, k };
    }
  }
  return undefined;
}

// The calendar repeats after 400 years.
describe.each([28, 29, 30, 31])('anchor day %d', (anchorDay) => {
  test('§2.7: is kept with every number of months, in a whole cycle of the calendar', () => {
    for (let months = 2; months <= 60; months += 1) {
      const anchor = everyMonths(months, '1899-12-28', anchorDay);
      expect([months, firstDifference(anchor, months, [1900, 2299])]).toEqual([months, undefined]);
    }
  });

  test('§2.7: is kept with monthly and yearly periods up to 9998', () => {
    const anchor = { ...usual, lastPaymentDate: '1899-12-28', anchorDay };
    expect(firstDifference({ ...anchor, period: 'monthly' }, 1, [1900, 9998])).toBeUndefined();
    expect(firstDifference({ ...anchor, period: 'yearly' }, 12, [1900, 9998])).toBeUndefined();
  });
});

test.each<[string, EndingAnchor]>([
  ['monthly', { ...usual, period: 'monthly', lastPaymentDate: '1899-12-31' }],
  ['yearly from a leap day', { ...usual, period: 'yearly', lastPaymentDate: '1896-02-29' }],
  ['every five months', everyMonths(5, '1899-12-31')],
  ['daily', { ...usual, period: 'custom', customDays: 1, lastPaymentDate: '1899-12-31' }],
  ['every thirty days', { ...usual, period: 'custom', customDays: 30, lastPaymentDate: '1899-12-31' }],
  ['every 365 days', { ...usual, period: 'custom', customDays: 365, lastPaymentDate: '1899-12-31' }],
])('§2.7: %s, the count is right on every day of a whole cycle of the calendar', (_, anchor) => {
  const schedule = scheduleOf(anchor);
  let [due, dayNumber] = [0, numberOf(anchor.lastPaymentDate)];
  const differences: string[] = [];
  for (const { day, isDue } of walkDueDays(anchor, '2299-12-31')) {
    dayNumber += 1;
    if (isDue) due += 1;
    if (occurrencesThrough(schedule, countedDay(dayNumber)) !== due) differences.push(day);
  }
  expect(differences).toEqual([]);
  expect(due).toBeGreaterThan(399);
});
