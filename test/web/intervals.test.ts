import { describe, expect, test } from 'bun:test';
import { isCustom, periods } from '../../src/core/billing/periodTable.ts';
import {
  billingOf,
  intervalOf,
  intervalWords,
  perMonth,
  units,
  type BillingPeriod,
  type Unit,
} from '../../src/web/format/intervals.ts';
import { compared } from '../../src/web/pages/insights/figures.ts';
import { valuesOf } from '../../src/web/pages/subscriptions/form/values.ts';
import { entriesOf, totalsOf } from '../../src/web/pages/subscriptions/list.ts';
import { translate } from '../../src/web/messages/translate.ts';
import type { Words } from '../../src/web/subscriptions/fields.ts';
import { recordOf } from './subscriptions/records.ts';

const say: Words['say'] = (key, ...values) => translate({ language: 'en', locale: 'en' }, key, ...values);

const custom = (days: number, everyMonths?: number | null) => ({
  period: 'custom' as const,
  customDate: String(days),
  ...(everyMonths !== undefined && { everyMonths }),
});

test.each<[BillingPeriod, Unit, number]>([
  [custom(30), 'day', 30],
  [custom(7), 'week', 1],
  [custom(10, null), 'day', 10],
  [{ ...custom(91), details: { everyMonths: 3 } }, 'month', 3],
])('the interval of %j is %s, %d times', (billing, unit, count) => {
  expect(intervalOf(billing)).toEqual({ unit, count });
});

describe('an interval that a user chooses', () => {
  test.each<[number, Unit, BillingPeriod]>([
    [1, 'month', { period: 'monthly' }],
    [1, 'year', { period: 'yearly' }],
    [3, 'month', custom(91, 3)],
    [2, 'year', custom(730, 24)],
    [2, 'week', custom(14)],
    [10, 'day', custom(10)],
    [12, 'day', custom(12)],
  ])('of %d %s is sent as %j, and read as the same again', (count, unit, billing) => {
    expect(billingOf({ count, unit })).toEqual(billing as ReturnType<typeof billingOf>);
    expect(intervalOf(billing)).toEqual({ count, unit });
  });

  test('of 12 months is a year', () => {
    expect(billingOf({ count: 12, unit: 'month' })).toEqual({ period: 'yearly' });
  });

  test('that the API does not have is refused', () => {
    for (const unit of units) {
      expect(billingOf({ count: 0, unit })).toBeUndefined();
      expect(billingOf({ count: 1.5, unit })).toBeUndefined();
      expect(billingOf({ count: 36_501, unit })).toBeUndefined();
    }
    expect(billingOf({ count: 61, unit: 'month' })).toBeUndefined();
    expect(billingOf({ count: 6, unit: 'year' })).toBeUndefined();
  });
});

test('the cost of a month is that of the reports of the service, also of an interval in months (§5.1)', () => {
  expect(perMonth(10, { period: 'yearly' })).toBe(0.83);
  expect(perMonth(10, { period: 'custom', customDate: '7' })).toBe(43.45);
  expect(perMonth(10, { period: 'custom', customDate: '91', details: { everyMonths: 3 } })).toBe(3.33);
});

// As a newer server would send it, or a damaged database.
test.each([
  { period: 'fortnightly' as 'custom', customDate: '14' },
  { period: 'custom' },
  { period: 'custom', customDate: '0' },
] as const)('an interval that the page cannot tell is neither guessed nor an error: %j', (billing) => {
  expect([intervalOf(billing), perMonth(5, billing)]).toEqual([undefined, undefined]);
  expect(intervalWords(billing, say)).toBe('at another interval');
  const records = [recordOf(billing), recordOf({ amount: 2 })];
  expect(totalsOf(records)).toMatchObject([{ monthly: 2 }]);
  expect(entriesOf(records).map(({ monthlyCost }) => monthlyCost)).toEqual([undefined, 2]);
  expect(compared(records).map(({ monthly, more }) => [monthly, more])).toEqual([
    [undefined, undefined],
    [2, undefined],
  ]);
  expect(valuesOf(recordOf(billing), 'en').count).toBe('');
});

test('every fixed period of the service is one that the form can choose', () => {
  for (const period of periods.filter((one) => !isCustom(one))) {
    const interval = intervalOf({ period });
    expect(interval && billingOf(interval)).toEqual({ period });
  }
});
