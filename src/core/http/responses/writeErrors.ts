import type { ClientResult } from '../../../modules/commands.ts';
import { entityTagOf } from '../../writer/entityTags.ts';
import type { WriteOptions } from '../../writer/origin.ts';
import { withoutApiKeys } from '../../access/apiKey.ts';
import { insufficientScope, invalidApiKey, invalidSession } from '../pipeline/authentication.ts';
import type { Limited, LimitReached } from '../../writer/roomForOwners.ts';
import { ApiError } from '../errors/apiError.ts';

/**
 * The error for a write that was refused for a reason which all entities share; undefined for any other result.
 *
 * @param subject of the message for a record that does not match If-Match, such as `The user has`
 * @param isInBatch whether the result is that of one operation of a batch
 */
export function sharedErrorOf(result: ClientResult, subject?: string, isInBatch = false): ApiError | undefined {
  if (result.outcome === 'limitReached') return limitReached(result);
  if (result.outcome === 'stale') return preconditionFailed(result.currentJson, isInBatch, subject);
  if (result.outcome === 'actorEnded') return result.kind === 'session' ? invalidSession() : invalidApiKey();
  if (result.outcome === 'notOwn') return insufficientScope('admin');
  if (result.outcome !== 'keyReused') return undefined;
  const suggestedFix =
    'If this is a retry, check whether the first request succeeded; use a new key only for a different request.';
  return new ApiError('idempotency_key_reused', { suggestedFix });
}

/** The error for an If-Match where no record could match it. */
export function unexpectedIfMatch(suggestedFix: string): ApiError {
  return new ApiError('unexpected_if_match', { field: 'If-Match', suggestedFix });
}

/** A stage that refuses If-Match, and says what to do. */
export function refuseIfMatchOf(suggestedFix: string) {
  return function refuseIfMatchStage({ ifMatch }: { readonly ifMatch: WriteOptions['ifMatch'] | undefined }): void {
    if (ifMatch !== undefined) throw unexpectedIfMatch(suggestedFix);
  };
}

function staleMessage(subject: string): string {
  return `${subject} been changed since: ${subject.endsWith(' has') ? 'it does not match' : 'they do not match'} If-Match.`;
}

function preconditionFailed(currentJson: string, isInBatch: boolean, subject?: string): ApiError {
  const etag = entityTagOf(currentJson);
  const member = `"ifMatch": ${JSON.stringify(etag)}`;
  const readFirst = 'Read current; if the change is still right,';
  const ofOperation = {
    field: 'ifMatch',
    suggestedFix: `${readFirst} send the batch again with ${member} in this operation.`,
  };
  const ofRequest = {
    ...(subject !== undefined && { message: staleMessage(subject) }),
    suggestedFix: `${readFirst} send it again with If-Match: ${etag}.`,
  };
  const current = JSON.parse(currentJson) as Readonly<Record<string, unknown>>;
  return new ApiError('precondition_failed', { current, ...(isInBatch ? ofOperation : ofRequest) }, { etag });
}

/** Refuses If-Match, and a name that contains a key. */
export function refuseFaultyDraft({
  body,
  writeOptions,
  ifMatch,
}: {
  readonly body: { readonly name: string };
  readonly writeOptions?: WriteOptions;
  readonly ifMatch?: WriteOptions['ifMatch'] | undefined;
}): void {
  if ((ifMatch ?? writeOptions?.ifMatch) !== undefined)
    throw unexpectedIfMatch('To make a new record, remove If-Match.');
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

const words = {
  subscriptions: {
    code: 'too_many_subscriptions',
    one: 'subscription',
    many: 'subscriptions',
    setting: '--subscriptions-per-owner',
  },
  payments: { code: 'too_many_payments', one: 'payment', many: 'payments', setting: '--payments-per-owner' },
  auditEntries: {
    code: 'too_many_entries',
    one: 'audit entry',
    many: 'audit entries',
    setting: '--audit-entries-per-owner',
  },
} as const satisfies Readonly<Record<Limited, object>>;

const giveMore = { client: 'Ask the operator for a higher', operator: 'Give a higher' };

/** What a client or the operator can do when an owner has as many of something as the server allows. */
export function limitFix(limited: Limited, who: keyof typeof giveMore = 'client'): string {
  return `${giveMore[who]} ${words[limited].setting}, or delete subscriptions.`;
}

/** Says that a limit is reached: what there is, and how many more are possible, such as `There are 5 payments, and the limit is 5.` */
export function limitMessage({ limited, limit, count, added }: LimitReached): string {
  const { one, many } = words[limited];
  const has = `${count === 1 ? `There is 1 ${one}` : `There are ${count} ${many}`}, and the limit is ${limit}`;
  const left = limit - count;
  return left <= 0 ? `${has}.` : `${has}: ${left} more ${left === 1 ? 'is' : 'are'} possible, not ${added}.`;
}

/** The error for a write that would give its owner more than the server allows. */
function limitReached(result: LimitReached): ApiError {
  const { limited } = result;
  return new ApiError(words[limited].code, { message: limitMessage(result), suggestedFix: limitFix(limited) });
}
