import { expect, test } from 'bun:test';
import { correctPayment, type Payment } from '../../../../src/modules/payments/model.ts';

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
  const facts = { today: '2026-06-16', paidAfter: '2026-06-10', recordedOn: '2026-07-10' };
  const corrected = { ...payment, amountHundredths: 1000 };
  for (const patch of [{ amount: 10 }, { amount: 10, paidOn: payment.paidOn }])
    expect(correctPayment(payment, patch, facts)).toEqual({ corrected });
  expect(correctPayment(payment, { paidOn: '2026-07-09' }, facts)).toEqual({ refusal: 'paidTooLate' });
});
