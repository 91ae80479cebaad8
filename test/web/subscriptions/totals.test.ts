import { expect, test } from 'bun:test';
import { totalsOf } from '../../../src/web/pages/subscriptions/list.ts';
import { noDetails, recordOf } from './records.ts';

test('only active subscriptions count, each currency by itself', () => {
  const records = [
    recordOf({ amount: 4, currency: 'CHF' }),
    recordOf({ amount: 10 }),
    recordOf({ amount: 5.5 }),
    recordOf({ amount: 100, status: 'paused' }),
    recordOf({ amount: 100, status: 'cancelled' }),
  ];
  expect(totalsOf(records)).toEqual([
    { currency: 'CHF', monthly: 4, yearly: 48 },
    { currency: 'EUR', monthly: 15.5, yearly: 186 },
  ]);
});

test('a sum is exact and rounded once, half up', () => {
  const everyThreeDays = recordOf({ amount: 0.01, period: 'custom', customDate: '3' });
  // 365 / 3 payments of a hundredth are 121.666… hundredths a year, and three times as many are 365.
  expect(totalsOf([everyThreeDays])).toMatchObject([{ yearly: 1.22, monthly: 0.1 }]);
  expect(totalsOf([everyThreeDays, everyThreeDays, everyThreeDays])).toMatchObject([{ yearly: 3.65, monthly: 0.3 }]);
  // 0.06 a year are exactly half a hundredth a month.
  expect(totalsOf([recordOf({ amount: 0.06, period: 'yearly' })])).toMatchObject([{ yearly: 0.06, monthly: 0.01 }]);
});

test('every three months counts four times a year, whatever customDate says', () => {
  const record = recordOf({
    amount: 75,
    period: 'custom',
    customDate: '91',
    details: { ...noDetails, everyMonths: 3 },
  });
  expect(totalsOf([record])).toMatchObject([{ monthly: 25, yearly: 300 }]);
});

test('many different intervals are summed exactly', () => {
  const records = Array.from({ length: 400 }, (_, index) =>
    recordOf({ amount: index + 1, period: 'custom', customDate: String(index + 1) }),
  );
  // Each costs 365 a year.
  expect(totalsOf(records)).toMatchObject([{ yearly: 146_000, monthly: 12_166.67 }]);
});
