import type { ResultOf } from '../../commands.ts';
import type { SubscriptionCommands } from '../commands.ts';
import { detailNames } from '../detailModel.ts';
import { fixForLackingCurrency, type CurrencyFault } from '../../../core/billing/currencies.ts';
import type { SubscriptionPatch } from '../model.ts';
import type { RelationFault } from '../rules/subscription.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import type { RevertWords } from '../../audit/errors.ts';
import { sharedErrorOf } from '../../../core/http/responses/writeErrors.ts';
import { notRenewed } from './renewalErrors.ts';
import { Subscription } from '../model.ts';

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
  const shared = sharedErrorOf(result, isInBatch);
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
export function explainRelation(fault: RelationFault | CurrencyFault, sent: SubscriptionPatch): ApiError {
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
