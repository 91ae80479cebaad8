import type { ResultOf } from '../../../commands/commands.ts';
import type { SubscriptionCommands } from '../../../commands/subscription.ts';
import { detailNames } from '../../../domain/subscriptions/detailFields.ts';
import type { SubscriptionPatch } from '../../../domain/subscriptions/fields.ts';
import type { RelationFault } from '../../../domain/subscriptions/subscription.ts';
import { ApiError } from '../../errors/apiError.ts';
import { sharedErrorOf } from '../../responses/writeErrors.ts';
import { notRenewed } from './renewalErrors.ts';

type WriteResult = ResultOf<keyof SubscriptionCommands | 'batch'>;

/** The error for a subscription that the owner does not have. */
export function subscriptionNotFound(): ApiError {
  return new ApiError('subscription_not_found', {
    suggestedFix: 'List the subscriptions (GET /api/v1/subscriptions) and take an id from there.',
    forTools: { suggestedFix: 'Call listSubscriptions and take an id from there.' },
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
  if (result.outcome === 'notRevertible') return notRevertible(result);
  if (result.outcome === 'overwritten') return revertConflict(result);
  return result.outcome === 'entryMissing' ? auditEntryNotFound() : subscriptionNotFound();
}

function auditEntryNotFound(): ApiError {
  return new ApiError('audit_entry_not_found', {
    suggestedFix: 'Read the trail (GET /api/v1/audit) and take an id from there.',
    forTools: { suggestedFix: 'Call listAuditLog and take an id from there.' },
  });
}

function notRevertible({ reason, subscriptionId }: Extract<WriteResult, { outcome: 'notRevertible' }>): ApiError {
  if (reason === 'unchanged') {
    return new ApiError('not_revertible', {
      message: 'The update changed no field.',
      suggestedFix: 'Do nothing: there is nothing to revert.',
    });
  }
  if (reason === 'tooOld') {
    return new ApiError('not_revertible', {
      message: 'The subscription has been changed too often since.',
      suggestedFix: 'Read the subscription, and PATCH the fields to restore to their values in metadata.before.',
      forTools: {
        suggestedFix:
          'Read the subscription, and send the values in metadata.before that you want back with updateSubscription.',
      },
    });
  }
  return new ApiError('not_revertible', {
    message: 'The audit entry records the creation of the subscription.',
    suggestedFix: `Delete the subscription, if the user has confirmed it: DELETE /api/v1/subscriptions/${subscriptionId}.`,
    forTools: {
      suggestedFix: `Delete the subscription, if the user has confirmed it: deleteSubscription with "id": "${subscriptionId}".`,
    },
  });
}

function revertConflict({ fields, revertedBy }: Extract<WriteResult, { outcome: 'overwritten' }>): ApiError {
  const about = { ...(fields[0] !== undefined && { field: fields[0] }), conflictingFields: fields };
  if (revertedBy !== undefined) {
    return new ApiError('revert_conflict', {
      ...about,
      message: `The update was already reverted by the audit entry ${revertedBy}.`,
      suggestedFix: `Do nothing; to apply the update again, revert the audit entry ${revertedBy}.`,
    });
  }
  const message = `A later write changed: ${fields.join(', ')}.`;
  if (fields.some((field) => detailNames.some((name) => name === field))) {
    return new ApiError('revert_conflict', {
      ...about,
      message,
      suggestedFix: 'Read the subscription with ?include=details, and PATCH the fields and the details to restore.',
      forTools: {
        suggestedFix:
          'Read the subscription with its details, and send what to restore with updateSubscription and updateDetails.',
      },
    });
  }
  return new ApiError('revert_conflict', {
    ...about,
    message,
    suggestedFix: 'Read the subscription, and PATCH the fields to restore.',
    forTools: {
      suggestedFix: 'Read the subscription, and send the fields to restore with updateSubscription.',
    },
  });
}

/** The error for fields that are valid each, but not together. */
export function explainRelation({ field, reason }: RelationFault, sent: SubscriptionPatch): ApiError {
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

const periodWithMonths =
  'Send "period": "custom" with it, and in "customDate" the nearest number of days, such as "91" for 3 months: both';

function everyMonthsUnwanted(): ApiError {
  return new ApiError('invalid_field', {
    field: 'everyMonths',
    message: 'everyMonths is only allowed while the period is "custom".',
    suggestedFix: `${periodWithMonths} in one operation of POST /api/v1/subscriptions/batch.`,
    forTools: { suggestedFix: `${periodWithMonths} in one operation of batchSubscriptions.` },
  });
}
