import type { SubscriptionView } from '../../domain/subscriptions/fields.ts';

/** The one catalogue of errors: for each code its status, the sentence a client reads unless a nearer one is given, and when it is sent. */
export const errorCatalogue = {
  invalid_json: {
    status: 400,
    message: 'The body is not a JSON object.',
    when: 'The body is empty, is not JSON, or is JSON but not an object.',
  },
  invalid_subscription: {
    status: 400,
    message: 'A field of the subscription is not valid.',
    when: 'A field is missing or its value breaks a rule; `field` names it.',
  },
  invalid_subscription_field: {
    status: 400,
    message: 'The body has a field that cannot be written.',
    when: 'The body has a field that the server manages or does not know; `writableFields` lists those it may have.',
  },
  invalid_subscription_id: {
    status: 400,
    message: 'The id in the path is not a UUID.',
    when: 'The id in the path, or of an operation of a batch, is not a UUID in its text form.',
  },
  invalid_audit_entry_id: {
    status: 400,
    message: 'The id in the path is not a UUID.',
    when: 'The id of the audit entry in the path is not a UUID in its text form.',
  },
  invalid_pagination: {
    status: 400,
    message: 'The page that was asked for is not valid.',
    when: '`limit` or `offset` is not a plain decimal integer in its range.',
  },
  invalid_query: {
    status: 400,
    message: 'A query parameter is not valid.',
    when: 'A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.',
  },
  invalid_batch: {
    status: 400,
    message: 'The batch is not valid.',
    when: '`operations` is no list of 1 to 100 operations, or an operation has not the members that its action needs.',
  },
  unexpected_body: {
    status: 400,
    message: 'This operation takes no body.',
    when: 'A revert came with a body, or a DELETE with one that speaks of a dry run, If-Match or Idempotency-Key: it is not heard there. Nothing was changed.',
  },
  unexpected_if_match: {
    status: 400,
    message: 'If-Match has no meaning here.',
    when: 'If-Match came with a creation, which finds no record that it could match, or with a batch, of which each operation has an ifMatch of its own.',
  },
  invalid_host: {
    status: 400,
    message: 'The request has more than one Host header.',
    when: 'The request has more than one Host header.',
  },
  empty_patch: {
    status: 400,
    message: 'The patch has no writable field.',
    when: 'The body of a PATCH has none of the writable fields.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key is not valid.',
    when: 'The header Idempotency-Key has not 1 to 255 visible ASCII characters, bare or in double quotes.',
  },
  authentication_required: {
    status: 401,
    message: 'This request needs an API key.',
    when: 'The request has no Bearer token.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is not valid.',
    when: 'The key is malformed, unknown, revoked or expired; the answer does not tell which.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The API key may read but not write.',
    when: 'A read key was used for an operation that writes.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'Pages of this origin may not use this path.',
    when: 'A page of an origin that is not allowed called /mcp.',
  },
  subscription_not_found: {
    status: 404,
    message: 'There is no such subscription.',
    when: 'The owner of the key has no subscription with this id.',
  },
  audit_entry_not_found: {
    status: 404,
    message: 'There is no such audit entry.',
    when: 'The owner of the key has no audit entry with this id; those of a deleted subscription are gone with it.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing at this path.',
    when: 'The path is none of the service.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support the method.',
    when: 'The path exists but not for this method; the header Allow lists those it has.',
  },
  revert_conflict: {
    status: 409,
    message: 'What is to be reverted has been changed since.',
    when: 'Another write has changed what the update changed; `conflictingFields` names the fields. Nothing was changed.',
  },
  not_revertible: {
    status: 409,
    message: 'The audit entry cannot be reverted.',
    when: 'The audit entry tells of a creation, or of an update that changed no field.',
  },
  precondition_failed: {
    status: 412,
    message: 'The subscription is not as If-Match says: it has been changed since.',
    when: 'The subscription has none of the entity tags in If-Match; `current` shows it as it is. Nothing was changed.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is larger than 64 KiB.',
    when: 'The body is larger than 64 KiB (65536 bytes), or that of a batch than 256 KiB (262144 bytes).',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was sent with another request before.',
    when: 'The owner has sent the Idempotency-Key for another operation, another record or another body within 24 hours. Nothing was changed.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests.',
    when: 'The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After.',
  },
  internal_error: {
    status: 500,
    message: 'The server failed unexpectedly. The fault has been logged under the request id.',
    when: 'The server failed unexpectedly.',
  },
  server_busy: {
    status: 503,
    message: 'The server is receiving too many bodies at the moment. Nothing was changed.',
    when: 'Bodies that are being received take 32 MiB in all, or 8 MiB of one owner; a later try may succeed. Nothing was changed.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The storage cannot serve at the moment. Nothing was changed.',
    when: 'The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known.',
  },
} as const;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

// The catalogue's sentences that speak of HTTP, in the words of a client that calls tools.
const messagesForTools: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_host: 'The server was called under more than one name.',
  server_busy: 'The server is receiving too much at the moment. Nothing was changed.',
  invalid_json: 'The arguments are not a JSON object.',
  invalid_subscription_field: 'There is an argument that cannot be written.',
  invalid_subscription_id: 'The id is not a UUID.',
  invalid_audit_entry_id: 'The id is not a UUID.',
  invalid_query: 'An argument is not valid.',
  unexpected_body: 'This tool takes no further arguments.',
  unexpected_if_match: 'ifMatch has no meaning here.',
  empty_patch: 'There is no writable field among the arguments.',
  invalid_idempotency_key: 'The idempotencyKey is not valid.',
  authentication_required: 'The server needs an API key.',
  origin_not_allowed: 'Pages of this origin may not call tools.',
  not_found: 'There is no such operation.',
  method_not_allowed: 'There is no such operation.',
  precondition_failed: 'The subscription is not as ifMatch says: it has been changed since.',
  payload_too_large: 'The arguments are larger than 64 KiB.',
  idempotency_key_reused: 'This idempotencyKey was sent with another call before.',
};

/** The words of an error for clients that call tools. */
interface ToolWords {
  readonly field?: string;
  readonly message?: string;
  readonly suggestedFix?: string;
}

/** What an error may tell beyond its code, so that the request can be mended. */
export interface ErrorDetails {
  /** A nearer message than the catalogue's. */
  readonly message?: string;
  /** The field, or the query parameter, at fault. */
  readonly field?: string;
  /** What to do, in words that can be followed literally. */
  readonly suggestedFix?: string;
  /** What replaces it for clients that call tools: they see arguments, and no path, query, header or body. */
  readonly forTools?: ToolWords;
  /** The values an enum field may have. */
  readonly allowedValues?: readonly string[];
  /** The fields a body may have, sorted. */
  readonly writableFields?: readonly string[];
  /** The fields that have been changed since. */
  readonly conflictingFields?: readonly string[];
  /** Of a batch, all faults, each with the place of its operation, from 0; what stands beside them is the first. */
  readonly faults?: readonly (Omit<ErrorDetails, 'faults'> & { readonly index: number; readonly code: ErrorCode })[];
  /** The record as it is, when it is not as the request says. */
  readonly current?: SubscriptionView;
}

/** A request that is not served, for a reason out of the catalogue. Thrown by any stage, answered in one place. */
export class ApiError extends Error {
  override readonly name = 'Refusal';
  readonly errorCode: ErrorCode;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(errorCode: ErrorCode, details: ErrorDetails = {}, headers: Readonly<Record<string, string>> = {}) {
    super(details.message ?? errorCatalogue[errorCode].message);
    this.errorCode = errorCode;
    this.details = details;
    this.headers = headers;
  }
}

/** The body of an error's answer, to a client of the API or to one that calls tools. */
export function errorBody({ errorCode, message, details }: ApiError, requestId: string, isForTools = false) {
  const { faults, ...others } = details;
  const told = inWordsOf({ code: errorCode, message, ...others }, isForTools);
  if (faults === undefined) return { error: told, requestId };
  return { error: { ...told, faults: faults.map((fault) => inWordsOf(fault, isForTools)) }, requestId };
}

type Fault = Omit<ErrorDetails, 'faults'> & { readonly code: ErrorCode };

function inWordsOf<One extends Fault>({ forTools, ...fault }: One, isForTools: boolean) {
  if (!isForTools) return fault;
  const { code, message } = fault;
  const ownMessage = message === errorCatalogue[code].message ? messagesForTools[code] : undefined;
  return { ...fault, ...(ownMessage !== undefined && { message: ownMessage }), ...forTools };
}
