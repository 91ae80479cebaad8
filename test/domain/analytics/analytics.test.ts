import { describe, expect, test } from 'bun:test';
import { forecast } from '../../../src/domain/analytics/forecast.ts';
import { failureFrom } from '../../support/failure.ts';
import { subscriptionWith } from '../../support/subscriptions.ts';
import * as fc from 'fast-check';
import {
  aboveAverageInCurrency,
  monthlyToAnnual,
  summarise,
  type CostCandidate,
  type SpendGroup,
  type SummaryFigures,
} from '../../../src/domain/analytics/analytics.ts';
import { spendOfCurrencies, yearlyEquivalent } from '../../../src/domain/analytics/equivalents.ts';
import { isCustom, periods } from '../../../src/domain/billing/periodTable.ts';
import { compareExact } from '../../../src/domain/billing/money.ts';
import { oracleOf } from '../../support/billingOracle.ts';
import { currencies } from '../../../src/domain/subscriptions/fields.ts';

const nothing: SummaryFigures = {
  asOf: '2026-06-16T12:00:00.000Z',
  today: '2026-06-16',
  horizonDays: 30,
  counts: { active: 0, paused: 0, cancelled: 0 },
  spend: [],
  renewals: [],
};

function group(fields: Partial<SpendGroup>): SpendGroup {
  return {
    category: 'Other',
    currency: 'USD',
    period: 'monthly',
    customDays: null,
    everyMonths: null,
    subscriptions: 1,
    amountHundredths: 1000,
    ...fields,
  };
}

/** Monthly candidates in one currency, and the spend that they make up. */
function monthlyCandidates(amounts: readonly number[]): [CostCandidate[], SpendGroup[]] {
  const candidates = amounts.map((amountHundredths, position) => ({
    id: `id-${position}`,
    name: `name-${position}`,
    currency: 'USD' as const,
    period: 'monthly' as const,
    customDays: null,
    everyMonths: null,
    amountHundredths,
  }));
  const amountHundredths = amounts.reduce((sum, amount) => sum + amount, 0);
  return [candidates, [group({ subscriptions: amounts.length, amountHundredths })]];
}

describe('the yearly cost of an amount', () => {
  test.each([
    ['monthly', null, null, 1000, 12_000n, 1n],
    ['yearly', null, null, 1000, 1000n, 1n],
    ['custom', 1, null, 1000, 365_000n, 1n],
    ['custom', 7, null, 1000, 365_000n, 7n],
    ['custom', 30, null, 1000, 36_500n, 3n],
    ['custom', 365, null, 1000, 1000n, 1n],
    ['custom', 730, null, 1000, 500n, 1n],
    ['custom', 2_913_000, null, 1, 365n, 2_913_000n],
    ['monthly', null, null, 0, 0n, 1n],
    ['custom', 3, null, 0, 0n, 1n],
    ['custom', 91, 3, 1000, 4000n, 1n],
    ['custom', 60, 2, 1000, 6000n, 1n],
    ['custom', 1, 5, 1000, 12_000n, 5n],
    ['custom', 1, 12, 1000, 1000n, 1n],
    ['custom', 1, 60, 1, 1n, 5n],
  ] as const)(
    '§5.1: %s (%p days, %p months) of %p hundredths',
    (period, customDays, everyMonths, amountHundredths, ...yearlyCost) => {
      const [numerator, denominator] = yearlyCost;
      const yearly = yearlyEquivalent({ period, customDays, everyMonths, amountHundredths });
      expect(compareExact(yearly, { numerator, denominator })).toBe(0);
    },
  );

  test('§5.1: every period has the payments a year that the tests know', () => {
    for (const period of periods) {
      const billing = { period, customDays: isCustom(period) ? 7 : null };
      const [payments, years] = oracleOf(period).paymentsAYear(7);
      const yearly = yearlyEquivalent({ ...billing, everyMonths: null, amountHundredths: 100 });
      expect(compareExact(yearly, { numerator: 100n * payments, denominator: years })).toBe(0);
    }
  });

  test('§5.1: a monthly subscription has twelve payments a year', () => {
    const { id, name, currency } = { id: 'id', name: 'AWS', currency: 'USD' as const };
    expect(monthlyToAnnual([{ id, name, currency, amountHundredths: 1999 }])).toEqual([
      { id, name, currency, monthlyAmount: 19.99, yearlyAtCurrentRate: 239.88 },
    ]);
    const [dearest] = monthlyToAnnual([{ id, name, currency, amountHundredths: 99_999_999 }]);
    expect(dearest?.yearlyAtCurrentRate).toBe(11_999_999.88);
  });

  test('§5.3: amounts of different currencies are not compared: the result is grouped by currency', () => {
    const rows = (['JPY', 'USD', 'CNY', 'USD'] as const).map((currency, place) => ({
      id: String(place),
      name: 'any',
      currency,
      amountHundredths: 100 - place,
    }));
    expect(monthlyToAnnual(rows).map(({ id }) => id)).toEqual(['2', '1', '3', '0']);
  });

  test('§5.1: the spend of a currency is the same however its subscriptions are grouped', () => {
    const anyGroup = fc.record({
      period: fc.constantFrom(...periods),
      days: fc.integer({ min: 1, max: 400 }),
      amountHundredths: fc.integer({ min: 0, max: 99_999_999 }),
      category: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(anyGroup, { minLength: 1 }), (drawn) => {
        const groups = drawn.map(({ period, days, ...rest }) =>
          group({ ...rest, period, customDays: isCustom(period) ? days : null }),
        );
        const forward = spendOfCurrencies(groups).get('USD');
        const backward = spendOfCurrencies(groups.toReversed()).get('USD');
        const one = groups.map((single) => yearlyEquivalent(single));
        const common = one.reduce((product, { denominator }) => product * denominator, 1n);
        const numerator = one.reduce((sum, figure) => sum + (figure.numerator * common) / figure.denominator, 0n);
        const expected = { numerator, denominator: common };
        expect(forward?.activeSubscriptions).toBe(groups.length);
        expect(compareExact(forward?.yearly ?? { numerator: -1n, denominator: 1n }, expected)).toBe(0);
        expect(compareExact(backward?.yearly ?? { numerator: -1n, denominator: 1n }, expected)).toBe(0);
      }),
    );
  });
});

describe('above the average of a currency', () => {
  test('§5.6: exactly twice the mean is not above average', () => {
    // The mean is 20, so that 40 is exactly twice as much.
    expect(aboveAverageInCurrency(...monthlyCandidates([4000, 1000, 1000]))).toEqual([]);
  });

  test('§5.6: one hundredth more than twice the mean is above average', () => {
    expect(aboveAverageInCurrency(...monthlyCandidates([4003, 1000, 1000]))).toEqual([
      { id: 'id-0', name: 'name-0', currency: 'USD', monthlyEquivalent: 40.03, currencyMonthlyAverage: 20.01 },
    ]);
    expect(aboveAverageInCurrency(...monthlyCandidates([4001, 1000, 1000]))).toHaveLength(1);
    expect(aboveAverageInCurrency(...monthlyCandidates([3999, 1000, 1000]))).toEqual([]);
  });

  test('§5.6: the comparison is made before rounding, for costs of less than a hundredth a month', () => {
    // Costs of one hundredth every 1000, 6000 and 6000 days: the first is more than twice the mean, all round to zero.
    const days = [1000, 6000, 6000];
    const candidates = days.map((customDays, position) => ({
      id: `id-${position}`,
      name: `name-${position}`,
      currency: 'USD' as const,
      period: 'custom' as const,
      customDays,
      everyMonths: null,
      amountHundredths: 1,
    }));
    const spend = days.map((customDays) => group({ period: 'custom', customDays, amountHundredths: 1 }));
    expect(aboveAverageInCurrency(candidates, spend)).toEqual([
      { id: 'id-0', name: 'name-0', currency: 'USD', monthlyEquivalent: 0, currencyMonthlyAverage: 0 },
    ]);
  });

  test('§5.6: a single subscription, or two, can never be above their own average', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(99_999_999), { minLength: 1, maxLength: 2 }), (amounts) => {
        expect(aboveAverageInCurrency(...monthlyCandidates(amounts))).toEqual([]);
      }),
    );
  });

  test('§5.6: when everything is free nothing is above average', () => {
    expect(aboveAverageInCurrency(...monthlyCandidates([0, 0, 0, 0]))).toEqual([]);
  });

  test('§5.6: for any amounts, exactly those are above average of which the count-fold exceeds twice the sum', () => {
    const fewAmounts = fc.array(fc.oneof(fc.nat(10), fc.nat(99_999_999)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fewAmounts, (amounts) => {
        const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
        const expected = amounts
          .map((amount, position) => ({ amount, id: `id-${position}` }))
          .filter(({ amount }) => BigInt(amount) * BigInt(amounts.length) > 2n * sum)
          .sort((a, b) => b.amount - a.amount)
          .map(({ id }) => id);
        expect(aboveAverageInCurrency(...monthlyCandidates(amounts)).map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('§5.6: a currency is measured by its own mean only', () => {
    const [candidates, spend] = monthlyCandidates([4003, 1000, 1000]);
    const yen = group({ currency: 'JPY', amountHundredths: 99_999_999 });
    expect(aboveAverageInCurrency(candidates, [...spend, yen])).toHaveLength(1);
  });
});

describe('a summary', () => {
  test('an owner without subscriptions has an empty one', () => {
    const { asOf, horizonDays } = nothing;
    const counts = { total: 0, active: 0, paused: 0, cancelled: 0 };
    expect(summarise(nothing)).toEqual({
      asOf,
      horizonDays,
      counts,
      byCurrency: [],
      byCategory: [],
      upcomingRenewals: [],
    });
  });

  test('§5.3: currencies of equal monthly totals are ordered by their codes', () => {
    const spend = currencies.map((currency) => group({ currency }));
    const { byCurrency } = summarise({ ...nothing, spend });
    expect(byCurrency.map(({ currency }) => currency)).toEqual([...currencies].sort());
  });

  test('§5.3: currencies whose totals differ by less than a hundredth are equal, as the reader sees them', () => {
    const spend = [
      group({ currency: 'CHF', period: 'yearly', amountHundredths: 12_001 }),
      group({ currency: 'AUD', period: 'yearly', amountHundredths: 12_000 }),
    ];
    const { byCurrency } = summarise({ ...nothing, spend });
    expect(byCurrency.map(({ currency, monthlyTotal }) => [currency, monthlyTotal])).toEqual([
      ['AUD', 10],
      ['CHF', 10],
    ]);
  });

  test('§5.3: categories with equally many subscriptions are ordered by name', () => {
    const spend = ['b', 'a', 'c'].map((category) => group({ category }));
    spend.push(group({ category: 'c', period: 'yearly' }));
    const { byCategory } = summarise({ ...nothing, spend });
    expect(byCategory.map(({ category }) => category)).toEqual(['c', 'a', 'b']);
  });

  test('§5.1: the sum is rounded, not its parts', () => {
    // Each of the three comes to a third of a hundredth a month.
    const spend = [1, 2, 3].map(() => group({ period: 'yearly', amountHundredths: 4 }));
    expect(summarise({ ...nothing, spend }).byCurrency).toEqual([
      { currency: 'USD', activeSubscriptions: 3, monthlyTotal: 0.01, yearlyTotal: 0.12 },
    ]);
  });

  test('§5.1: a monthly total of exactly half a hundredth is rounded up', () => {
    const spend = [group({ period: 'yearly', amountHundredths: 6 })];
    expect(summarise({ ...nothing, spend }).byCurrency[0]?.monthlyTotal).toBe(0.01);
  });
});

test('§5.9: a forecast of one month has all categories, however many; one of several months has at most 100,000 sums', () => {
  // Due once, on a day of June 2026, each in a category of its own.
  const one = subscriptionWith({ lastPaymentDate: '2026-05-20', endsOn: '2026-06-30' });
  const subscriptions = Array.from({ length: 100_001 }, (_, number) => ({ ...one, category: `category ${number}` }));
  const [month] = forecast(subscriptions, { ...nothing, months: 1 }).months;
  expect([month?.payments, month?.byCategory.length]).toEqual([100_001, 100_001]);
  expect(failureFrom(() => forecast(subscriptions, { ...nothing, months: 2 }))).toContain('tooManyCategories');
});
