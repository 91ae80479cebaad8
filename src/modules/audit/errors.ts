import type { TObject } from '@sinclair/typebox';
import { entriesOfRequestMax } from './commands.ts';
import type { ResultOf } from '../commands.ts';
import { revertibleActions, type EntityType, type UpdatedType } from '../../core/audit/auditEntry.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import type { ErrorCode } from '../../core/http/errors/errorCatalogue.ts';
import type { ErrorExamples } from '../../core/http/openapi/errorResponses.ts';
import { insufficientScope } from '../../core/http/pipeline/authentication.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';

/** What a revert of an entry gives, also as a part of the revert of its request. */
type RevertResult = ResultOf<'audit.revert'> | Exclude<ResultOf<'audit.revertRequest'>, RequestOutcome>;
type RequestOutcome = { readonly outcome: 'requestMissing' | 'requestNotRevertible' };

/** What to do. */
interface Fix {
  readonly suggestedFix: string;
}

/** What a type of entity says of the reverts of its updates. */
export interface RevertWords {
  /** The entity in an answer. */
  readonly record: TObject;
  /** Such as `The subscription has`. */
  readonly subject: string;
  /** What to do about an entry that is no update, given the id of the entity. */
  readonly otherAction?: (entityId: string) => Fix & { readonly message: string };
  /** The error for values that are not possible now, for a type of entity with such values. */
  readonly conflict?: (reason: Extract<RevertResult, { outcome: 'conflict' }>['reason']) => ApiError;
  /** The codes of these errors. */
  readonly conflictCodes?: readonly ErrorCode[];
  /** How to restore values without a revert; the fields are those that were changed since, if that is the reason. */
  readonly restore: (fields: readonly string[]) => Fix;
}

/** What each type of entity that clients update says of them. */
export type AllRevertWords = Readonly<Record<UpdatedType, RevertWords>>;

/** The error that says why a revert stored nothing. */
export function revertErrorOf(result: RevertResult, words: AllRevertWords): ApiError {
  const ofTypes: Readonly<Partial<Record<EntityType, RevertWords>>> = words;
  const entityWords = 'of' in result ? ofTypes[result.of] : undefined;
  const shared = sharedErrorOf(result, entityWords?.subject);
  if (shared !== undefined) return shared;
  if (result.outcome === 'scopeMissing') return insufficientScope(result.needed);
  if (result.outcome === 'conflict' && entityWords?.conflict !== undefined) return entityWords.conflict(result.reason);
  if (result.outcome === 'notRevertible') return notRevertible(result, entityWords);
  return result.outcome === 'overwritten' ? revertConflict(result, entityWords) : auditEntryNotFound();
}

type RequestResult = ResultOf<'audit.revertRequest'>;

/** The error that says why the revert of a request stored nothing, with the entry that refuses it. */
export function requestRevertErrorOf(result: RequestResult, words: AllRevertWords): ApiError {
  if (result.outcome === 'requestMissing') return new ApiError('request_not_found', requestFix);
  if (result.outcome === 'requestNotRevertible') return requestNotRevertible(result.reason);
  const error = revertErrorOf(result, words);
  if (!('entryId' in result)) return error;
  const message = `Nothing was reverted, because of the audit entry ${result.entryId}: ${error.message}`;
  const { errorCode, details, headers } = error;
  return new ApiError(errorCode, { ...details, message, ...(result.record && { changed: [result.record] }) }, headers);
}

const requestFix = { suggestedFix: 'Take the requestId of an entry from the activity (GET /api/v1/activity).' };

/** The errors of reverts in the document. */
export const revertErrorExamples: ErrorExamples = {
  request_not_found: requestFix,
  invalid_audit_entry_id: { field: 'id', suggestedFix: 'Take the id of the entry from the audit trail.' },
  revert_conflict: {
    field: 'amount',
    suggestedFix: 'Read the subscription, and PATCH the fields to restore.',
    conflictingFields: ['amount'],
  },
};

function requestNotRevertible(reason: Extract<RequestResult, { outcome: 'requestNotRevertible' }>['reason']): ApiError {
  const [message, suggestedFix] =
    reason === 'tooMany'
      ? [
          `The request made more than ${entriesOfRequestMax} changes.`,
          'Revert its entries one by one, the newest first.',
        ]
      : ['The request made no change that can still be reverted.', 'Do nothing: there is nothing to revert.'];
  return new ApiError('not_revertible', { message, suggestedFix });
}

function auditEntryNotFound(): ApiError {
  return new ApiError('audit_entry_not_found', {
    suggestedFix: 'Read the trail (GET /api/v1/audit) and take an id from there.',
  });
}

function notRevertible(
  { reason, action, entityId }: Extract<RevertResult, { outcome: 'notRevertible' }>,
  words: RevertWords | undefined,
): ApiError {
  if (reason === 'unchanged') {
    return new ApiError('not_revertible', {
      message: 'The update changed no field.',
      suggestedFix: 'Do nothing: there is nothing to revert.',
    });
  }
  if (reason === 'tooOld') {
    const message = `${words?.subject ?? 'The record has'} been changed too often since.`;
    return new ApiError('not_revertible', { message, ...words?.restore([]) });
  }
  return new ApiError('not_revertible', {
    message: `The audit entry records ${action}, which cannot be reverted.`,
    suggestedFix: `Revert only entries with one of these actions: ${revertibleActions.join(', ')}.`,
    ...words?.otherAction?.(entityId),
  });
}

function revertConflict(
  { fields, revertedBy }: Extract<RevertResult, { outcome: 'overwritten' }>,
  words: RevertWords | undefined,
): ApiError {
  const about = { ...(fields[0] !== undefined && { field: fields[0] }), conflictingFields: fields };
  if (revertedBy !== undefined) {
    return new ApiError('revert_conflict', {
      ...about,
      message: `The update was already reverted by the audit entry ${revertedBy}.`,
      suggestedFix: `Do nothing; to apply the update again, revert the audit entry ${revertedBy}.`,
    });
  }
  const message = `A later write changed: ${fields.join(', ')}.`;
  return new ApiError('revert_conflict', { ...about, message, ...words?.restore(fields) });
}
