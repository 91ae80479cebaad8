import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { yearlyEquivalent } from '../../src/domain/analytics/analytics.ts';
import { divideExact, roundHalfUp } from '../../src/domain/billing/money.ts';
import { intervalOf, perMonth } from '../../src/web/format/intervals.ts';

describe('the interval between payments', () => {
  test.each([
    [{ period: 'monthly' }, { unit: 'month', count: 1 }],
    [{ period: 'yearly' }, { unit: 'year', count: 1 }],
    [
      { period: 'custom', customDate: '7' },
      { unit: 'week', count: 1 },
    ],
    [
      { period: 'custom', customDate: '14' },
      { unit: 'week', count: 2 },
    ],
    [
      { period: 'custom', customDate: '30' },
      { unit: 'day', count: 30 },
    ],
    [
      { period: 'custom', customDate: '91', everyMonths: 3 },
      { unit: 'month', count: 3 },
    ],
    [
      { period: 'custom', customDate: '730', everyMonths: 24 },
      { unit: 'year', count: 2 },
    ],
    [
      { period: 'custom', customDate: '10', everyMonths: null },
      { unit: 'day', count: 10 },
    ],
  ] as const)('of %j is %j', (billing, expected) => {
    expect(intervalOf(billing)).toEqual(expected);
  });
});

describe('the cost of a month', () => {
  const billings = fc.oneof(
    fc.constantFrom({ period: 'monthly' } as const, { period: 'yearly' } as const),
    fc.record({ period: fc.constant('custom' as const), everyMonths: fc.integer({ min: 2, max: 60 }) }),
    fc.record({ period: fc.constant('custom' as const), days: fc.integer({ min: 1, max: 100_000 }) }),
  );

  test('is that of the reports of the service (§5.1)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), billings, (amountHundredths, billing) => {
        const everyMonths = 'everyMonths' in billing ? billing.everyMonths : null;
        const customDays = 'days' in billing ? billing.days : null;
        const { period } = billing;
        const yearly = yearlyEquivalent({ amountHundredths, period, customDays, everyMonths });
        const customDate = customDays === null ? null : String(customDays);
        expect(perMonth(amountHundredths / 100, { period, customDate, everyMonths })).toBe(
          roundHalfUp(divideExact(yearly, 12)) / 100,
        );
      }),
    );
  });
});
