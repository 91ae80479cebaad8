import { expect, test } from 'bun:test';
import { hasNextPayment } from '../../../src/web/subscriptions/fields.ts';
import { noDetails, recordOf } from './records.ts';

test.each([
  ['that is active', 'active', null, true],
  ['that ends on the day of the payment', 'active', '2026-12-05', true],
  ['that ends on the day before', 'active', '2026-12-04', false],
  ['that is paused', 'paused', null, false],
  ['that is cancelled', 'cancelled', null, false],
] as const)('a subscription %s: can its next payment be recorded?', (_, status, endsOn, expected) => {
  const record = recordOf({ status, nextPaymentDate: '2026-12-05', details: { ...noDetails, endsOn } });
  expect(hasNextPayment(record)).toBe(expected);
});
