import { describe, expect, test } from 'bun:test';
import {
  billingPeriodOf,
  intervalOf,
  units,
  type Interval,
} from '../../../src/web/pages/subscriptions/model/interval.ts';

describe('an interval', () => {
  const cases: readonly [Interval, ReturnType<typeof billingPeriodOf>][] = [
    [
      { count: 1, unit: 'months' },
      { period: 'monthly', customDate: undefined, everyMonths: undefined },
    ],
    [
      { count: 1, unit: 'years' },
      { period: 'yearly', customDate: undefined, everyMonths: undefined },
    ],
    [
      { count: 3, unit: 'months' },
      { period: 'custom', customDate: '91', everyMonths: 3 },
    ],
    [
      { count: 2, unit: 'years' },
      { period: 'custom', customDate: '730', everyMonths: 24 },
    ],
    [
      { count: 2, unit: 'weeks' },
      { period: 'custom', customDate: '14', everyMonths: undefined },
    ],
    [
      { count: 10, unit: 'days' },
      { period: 'custom', customDate: '10', everyMonths: undefined },
    ],
  ];
  test.each(cases)('%j is sent as %j, and read as the same again', (interval, period) => {
    expect(billingPeriodOf(interval)).toEqual(period);
    const { customDate, everyMonths } = period ?? {};
    const details = { everyMonths: everyMonths ?? null };
    expect(intervalOf({ period: period?.period ?? 'monthly', customDate, details })).toEqual(interval);
  });

  test('of 12 months is a year', () => {
    expect(billingPeriodOf({ count: 12, unit: 'months' })?.period).toBe('yearly');
  });

  test('that the API does not have is refused', () => {
    for (const unit of units) {
      expect(billingPeriodOf({ count: 0, unit })).toBeUndefined();
      expect(billingPeriodOf({ count: 1.5, unit })).toBeUndefined();
      expect(billingPeriodOf({ count: 36_501, unit })).toBeUndefined();
    }
    expect(billingPeriodOf({ count: 61, unit: 'months' })).toBeUndefined();
    expect(billingPeriodOf({ count: 6, unit: 'years' })).toBeUndefined();
  });
});
