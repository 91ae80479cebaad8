import { expect, test } from 'bun:test';
import { correctPayment, type Payment } from '../../../../src/modules/payments/model.ts';

const recorded: Payment = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b',
  subscriptionId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  dueOn: '2026-09-10',
  paidOn: '2026-06-16',
  amountHundredths: 1000,
  currency: 'USD',
  source: 'manual',
};

test('§10.11: what was corrected before does not change the range of the next correction', () => {
  const facts = { today: '2026-10-01', paidAfter: '2026-08-10', recordedOn: '2026-06-16' };
  const later = correctPayment(recorded, { paidOn: '2026-09-01' }, facts);
  if (!('corrected' in later)) throw new Error('not corrected');
  expect(correctPayment(later.corrected, { paidOn: '2026-06-16' }, facts)).toEqual({ corrected: recorded });
});
