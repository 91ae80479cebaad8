import type { ResultOf } from '../../../commands/commands.ts';
import { dayAfter } from '../../../domain/billing/days.ts';
import { ApiError } from '../../errors/apiError.ts';
import type { RevertWords } from '../../responses/revertErrors.ts';
import { sharedErrorOf, staleMessages } from '../../responses/writeErrors.ts';
import { paidTooLate } from '../subscriptions/renewalErrors.ts';
import { payment } from './schema.ts';

const subject = 'The payment has';
const whenStale = staleMessages(subject);

/** What payments say of the reverts of their updates. */
export const paymentRevertWords: RevertWords = {
  record: payment,
  subject,
  whenStale,
  restore: () => ({
    suggestedFix: 'Read the payments, and PATCH the one to restore.',
    forTools: { suggestedFix: 'Call listPayments, and send the values to restore with updatePayment.' },
  }),
};

/** The error for a payment that the owner does not have. */
export function paymentNotFound(): ApiError {
  return new ApiError('payment_not_found', {
    suggestedFix: 'List the payments (GET /api/v1/payments) and take an id from there.',
    forTools: { suggestedFix: 'Call listPayments and take an id from there.' },
  });
}

/** The error that says why a write of a payment stored nothing. */
export function paymentErrorOf(result: ResultOf<'payment.update' | 'payment.delete'>): ApiError {
  const shared = sharedErrorOf(result, false, whenStale);
  if (shared !== undefined) return shared;
  if (result.outcome !== 'notCorrected') return paymentNotFound();
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
