import type { ResultOf } from '../commands.ts';
import { dayAfter } from '../../core/billing/days.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import type { RevertWords } from '../audit/errors.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import { paidTooLate } from '../subscriptions/errors.ts';
import { paymentRecords, PaymentView } from './model.ts';

const subject = 'The payment has';

/** What payments say of the reverts of their updates. */
export const paymentRevertWords: RevertWords = {
  record: PaymentView,
  subject,
  conflict: renewalReverted,
  restore: () => ({
    suggestedFix: 'Read the payments, and PATCH the one to restore.',
  }),
};

function renewalReverted(): ApiError {
  return new ApiError('revert_conflict', {
    field: 'removed',
    conflictingFields: ['removed'],
    message: 'The renewal that recorded the payment is reverted, so there is no payment.',
    suggestedFix:
      'First revert the audit entry of that revert: GET /api/v1/audit?subscriptionId=… has it. Only then revert this entry again.',
  });
}

/** The error that says why a write of a payment stored nothing. */
export function paymentErrorOf(result: ResultOf<'payment.update' | 'payment.delete'>): ApiError {
  const shared = sharedErrorOf(result, subject);
  if (shared !== undefined) return shared;
  if (result.outcome !== 'notCorrected') return paymentRecords.notFound();
  const { reason, paidAfter, today } = result;
  return reason === 'paidTooLate' ? paidTooLate(today) : paidTooEarly(paidAfter, today);
}

function paidTooEarly(paidAfter: string, today: string): ApiError {
  const [first, tomorrow] = [dayAfter(paidAfter, 1), dayAfter(today, 1)];
  return new ApiError('invalid_field', {
    field: 'paidOn',
    message: `paidOn must be after the payment date before this one (${paidAfter}).`,
    suggestedFix: `Send the day on which it was paid, from ${first} to ${tomorrow}.`,
  });
}
