import type { ClientResult } from '../../commands/commands.ts';
import { entityTagOf } from '../../commands/entityTags.ts';
import type { WriteOptions } from '../../commands/origin.ts';
import { withoutApiKeys } from '../../domain/keys/apiKey.ts';
import { invalidApiKey, invalidSession } from '../pipeline/authentication.ts';
import { ApiError } from '../errors/apiError.ts';
import { limitReached } from './limitErrors.ts';

/** A message, and the one for clients that call tools. */
export interface Messages {
  readonly message: string;
  readonly forTools: { readonly message: string };
}

/**
 * The error for a write that was refused for a reason which all entities share; undefined for any other result.
 *
 * @param isInBatch whether the result is that of one operation of a batch
 * @param whenStale messages for a record that does not match If-Match and is no subscription
 */
export function sharedErrorOf(result: ClientResult, isInBatch = false, whenStale?: Messages): ApiError | undefined {
  if (result.outcome === 'limitReached') return limitReached(result);
  if (result.outcome === 'stale') return preconditionFailed(result.currentJson, isInBatch, whenStale);
  if (result.outcome === 'actorEnded') return result.kind === 'session' ? invalidSession() : invalidApiKey();
  if (result.outcome !== 'keyReused') return undefined;
  const suggestedFix =
    'If this is a retry, check whether the first request succeeded; use a new key only for a different request.';
  return new ApiError('idempotency_key_reused', { suggestedFix });
}

/** The error for an If-Match where no record could match it. */
export function unexpectedIfMatch(suggestedFix: string): ApiError {
  const forTools = { field: 'ifMatch', suggestedFix: 'Use ifMatch only in an update or a deletion.' };
  return new ApiError('unexpected_if_match', { field: 'If-Match', suggestedFix, forTools });
}

/** A stage that refuses If-Match for a write of several records. */
export function refuseIfMatch({ writeOptions }: { readonly writeOptions: WriteOptions }): void {
  if (writeOptions.ifMatch !== undefined) throw unexpectedIfMatch('Remove If-Match.');
}

/** The messages for a record that does not match `If-Match`, such as `staleMessages('The user has')`. */
export function staleMessages(subject: string): Messages {
  const isHas = subject.endsWith(' has');
  const rest = isHas ? 'it does not match' : 'they do not match';
  return {
    message: `${subject} been changed since: ${rest} If-Match.`,
    forTools: { message: `${subject} been changed since: ${rest} ifMatch.` },
  };
}

function preconditionFailed(currentJson: string, isInBatch: boolean, whenStale?: Messages): ApiError {
  const etag = entityTagOf(currentJson);
  const member = `"ifMatch": ${JSON.stringify(etag)}`;
  const readFirst = 'Read current; if the change is still right,';
  const ofOperation = {
    field: 'ifMatch',
    suggestedFix: `${readFirst} send the batch again with ${member} in this operation.`,
  };
  const ofRequest = {
    ...whenStale,
    suggestedFix: `${readFirst} send it again with If-Match: ${etag}.`,
    forTools: { ...whenStale?.forTools, field: 'ifMatch', suggestedFix: `${readFirst} send it again with ${member}.` },
  };
  const current = JSON.parse(currentJson) as Readonly<Record<string, unknown>>;
  return new ApiError('precondition_failed', { current, ...(isInBatch ? ofOperation : ofRequest) }, { etag });
}

/** Refuses If-Match, and a name that contains a key. */
export function refuseFaultyDraft({
  body,
  writeOptions,
}: {
  readonly body: { readonly name: string };
  readonly writeOptions: WriteOptions;
}): void {
  if (writeOptions.ifMatch !== undefined) throw unexpectedIfMatch('To make a new record, remove If-Match.');
  refuseKeyAsName('name', body.name);
}

/** Refuses a name that contains a key: lists and the audit trail would show it. */
export function refuseKeyAsName(field: string, name: string): void {
  if (withoutApiKeys(name) === name) return;
  throw new ApiError('invalid_field', {
    field,
    message: `${field} must be a name, not an API key.`,
    suggestedFix: 'Send another name, and revoke the key if it was sent by mistake.',
  });
}
