import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { occurrence } from '../../../../src/core/billing/occurrences.ts';
import { renew, type PaymentMade, type Renewal } from '../../../../src/modules/subscriptions/rules/renewal.ts';
import type { Subscription } from '../../../../src/modules/subscriptions/rules/subscription.ts';
import { anySubscription, subscriptionWith } from '../../../support/subscriptions.ts';

const time = { today: '2026-06-16', at: '2026-06-16T12:00:00.000Z' };

function renewed(stored: Subscription, made: PaymentMade = {}, today = time.today): Renewal {
  const decision = renew(stored, made, { ...time, today });
  if ('refusal' in decision) throw new Error(`refused: ${decision.refusal}`);
  return decision;
}

describe('§10.1: a renewal', () => {
  test('of any subscription, repeated any number of times, gives the occurrences of the original anchor', () => {
    fc.assert(
      fc.property(anySubscription, fc.integer({ min: 1, max: 40 }), (original, times) => {
        let stored = original;
        for (let k = 1; k <= times; k += 1) {
          const { dueOn, renewed: after } = renewed(stored, { dueOn: stored.nextPaymentDate });
          expect([dueOn, after.lastPaymentDate]).toEqual([occurrence(original, k), dueOn] as never);
          expect(after.nextPaymentDate).toBe(occurrence(original, k + 1) ?? '');
          expect(after.nextPaymentDate).toBe(occurrence(after, 1) ?? '');
          stored = after;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('changes nothing but the dates, the anchor day and the time of the change', () => {
    const stored = subscriptionWith({ lastPaymentDate: '2026-01-31', updatedAt: '2026-02-01T00:00:00.000Z' });
    const { renewed: after } = renewed(stored, { amountHundredths: 1, paidOn: '2026-03-02' });
    const dates = { lastPaymentDate: '2026-02-28', nextPaymentDate: '2026-03-31', anchorDay: 31 };
    expect(after).toEqual({ ...stored, ...dates, updatedAt: time.at });
  });

  test.each([
    ['the due date, when that has passed', '2026-05-10', {}, '2026-06-10'],
    ['today, when the payment is due later', '2026-05-20', { dueOn: '2026-06-20' }, '2026-06-16'],
    ['today, when the due dates are counted from it', '2026-05-10', { reschedule: true }, '2026-06-16'],
    ['the day that the client sends', '2026-05-10', { paidOn: '2026-06-12' }, '2026-06-12'],
    ['tomorrow at the latest', '2026-05-10', { paidOn: '2026-06-17' }, '2026-06-17'],
    ['today, also when that is the day of the last payment', '2026-06-16', { dueOn: '2026-07-16' }, '2026-06-16'],
    ['today, when several payments are made in advance', '2026-06-20', { dueOn: '2026-07-20' }, '2026-06-16'],
  ])('the day of the payment is %s', (_, lastPaymentDate, made, paidOn) => {
    expect(renewed(subscriptionWith({ lastPaymentDate }), made).paidOn).toBe(paidOn);
  });

  test('with reschedule makes the day of the payment the anchor', () => {
    const stored = subscriptionWith({ lastPaymentDate: '2026-05-10', anchorDay: 31 });
    const { renewed: after, dueOn } = renewed(stored, { dueOn: '2026-06-30', paidOn: '2026-06-12', reschedule: true });
    expect([dueOn, after.lastPaymentDate, after.nextPaymentDate, after.anchorDay]).toEqual([
      '2026-06-30',
      '2026-06-12',
      '2026-07-12',
      null,
    ]);
  });

  test('on the day of the end is still possible', () => {
    const stored = subscriptionWith({ lastPaymentDate: '2026-05-10', endsOn: '2026-06-10' });
    expect(renewed(stored).dueOn).toBe('2026-06-10');
  });
});
