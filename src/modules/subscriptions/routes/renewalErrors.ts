import type { ResultOf } from '../../commands.ts';
import { dayAfter } from '../../../core/billing/days.ts';
import type { SubscriptionView } from '../model.ts';
import type { PaymentMade } from '../rules/renewal.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';

type NotRenewed = Extract<ResultOf<'subscription.renew'>, { outcome: 'notRenewed' }>;

/**
 * The error for a payment that was not recorded.
 *
 * @param isInBatch whether it is that of one operation of a batch
 */
export function notRenewed(result: NotRenewed, isInBatch: boolean): ApiError {
  const apiError = notRenewedAlone(result);
  const suggestedFix = isInBatch ? fixForOperation(result) : undefined;
  if (suggestedFix === undefined) return apiError;
  return new ApiError(apiError.errorCode, { ...apiError.details, message: apiError.message, suggestedFix });
}

/** What to do where a single request needs nothing: the other operations of the batch were not made, either. */
function fixForOperation({ reason, currentJson, payment: { dueOn = '' } }: NotRenewed): string | undefined {
  const { nextPaymentDate } = JSON.parse(currentJson) as SubscriptionView;
  const remove = 'Remove this operation and send the batch again';
  if (reason === 'ended' || reason === 'lastPossible') return `${remove}: there is no payment to record.`;
  if (reason === 'notDue')
    return `${remove}; only if the user has already paid it, add "dueOn": "${nextPaymentDate}" to the operation instead.`;
  return reason === 'otherDueDate' && dueOn < nextPaymentDate
    ? `${remove}: the payment due on ${dueOn} is recorded already, or by an earlier operation of the batch.`
    : undefined;
}

function notRenewedAlone(result: NotRenewed): ApiError {
  const { reason, currentJson, endsOn, payment, today, refusedDueOn, possible } = result;
  const current = JSON.parse(currentJson) as SubscriptionView;
  switch (reason) {
    case 'notActive':
      return notActive(current);
    case 'otherDueDate':
      return renewalConflict(current, payment.dueOn);
    case 'notDue':
      return possible > 0 ? notAllDue(current, result) : notDue(current);
    case 'ended':
      return notRenewable(
        `The subscription ends on ${endsOn ?? ''}, before the payment due on ${refusedDueOn}.`,
        possible,
      );
    case 'lastPossible':
      return notRenewable(`The payment after the one due on ${refusedDueOn} would be due after 9999-12-31.`, possible);
    case 'paidTooEarly':
      return paidTooEarly(current, payment, today);
    case 'paidTooLate':
      return paidTooLate(today);
  }
}

/** The error for a payment whose day is after tomorrow. */
export function paidTooLate(today: string): ApiError {
  return new ApiError('invalid_field', {
    field: 'paidOn',
    message: `paidOn must be at most tomorrow (${dayAfter(today, 1)}).`,
    suggestedFix: 'Send the day on which it was paid; if it is not paid yet, send the request when it is.',
  });
}

function notActive({ id, status }: SubscriptionView): ApiError {
  return new ApiError('not_active', {
    message: `The subscription is ${status}.`,
    suggestedFix: `Ask the user whether the subscription goes on; only then send {"status": "active"} with PATCH /api/v1/subscriptions/${id}, and this request again.`,
  });
}

function renewalConflict(current: SubscriptionView, dueOn = ''): ApiError {
  const { lastPaymentDate, nextPaymentDate } = current;
  const shared = {
    field: 'dueOn',
    message: `The next payment is due on ${nextPaymentDate}, not on ${dueOn}.`,
    current,
  };
  return new ApiError('renewal_conflict', {
    ...shared,
    suggestedFix: fixForOtherDueDate(dueOn, lastPaymentDate, nextPaymentDate),
  });
}

function fixForOtherDueDate(dueOn: string, last: string, next: string): string {
  if (dueOn <= last)
    return `Do nothing: the payment due on ${dueOn} is probably recorded already, since lastPaymentDate is ${last}.`;
  const ask = `ask the user whether the payment due on ${next} was made; if so, send "dueOn": "${next}"`;
  // No due date is between the two, unless the payment was recorded with `reschedule`, before its due date.
  return dueOn < next
    ? `Read the payments, and do nothing if it is among them. Else ${ask}.`
    : `Read current, and ${ask} first.`;
}

function notDue({ nextPaymentDate }: SubscriptionView): ApiError {
  return new ApiError('not_due', {
    message: `The next payment is due on ${nextPaymentDate}.`,
    suggestedFix: `Do nothing until then; only if the user has already paid it, send "dueOn": "${nextPaymentDate}".`,
  });
}

/** The error for several payments of which only the first ones are due. */
function notAllDue({ nextPaymentDate }: SubscriptionView, { refusedDueOn, possible }: NotRenewed): ApiError {
  return new ApiError('not_due', {
    field: 'payments',
    message: `Only ${possible} of these payments ${possible === 1 ? 'is' : 'are'} due: the next one is due on ${refusedDueOn}.`,
    suggestedFix: `Send "payments": ${possible}; only if the user has already paid the others, too, add "dueOn": "${nextPaymentDate}" instead.`,
  });
}

/** @param possible how many of the payments could be recorded */
function notRenewable(message: string, possible: number): ApiError {
  const suggestedFix =
    possible === 0
      ? 'Do nothing: there is no payment to record.'
      : `Send "payments": ${possible}: there are no others.`;
  return new ApiError('not_renewable', { message, suggestedFix });
}

function paidTooEarly(
  { lastPaymentDate }: SubscriptionView,
  { paidOn, reschedule }: PaymentMade,
  today: string,
): ApiError {
  const [first, tomorrow] = [dayAfter(lastPaymentDate, 1), dayAfter(today, 1)];
  const isPossible = first <= tomorrow;
  const without = paidOn === undefined ? 'reschedule' : 'paidOn';
  const both = paidOn !== undefined && reschedule === true ? 'paidOn and reschedule' : without;
  return new ApiError('invalid_field', {
    field: 'paidOn',
    message: `paidOn must be after lastPaymentDate (${lastPaymentDate}).`,
    suggestedFix: isPossible
      ? `Send the day on which it was paid, from ${first} to ${tomorrow}.`
      : `Remove ${both}: the payment is made in advance.`,
  });
}
