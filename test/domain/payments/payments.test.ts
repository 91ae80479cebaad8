import { expect, test } from 'bun:test';
import { correctPayment, type Payment } from '../../../src/domain/payments/payment.ts';
import { sumSpent, type SubscriptionSpent } from '../../../src/domain/payments/spent.ts';

const payment: Payment = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b',
  subscriptionId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  dueOn: '2026-07-10',
  paidOn: '2026-07-10',
  amountHundredths: 1599,
  currency: 'USD',
  source: 'manual',
};

test('§10.11: the amount can be corrected where the day could not be given any more: the clock may have been set back', () => {
  const facts = { today: '2026-06-16', paidAfter: '2026-06-10' };
  const corrected = { ...payment, amountHundredths: 1000 };
  for (const patch of [{ amount: 10 }, { amount: 10, paidOn: payment.paidOn }])
    expect(correctPayment(payment, patch, facts)).toEqual({ corrected });
  expect(correctPayment(payment, { paidOn: '2026-07-09' }, facts)).toEqual({ refusal: 'paidTooLate' });
});

test('§10.6: subscriptions with the same highest total are in the order of their names', () => {
  const spentOn = (subscriptionId: string, name: string, currency: string): SubscriptionSpent => ({
    subscriptionId,
    name,
    currency,
    payments: 1,
    amountHundredths: 500,
  });
  const subscriptions = [spentOn('1', 'b', 'EUR'), spentOn('2', 'c', 'USD'), spentOn('3', 'a', 'USD')];
  const { bySubscription } = sumSpent({ from: '2026-01-01', to: '2026-06-16' }, { groups: [], subscriptions });
  expect(bySubscription.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});
