import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { afterPaymentsThrough, anchorBefore } from '../../../src/core/billing/anchors.ts';
import { occurrence } from '../../../src/core/billing/occurrences.ts';
import { anyDay, fixedPeriods } from '../../support/arbitraries.ts';
import { dueDaysUntil } from '../../support/dueDays.ts';

const monthly = { period: 'monthly', customDays: null, everyMonths: null } as const;
const yearly = { ...monthly, period: 'yearly' } as const;
const quarterly = { period: 'custom', customDays: 91, everyMonths: 3 } as const;
const everyDays = (customDays: number) => ({ period: 'custom', customDays, everyMonths: null }) as const;

const anyBilling = fc.oneof(
  fc.record({
    period: fc.constantFrom(...fixedPeriods),
    customDays: fc.constant(null),
    everyMonths: fc.constant(null),
  }),
  fc.record({
    period: fc.constant('custom' as const),
    customDays: fc.integer({ min: 1, max: 36_500 }),
    everyMonths: fc.option(fc.integer({ min: 2, max: 60 })),
  }),
);
const anyAnchorDay = fc.option(fc.oneof(fc.integer({ min: 28, max: 31 }), fc.integer({ min: 1, max: 31 })));

describe('the last payment before a next one', () => {
  test('§2.7: occurrence 1 of it is that next payment, for any period and any day', () => {
    const anyNext = fc.oneof(anyDay('0100-02-01', '9999-12-31'), anyDay('2024-01-01', '2029-01-31'));
    fc.assert(
      fc.property(anyNext, anyBilling, anyAnchorDay, (next, billing, anchorDay) => {
        const before = anchorBefore(next, billing, anchorDay);
        if (before === undefined) throw new Error('there is a last payment');
        expect(occurrence({ ...billing, ...before }, 1)).toBe(next);
      }),
      { numRuns: 5000 },
    );
  });

  test('§2.7: keeps a known anchor day: that of a payment is found again from the payment after it', () => {
    fc.assert(
      fc.property(anyDay('1900-01-01', '9899-12-31'), anyBilling, (lastPaymentDate, billing) => {
        const next = occurrence({ ...billing, lastPaymentDate, anchorDay: null }, 1) ?? '';
        const day = Number(lastPaymentDate.slice(-2));
        expect(anchorBefore(next, billing, day)).toEqual({ lastPaymentDate, anchorDay: null });
      }),
    );
  });

  test.each([
    ['2026-03-31', monthly, null, '2026-02-28', 31],
    ['2026-02-28', monthly, null, '2026-01-28', null],
    ['2026-02-28', monthly, 31, '2026-01-31', null],
    ['2026-04-30', monthly, 15, '2026-03-30', null],
    ['2028-02-29', yearly, null, '2027-02-28', 29],
    ['2026-05-31', quarterly, null, '2026-02-28', 31],
    ['2026-03-01', everyDays(14), 31, '2026-02-15', null],
    ['0000-02-01', monthly, null, '0000-01-01', null],
    ['0000-01-15', everyDays(14), null, '0000-01-01', null],
  ])('of %s (%j, anchor day %p) is %s with the anchor day %p', (next, billing, known, lastPaymentDate, anchorDay) => {
    expect(anchorBefore(next, billing, known)).toEqual({ lastPaymentDate, anchorDay });
  });

  test.each([
    ['0000-01-31', monthly],
    ['0000-12-31', yearly],
    ['0001-01-01', everyDays(400)],
  ])('of %s (%j) does not exist: it would lie before the calendar', (next, billing) => {
    expect(anchorBefore(next, billing, null)).toBeUndefined();
  });
});

describe('the dates after all payments through a day', () => {
  const endless = { anchorDay: null, endsOn: null };

  test('§2.7: the last payment is the last one that a walk over the calendar finds, and the next ones stay the same', () => {
    const endsAfter = fc.option(anyDay('2024-01-01', '2031-01-01'));
    fc.assert(
      fc.property(
        anyDay('2022-01-01', '2026-12-31'),
        anyBilling,
        anyAnchorDay,
        endsAfter,
        anyDay('2024-01-01', '2030-12-31'),
        (lastPaymentDate, billing, anchorDay, endsOn, day) => {
          const anchor = { ...billing, lastPaymentDate, anchorDay, endsOn };
          const passed = dueDaysUntil(anchor, day);
          const moved = afterPaymentsThrough(anchor, day);
          expect<string | undefined>(moved?.lastPaymentDate).toBe(passed.at(-1));
          if (moved === undefined) return;
          for (const k of [1, 2, 3])
            expect(occurrence({ ...billing, ...moved }, k)).toBe(occurrence(anchor, passed.length + k) as string);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('§2.7: an insurance paid on 31 January, each quarter, is still due on the 31st', () => {
    const insurance = { ...quarterly, ...endless, lastPaymentDate: '2026-01-31' };
    expect(afterPaymentsThrough(insurance, '2026-06-30')).toEqual({ lastPaymentDate: '2026-04-30', anchorDay: 31 });
    expect(afterPaymentsThrough(insurance, '2026-10-31')).toEqual({ lastPaymentDate: '2026-10-31', anchorDay: null });
    expect(afterPaymentsThrough(insurance, '2026-04-29')).toBeUndefined();
  });
});
