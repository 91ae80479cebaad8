import type { ResultOf } from '../commands.ts';
import type { SubscriptionCommands } from './commands.ts';
import { detailNames } from './detailModel.ts';
import { fixForLackingCurrency, type CurrencyFault } from '../../core/billing/currencies.ts';
import { Subscription, type SubscriptionPatch, type SubscriptionView } from './model.ts';
import type { RelationFault, StepFault } from './rules/subscription.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import type { RevertWords } from '../audit/errors.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import { dayAfter } from '../../core/billing/days.ts';
import type { PaymentMade } from './rules/renewal.ts';

type WriteResult = ResultOf<keyof SubscriptionCommands | 'batch'>;

/** The error for a subscription that the owner does not have. */
export function subscriptionNotFound(): ApiError {
  return new ApiError('subscription_not_found', {
    suggestedFix: 'List the subscriptions (GET /api/v1/subscriptions) and take an id from there.',
  });
}

/**
 * The error that says why a write of subscriptions stored nothing.
 *
 * @param isInBatch whether the result is that of one operation of a batch
 */
export function apiErrorOf(result: WriteResult, sent: SubscriptionPatch, isInBatch = false): ApiError {
  const shared = sharedErrorOf(result, undefined, isInBatch);
  if (shared !== undefined) return shared;
  if (result.outcome === 'refused') return explainRelation(result.fault, sent);
  if (result.outcome === 'notRenewed') return notRenewed(result, isInBatch);
  return subscriptionNotFound();
}

/** What subscriptions say of the reverts of their updates. */
export const subscriptionRevertWords: RevertWords = {
  record: Subscription,
  subject: 'The subscription has',
  otherAction: (id) => ({
    message: 'The audit entry records the creation of the subscription.',
    suggestedFix: `Delete the subscription, if the user has confirmed it: DELETE /api/v1/subscriptions/${id}.`,
  }),
  conflict: currencyOfThenTakenOff,
  restore(fields) {
    if (fields.some((field) => detailNames.some((name) => name === field))) {
      return {
        suggestedFix: 'Read the subscription with ?include=details, and PATCH the fields and the details to restore.',
      };
    }
    return { suggestedFix: 'Read the subscription, and PATCH the fields to restore.' };
  },
};

function currencyOfThenTakenOff(): ApiError {
  return new ApiError('revert_conflict', {
    field: 'currency',
    conflictingFields: ['currency'],
    message: 'The currency that it would bring back was taken off the list of currencies.',
    suggestedFix:
      'Ask the operator of the server to add the currency to the setting --currencies, and revert again. To restore other fields only, PATCH the subscription.',
  });
}

function currencyTakenOff({ field, allowed }: CurrencyFault, { currency = '' }: SubscriptionPatch): ApiError {
  return new ApiError('invalid_subscription', {
    field,
    message: 'The currency was taken off the list of currencies: only records that have it keep it.',
    suggestedFix:
      fixForLackingCurrency(currency, allowed) ??
      'Send one of the allowed values, if one means the same; otherwise ask the user.',
    allowedValues: allowed,
  });
}

/** The error for fields that are valid each, but not together, or not with the stored record. */
export function explainRelation(fault: RelationFault | CurrencyFault | StepFault, sent: SubscriptionPatch): ApiError {
  if (fault.reason === 'currencyTakenOff') return currencyTakenOff(fault, sent);
  const { field, reason } = fault;
  switch (reason) {
    case 'customDateMissing':
      return new ApiError('invalid_subscription', {
        field,
        message: 'customDate is required while the period is "custom".',
        suggestedFix: 'Add customDate with the interval in days as a string, such as "30".',
      });
    case 'customDateUnwanted':
      return new ApiError('invalid_subscription', {
        field,
        message: 'customDate is only allowed while the period is "custom".',
        suggestedFix:
          sent.period === undefined
            ? 'Remove customDate, or send "period": "custom" with it.'
            : 'Remove customDate, or set period to "custom".',
      });
    case 'everyMonthsUnwanted':
      return everyMonthsUnwanted();
    case 'stepTooEarly':
      return new ApiError('invalid_field', {
        field,
        message: 'priceSteps must begin after lastPaymentDate.',
        suggestedFix: 'Send only days after lastPaymentDate; what it costs now is the amount of the subscription.',
      });
    case 'dateTooLate':
      return new ApiError(field === 'everyMonths' ? 'invalid_field' : 'invalid_subscription', {
        field,
        message: `With this ${field} the next payment would be due after 9999-12-31.`,
        suggestedFix: fixesForLateDate[field] ?? 'Send an earlier lastPaymentDate.',
      });
  }
}

const fixesForLateDate: Readonly<Partial<Record<RelationFault['field'], string>>> = {
  customDate: 'Send a smaller number of days.',
  everyMonths: 'Send a smaller number of months.',
};

function everyMonthsUnwanted(): ApiError {
  return new ApiError('invalid_field', {
    field: 'everyMonths',
    message: 'everyMonths is only allowed while the period is "custom".',
    suggestedFix:
      'Send "period": "custom" with it, and in "customDate" the nearest number of days, such as "91" for 3 months: both in one operation of POST /api/v1/subscriptions/batch.',
  });
}

type NotRenewed = Extract<ResultOf<'subscription.renew'>, { outcome: 'notRenewed' }>;

/**
 * The error for a payment that was not recorded.
 *
 * @param isInBatch whether it is that of one operation of a batch
 */
function notRenewed(result: NotRenewed, isInBatch: boolean): ApiError {
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

/** The error for a payment that is to change the amount of the subscription, without an amount. */
export function amountMissing(): ApiError {
  return new ApiError('invalid_field', {
    field: 'fromNowOn',
    message: 'fromNowOn is only allowed with amount.',
    suggestedFix: 'Send the amount that the subscription costs from now on, or remove fromNowOn.',
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
