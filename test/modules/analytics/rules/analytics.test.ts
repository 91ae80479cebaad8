import { describe, expect, test } from 'bun:test';
import { forecast } from '../../../../src/modules/analytics/rules/forecast.ts';
import { failureFrom } from '../../../support/failure.ts';
import { subscriptionWith } from '../../../support/subscriptions.ts';
import * as fc from 'fast-check';
import {
  aboveAverageInCurrency,
  monthlyToAnnual,
  summarise,
  type CostCandidate,
  type SpendGroup,
  type SummaryFigures,
} from '../../../../src/modules/analytics/rules/analytics.ts';
import { contractCurrencies } from '../../../../src/core/billing/currencies.ts';
import { spendOfCurrencies, yearlyEquivalent } from '../../../../src/modules/analytics/rules/equivalents.ts';
import { isCustom, periods } from '../../../../src/core/billing/periodTable.ts';
import { compareExact } from '../../../../src/core/billing/money.ts';
import { oracleOf } from '../../../support/billingOracle.ts';

const nothing: SummaryFigures = {
  asOf: '2026-06-16T12:00:00.000Z',
  today: '2026-06-16',
  horizonDays: 30,
  withYearly: false,
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
    expect(monthlyToAnnual([{ id, name, currency, amountHundredths: 1999 }], contractCurrencies)).toEqual([
      { id, name, currency, monthlyAmount: 19.99, yearlyAtCurrentRate: 239.88 },
    ]);
    const [dearest] = monthlyToAnnual([{ id, name, currency, amountHundredths: 99_999_999 }], contractCurrencies);
    expect(dearest?.yearlyAtCurrentRate).toBe(11_999_999.88);
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
});

describe('a summary', () => {
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
});

test('§5.9: a forecast of one month has all categories, however many; one of several months has at most 100,000 sums', () => {
  // Due once, on a day of June 2026, each in a category of its own.
  const one = subscriptionWith({ lastPaymentDate: '2026-05-20', endsOn: '2026-06-30' });
  const subscriptions = Array.from({ length: 100_001 }, (_, number) => ({ ...one, category: `category ${number}` }));
  const [month] = forecast(subscriptions, { ...nothing, months: 1 }).months;
  expect([month?.payments, month?.byCategory.length]).toEqual([100_001, 100_001]);
  expect(failureFrom(() => forecast(subscriptions, { ...nothing, months: 2 }))).toContain('tooManyCategories');
});
