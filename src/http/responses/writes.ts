import { entityTagOf } from '../../commands/entityTags.ts';
import type { SubscriptionPatch, SubscriptionView } from '../../domain/subscriptions/fields.ts';
import type { ResultOf } from '../../commands/commands.ts';
import type { SubscriptionCommands } from '../../commands/subscription.ts';
import { dataMembers, JsonAnswer } from './data.ts';
import { ApiError } from './errors.ts';
import { explainRelation } from '../validation/faults.ts';
import { invalidApiKey } from '../pipeline/authentication.ts';

type WriteResult = ResultOf<keyof SubscriptionCommands | 'batch'>;

/** What an answer to a write is given to: its headers, its status, and the id of its request. */
export interface WriteAnswerContext {
  readonly set: { status?: number | string; readonly headers: Record<string, string | number> };
  readonly requestId: string;
}

/** A thing that may not be meant, told by a dry run. */
interface Warning {
  readonly code: 'possible_duplicate';
  readonly message: string;
  /** The records that have the same name, if any is stored. */
  readonly subscriptionIds?: readonly string[];
  /** The places, from 0, of the operations of the same batch that would create one of that name, if any would. */
  readonly operationIndexes?: readonly number[];
}

const messageOfStored = 'A subscription that is not cancelled has the same name: this one may already be recorded.';
const messageOfBatch = 'Another operation of this batch creates a subscription of the same name.';

/**
 * As {@link storedAnswer}, to a write that created the record, with its path below that of all of them.
 *
 * @throws {ApiError} for a write that stored nothing: the error that says why
 */
export function createdAnswer(
  context: WriteAnswerContext,
  result: WriteResult,
  sent: SubscriptionPatch,
  path: string,
): JsonAnswer {
  const answer = storedAnswer(context, result, sent, 201);
  const id = result.outcome === 'stored' && result.duplicateIds === undefined && firstId.exec(result.viewJson)?.[1];
  if (typeof id === 'string') context.set.headers['location'] = `${path}/${id}`;
  return answer;
}

// As the store keeps a record, its id comes first.
const firstId = /^\{"id":"([^"]+)"/;

/**
 * The answer to a write that stored a record: the record, or what it would be.
 *
 * @param status of the answer, unless it was a dry run
 * @throws {ApiError} for a write that stored nothing: the error that says why
 */
export function storedAnswer(
  { set, requestId }: WriteAnswerContext,
  result: WriteResult,
  sent: SubscriptionPatch,
  status: 200 | 201,
): JsonAnswer {
  tellReplay(set, result);
  if (result.outcome !== 'stored') throw apiErrorOf(result, sent);
  const { viewJson, duplicateIds } = result;
  if (duplicateIds !== undefined) {
    return new JsonAnswer(set, dataMembers(viewJson, { dryRun: true, ...warningsOf(duplicateIds) }), requestId);
  }
  set.status = status;
  set.headers['etag'] = entityTagOf(viewJson);
  return new JsonAnswer(set, dataMembers(viewJson), requestId);
}

/**
 * The answer to a write that deleted a record: that it is gone, or the record that would go.
 *
 * @throws {ApiError} for a write that deleted nothing: the error that says why
 */
export function deletedAnswer({ set, requestId }: WriteAnswerContext, result: WriteResult) {
  tellReplay(set, result);
  if (result.outcome !== 'deleted') throw apiErrorOf(result, {});
  if (result.viewJson === undefined) return { deleted: true as const, requestId };
  return new JsonAnswer(set, dataMembers(result.viewJson, { dryRun: true }), requestId);
}

/** Tells, whatever the answer will be, that it is what the same request was answered before. */
export function tellReplay({ headers }: WriteAnswerContext['set'], { replayed }: WriteResult): void {
  if (replayed === true) headers['idempotency-replayed'] = 'true';
}

/** The error for a record that the owner does not have. */
export function subscriptionNotFound(): ApiError {
  return new ApiError('subscription_not_found', {
    suggestedFix: 'List the subscriptions (GET /api/v1/subscriptions) and take an id from there.',
    forTools: { suggestedFix: 'Call listSubscriptions and take an id from there.' },
  });
}

/** The error that says why a write was not made. */
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

/** As {@link apiErrorOf}, of one operation of a batch. */
export function apiErrorOfOperation(result: WriteResult, sent: SubscriptionPatch): ApiError {
  return result.outcome === 'stale' ? preconditionFailed(result.currentJson, true) : apiErrorOf(result, sent);
}

/** The error for an If-Match where there is nothing that it could be held against. */
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
  const look = 'Read current; if the change is still right,';
  const ofOperation = {
    field: 'ifMatch',
    suggestedFix: `${look} send the batch again with ${member} in this operation.`,
  };
  const ofRequest = {
    suggestedFix: `${look} send it again with If-Match: ${etag}.`,
    forTools: { field: 'ifMatch', suggestedFix: `${look} send it again with ${member}.` },
  };
  const current = JSON.parse(currentJson) as SubscriptionView;
  return new ApiError('precondition_failed', { current, ...(isInBatch ? ofOperation : ofRequest) }, { etag });
}

/** What a dry run warns of, as a member of its answer; nothing when there is nothing. */
export function warningsOf(
  duplicateIds: readonly string[],
  createdBy: ReadonlyMap<string, number> = new Map(),
): { warnings?: readonly Warning[] } {
  const subscriptionIds = duplicateIds.filter((id) => !createdBy.has(id));
  // An id that a dry run draws is not kept, so that it would name nothing.
  const operationIndexes = duplicateIds.flatMap((id) => createdBy.get(id) ?? []);
  const code = 'possible_duplicate';
  const ofStored = { code, message: messageOfStored, subscriptionIds } as const;
  const ofBatch = { code, message: messageOfBatch, operationIndexes } as const;
  const warnings = [
    ...(subscriptionIds.length > 0 ? [ofStored] : []),
    ...(operationIndexes.length > 0 ? [ofBatch] : []),
  ];
  return warnings.length > 0 ? { warnings } : {};
}
