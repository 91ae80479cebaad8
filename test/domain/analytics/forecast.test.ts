import { expect, test } from 'bun:test';
import { forecast } from '../../../src/domain/analytics/forecast.ts';
import { failureFrom } from '../../support/failure.ts';
import { subscriptionWith } from '../../support/subscriptions.ts';

const range = { asOf: '2026-06-16T12:00:00.000Z', today: '2026-06-16' };

/** Subscriptions that are due once, on a day of June 2026, each in a category of its own. */
function categories(count: number) {
  const one = subscriptionWith({ lastPaymentDate: '2026-05-20', endsOn: '2026-06-30' });
  return Array.from({ length: count }, (_, number) => ({ ...one, category: `category ${number}` }));
}

test('§5.9: a forecast of one month has all categories, however many; one of several months has at most 100,000 sums', () => {
  const [month] = forecast(categories(100_001), { ...range, months: 1 }).months;
  expect([month?.payments, month?.byCategory.length]).toEqual([100_001, 100_001]);
  expect(failureFrom(() => forecast(categories(100_001), { ...range, months: 2 }))).toContain('tooManyCategories');
});
