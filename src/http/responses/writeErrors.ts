import { entityTagOf } from '../../commands/entityTags.ts';
import type { ResultOf } from '../../commands/commands.ts';
import type { SubscriptionCommands } from '../../commands/subscription.ts';
import type { SubscriptionPatch, SubscriptionView } from '../../domain/subscriptions/fields.ts';
import { invalidApiKey } from '../pipeline/authentication.ts';
import { explainRelation } from '../validation/faults.ts';
import { ApiError } from './errors.ts';

/** The result of a command that writes subscriptions. */
export type WriteResult = ResultOf<keyof SubscriptionCommands | 'batch'>;

/** The error for a subscription that the owner does not have. */
export function subscriptionNotFound(): ApiError {
  return new ApiError('subscription_not_found', {
    suggestedFix: 'List the subscriptions (GET /api/v1/subscriptions) and take an id from there.',
    forTools: { suggestedFix: 'Call listSubscriptions and take an id from there.' },
  });
}

/** The error that says why a write stored nothing. */
export function apiErrorOf(result: WriteResult, sent: SubscriptionPatch): ApiError {
  if (result.outcome === 'refused') return explainRelation(result.fault, sent);
  if (result.outcome === 'stale') return preconditionFailed(result.currentJson, false);
  if (result.outcome === 'keyReused') {
    const suggestedFix =
      'If this is a retry, check whether the first request succeeded; use a new key only for a different request.';
    return new ApiError('idempotency_key_reused', { suggestedFix });
  }
  if (result.outcome === 'ownerDeleted') return invalidApiKey();
  if (result.outcome === 'notRevertible') return notRevertible(result.reason, result.subscriptionId);
  if (result.outcome === 'overwritten') return revertConflict(result);
  return result.outcome === 'entryMissing' ? auditEntryNotFound() : subscriptionNotFound();
}

/** {@link apiErrorOf} for one operation of a batch. */
export function apiErrorOfOperation(result: WriteResult, sent: SubscriptionPatch): ApiError {
  return result.outcome === 'stale' ? preconditionFailed(result.currentJson, true) : apiErrorOf(result, sent);
}

/** The error for an If-Match where no record could match it. */
export function unexpectedIfMatch(suggestedFix: string): ApiError {
  const forTools = { field: 'ifMatch', suggestedFix: 'Use ifMatch only in an update or a deletion.' };
  return new ApiError('unexpected_if_match', { field: 'If-Match', suggestedFix, forTools });
}

function auditEntryNotFound(): ApiError {
  return new ApiError('audit_entry_not_found', {
    suggestedFix: 'Read the trail (GET /api/v1/audit) and take an id from there.',
    forTools: { suggestedFix: 'Call listAuditLog and take an id from there.' },
  });
}

function notRevertible(reason: 'created' | 'unchanged', subscriptionId: string): ApiError {
  if (reason === 'unchanged') {
    return new ApiError('not_revertible', {
      message: 'The update changed no field.',
      suggestedFix: 'Do nothing: there is nothing to revert.',
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
  return new ApiError('revert_conflict', {
    ...about,
    message: `A later write changed: ${fields.join(', ')}.`,
    suggestedFix: 'Read the subscription, and PATCH the fields to restore.',
    forTools: {
      suggestedFix: 'Read the subscription, and send the fields to restore with updateSubscription.',
    },
  });
}

function preconditionFailed(currentJson: string, isInBatch: boolean): ApiError {
  const etag = entityTagOf(currentJson);
  const member = `"ifMatch": ${JSON.stringify(etag)}`;
  const readFirst = 'Read current; if the change is still right,';
  const ofOperation = {
    field: 'ifMatch',
    suggestedFix: `${readFirst} send the batch again with ${member} in this operation.`,
  };
  const ofRequest = {
    suggestedFix: `${readFirst} send it again with If-Match: ${etag}.`,
    forTools: { field: 'ifMatch', suggestedFix: `${readFirst} send it again with ${member}.` },
  };
  const current = JSON.parse(currentJson) as SubscriptionView;
  return new ApiError('precondition_failed', { current, ...(isInBatch ? ofOperation : ofRequest) }, { etag });
}
