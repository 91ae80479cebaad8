import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { numberOfDay } from '../../../../src/core/billing/days.ts';
import { amountOn } from '../../../../src/core/billing/prices.ts';
import {
  estimatePrices,
  rangeOn,
  unusualOf,
  type EstimatedPrices,
  type PastPayment,
} from '../../../../src/modules/payments/rules/estimates.ts';
import { anyDay } from '../../../support/arbitraries.ts';

/** The middle of some numbers in their order; between two of them, halves rounded up. */
function middleOf(amounts: readonly number[]): number {
  const inOrder = amounts.toSorted((one, other) => one - other);
  const ends = Math.floor((inOrder.length - 1) / 2);
  const middle = inOrder.slice(ends, inOrder.length - ends);
  return Math.round(middle.reduce((sum, one) => sum + one, 0) / middle.length);
}

function expectedOn(day: string, amount: number, past: readonly PastPayment[]): number {
  const month = `${Number(day.slice(0, 4)) - 1}${day.slice(4, 7)}`;
  const amountsOf = (some: readonly PastPayment[]) => some.map(({ amountHundredths }) => amountHundredths);
  const yearBefore = amountsOf(past.filter(({ dueOn }) => dueOn.startsWith(month)));
  if (yearBefore.length > 0) return middleOf(yearBefore);
  return past.length > 0 ? middleOf(amountsOf(past.slice(0, 6))) : amount;
}

const anyPast = fc
  .array(fc.record({ dueOn: anyDay('2024-01-01', '2026-12-31'), amountHundredths: fc.nat(20_000) }), { maxLength: 40 })
  .map((past) => past.sort((one, other) => (one.dueOn < other.dueOn ? 1 : -1)));

test('§5.14: an estimate is the payment of the month a year before, else the middle of the last six, else the amount', () => {
  fc.assert(
    fc.property(
      anyPast,
      fc.array(anyDay('2024-06-01', '2028-06-30'), { minLength: 1 }),
      fc.nat(9999),
      (past, days, amount) => {
        const prices = estimatePrices({ amountHundredths: amount }, past);
        for (const day of days)
          expect([day, amountOn(prices, numberOfDay(day))]).toEqual([day, expectedOn(day, amount, past)]);
      },
    ),
  );
});

test('§5.14: without payments, planned prices count', () => {
  const later = [{ from: numberOfDay('2027-01-01'), amountHundredths: 900 }];
  const prices = estimatePrices({ amountHundredths: 500, later }, []);
  expect(['2026-12-31', '2027-01-01'].map((day) => amountOn(prices, numberOfDay(day)))).toEqual([500, 900]);
});

test('§5.14: the range is that of the last twelve payments', () => {
  const past = [30, ...Array.from({ length: 10 }, (_, index) => 10 + index), 40, 5, 99];
  const payments = past.map((amountHundredths) => ({ dueOn: '2026-01-01', amountHundredths }));
  expect(rangeAt(estimatePrices({ amountHundredths: 1 }, payments), '2026-02-01')).toEqual({ low: 10, high: 40 });
});

function rangeAt({ estimate }: EstimatedPrices, day: string) {
  if (estimate === undefined) throw new Error('it is no estimate');
  return rangeOn(estimate, numberOfDay(day));
}

test('§5.14: the range contains the estimate: that of a planned price, and that of a year before', () => {
  const later = [{ from: numberOfDay('2027-01-01'), amountHundredths: 900 }];
  const planned = estimatePrices({ amountHundredths: 500, later }, []);
  expect(rangeAt(planned, '2026-12-31')).toEqual({ low: 500, high: 500 });
  expect(rangeAt(planned, '2027-01-01')).toEqual({ low: 900, high: 900 });
  const weekly = Array.from({ length: 12 }, () => ({ dueOn: '2026-11-20', amountHundredths: 70 }));
  const dear = estimatePrices({ amountHundredths: 1 }, [...weekly, { dueOn: '2025-12-20', amountHundredths: 99 }]);
  expect(rangeAt(dear, '2026-12-20')).toEqual({ low: 70, high: 99 });
  expect(rangeAt(dear, '2027-01-20')).toEqual({ low: 70, high: 70 });
  const cheap = estimatePrices({ amountHundredths: 1 }, [...weekly, { dueOn: '2025-12-20', amountHundredths: 5 }]);
  expect(rangeAt(cheap, '2026-12-20')).toEqual({ low: 5, high: 70 });
});

test('§5.14: the range of any estimate is that of the twelve payments that were due last, and of itself', () => {
  fc.assert(
    fc.property(anyPast, anyDay('2024-06-01', '2028-06-30'), fc.nat(9999), (past, day, amount) => {
      const expected = expectedOn(day, amount, past);
      const known = [expected, ...past.slice(0, 12).map(({ amountHundredths }) => amountHundredths)].sort(
        (one, other) => one - other,
      );
      const prices = estimatePrices({ amountHundredths: amount }, past);
      expect(rangeAt(prices, day)).toEqual({ low: known[0] ?? 0, high: known.at(-1) ?? 0 });
    }),
  );
});

describe('§12.4: a payment is unusual', () => {
  const monthly = (...amounts: readonly number[]) =>
    amounts.map((amountHundredths, index) => ({
      dueOn: `${2026 - Math.floor((11 + index) / 12)}-${String(12 - ((11 + index) % 12)).padStart(2, '0')}-15`,
      amountHundredths,
    }));

  test.each([
    [
      'above all twelve before it',
      [138, 100, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 100],
      [[138, 60, 100, 100, true]],
    ],
    ['below them', [20, 50, 60, 70], [[20, 50, 70, 60, false]]],
    ['not at the end of their range', [70, 50, 60, 70], []],
    ['not when fewer than three are known', [99, 50, 60], []],
    [
      'also if a higher one is longer ago than twelve',
      [80, ...Array.from({ length: 12 }, () => 70), 90],
      [[80, 70, 70, 70, true]],
    ],
  ])('%s', (_, amounts, expected) => {
    const found = unusualOf(monthly(...amounts)).filter(({ payment }) => payment.amountHundredths === amounts[0]);
    expect(
      found.map(({ payment, range, expectedHundredths, isYearBefore }) => [
        payment.amountHundredths,
        range.low,
        range.high,
        expectedHundredths,
        isYearBefore,
      ]),
    ).toEqual(expected as never);
  });
});
