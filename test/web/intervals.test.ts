import { describe, expect, test } from 'bun:test';
import { isCustom, periods } from '../../src/domain/billing/periodTable.ts';
import {
  billingOf,
  intervalOf,
  intervalWords,
  perMonth,
  units,
  type Interval,
} from '../../src/web/format/intervals.ts';
import { compared } from '../../src/web/pages/insights/figures.ts';
import { earlierPrice } from '../../src/web/pages/overview/figures.ts';
import { valuesOf } from '../../src/web/pages/subscriptions/form/values.ts';
import { entriesOf, totalsOf } from '../../src/web/pages/subscriptions/list.ts';
import { translate } from '../../src/web/messages/translate.ts';
import type { Words } from '../../src/web/subscriptions/fields.ts';
import { recordOf } from './subscriptions/records.ts';

const say: Words['say'] = (key, ...values) => translate({ language: 'en', locale: 'en' }, key, ...values);

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
    [
      { period: 'custom', customDate: '91', details: { everyMonths: 3 } },
      { unit: 'month', count: 3 },
    ],
  ] as const)('of %j is %j', (billing, expected) => {
    expect(intervalOf(billing)).toEqual(expected);
  });
});

describe('an interval that a user chooses', () => {
  const cases: readonly [Interval, ReturnType<typeof billingOf>][] = [
    [{ count: 1, unit: 'month' }, { period: 'monthly' }],
    [{ count: 1, unit: 'year' }, { period: 'yearly' }],
    [
      { count: 3, unit: 'month' },
      { period: 'custom', customDate: '91', everyMonths: 3 },
    ],
    [
      { count: 2, unit: 'year' },
      { period: 'custom', customDate: '730', everyMonths: 24 },
    ],
    [
      { count: 2, unit: 'week' },
      { period: 'custom', customDate: '14' },
    ],
    [
      { count: 10, unit: 'day' },
      { period: 'custom', customDate: '10' },
    ],
    [
      { count: 12, unit: 'day' },
      { period: 'custom', customDate: '12' },
    ],
  ];
  test.each(cases)('%j is sent as %j, and read as the same again', (interval, billing) => {
    expect(billingOf(interval)).toEqual(billing);
    expect(billing && intervalOf(billing)).toEqual(interval);
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
  expect(totalsOf(records)).toMatchObject([{ monthly: 2, subscriptions: 1 }]);
  expect(entriesOf(records).map(({ monthlyCost }) => monthlyCost)).toEqual([undefined, 2]);
  expect(compared(records).map(({ monthly, more }) => [monthly, more])).toEqual([
    [undefined, undefined],
    [2, undefined],
  ]);
  expect(valuesOf(recordOf(billing), 'en').count).toBe('');
  expect(earlierPrice([], 'x', '2026-06-16', billing)).toBeUndefined();
});

test('every fixed period of the service is one that the form can choose', () => {
  for (const period of periods.filter((one) => !isCustom(one))) {
    const interval = intervalOf({ period });
    expect(interval && billingOf(interval)).toEqual({ period });
  }
});
