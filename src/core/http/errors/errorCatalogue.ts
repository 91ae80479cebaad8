import { importErrors } from './importErrors.ts';
import { limitErrors } from './limitErrors.ts';
import { ratesErrors } from './ratesErrors.ts';

/** The one catalogue of errors: for each code its status, its default message, and when it is sent. */
export const errorCatalogue = {
  invalid_json: {
    status: 400,
    message: 'The body is not a JSON object.',
    when: 'The body is empty, is not JSON, or is JSON but not an object.',
  },
  invalid_subscription: {
    status: 400,
    message: 'A field of the subscription is not valid.',
    when: 'A field is missing or its value is not valid; `field` names it.',
  },
  invalid_subscription_field: {
    status: 400,
    message: 'The body has a field that is not writable.',
    when: 'The body has a field that is unknown or managed by the server; `writableFields` lists the allowed fields.',
  },
  invalid_subscription_id: {
    status: 400,
    message: 'The id in the path is not a UUID.',
    when: 'The id in the path, or of a batch operation, is not a UUID in text form.',
  },
  invalid_audit_entry_id: {
    status: 400,
    message: 'The id in the path is not a UUID.',
    when: 'The id of the audit entry in the path is not a UUID in text form.',
  },
  invalid_field: {
    status: 400,
    message: 'A field is not valid.',
    when: 'A field of a body other than that of a subscription is missing or its value is not valid; `field` names it.',
  },
  unknown_field: {
    status: 400,
    message: 'The body has a field that is not writable.',
    when: 'A body other than that of a subscription has a field that is unknown or managed by the server; `writableFields` lists the allowed fields.',
  },
  invalid_id: {
    status: 400,
    message: 'The id in the path is not a UUID.',
    when: 'The id of another record than a subscription or an audit entry in the path is not a UUID in text form.',
  },
  invalid_pagination: {
    status: 400,
    message: 'The page is not valid.',
    when: '`limit` or `offset` is not a decimal integer in its range.',
  },
  invalid_query: {
    status: 400,
    message: 'A query parameter is not valid.',
    when: 'A query parameter is unknown, repeated, or its value is not valid; `field` names it.',
  },
  invalid_batch: {
    status: 400,
    message: 'The batch is not valid.',
    when: '`operations` is not a list of 1 to 100 operations, or an operation lacks members that its action needs.',
  },
  unexpected_body: {
    status: 400,
    message: 'This operation takes no body.',
    when: 'A revert has a body, or the body of a DELETE asks for a dry run, If-Match or Idempotency-Key, which have no effect there. Nothing was changed.',
  },
  unexpected_if_match: {
    status: 400,
    message: 'If-Match cannot be used here.',
    when: 'If-Match was sent with a creation, which has no record to match, or with a batch, whose operations have an ifMatch each.',
  },
  invalid_if_match: {
    status: 400,
    message: 'If-Match is no entity tag.',
    when: 'The header If-Match is neither `*` nor a list of entity tags in double quotes.',
  },
  unsupported_option: {
    status: 400,
    message: 'This operation takes no dry run and no Idempotency-Key.',
    when: 'A dry run or an Idempotency-Key was sent with an operation that signs in, sets a password or makes a one-time code. Nothing was changed.',
  },
  invalid_host: {
    status: 400,
    message: 'The request has more than one Host header.',
    when: 'The request has more than one Host header, or is a message that this server has sent.',
  },
  empty_patch: {
    status: 400,
    message: 'The patch has no writable field.',
    when: 'The body of a PATCH has no writable field.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key is not valid.',
    when: 'The header Idempotency-Key is not 1 to 255 visible ASCII characters, with or without double quotes.',
  },
  authentication_required: {
    status: 401,
    message: 'This request needs an API key.',
    when: 'The request has no Bearer token.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is not valid.',
    when: 'The key is malformed, unknown, revoked or expired; the answer does not say which.',
  },
  sign_in_failed: {
    status: 401,
    message: 'The sign-in failed.',
    when: 'The key, code, name or password of a sign-in is not valid, or the proxy has named no user; the answer does not say which.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The scope of the API key does not allow this operation.',
    when: 'A key was used for an operation that needs a wider scope.',
  },
  read_only: {
    status: 403,
    message: 'This is a demonstration: everything can be read, and nothing can be changed.',
    when: 'A client writes to a server that was started with "duebook demo --read-only".',
  },
  session_required: {
    status: 403,
    message: 'This operation needs a session.',
    when: 'An operation on the session was called with an API key, or on the password with a session that has no user.',
  },
  unknown_host: {
    status: 403,
    message: 'Sign-in is not served under this host name.',
    when: 'The Host of a sign-in is a name that somebody else can own, and it is not configured. A one-time code is accepted under any name, which is remembered.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'Pages of this origin may not call this path.',
    when: 'A page of another origin called /mcp and is not listed in --mcp-allowed-origins, or it tried to sign in.',
  },
  subscription_not_found: {
    status: 404,
    message: 'There is no such subscription.',
    when: 'The owner of the key has no subscription with this id.',
  },
  audit_entry_not_found: {
    status: 404,
    message: 'There is no such audit entry.',
    when: 'The owner of the key has no audit entry with this id. Deleting a subscription also deletes its entries.',
  },
  request_not_found: {
    status: 404,
    message: 'No such request has changed anything.',
    when: 'The owner of the key has no audit entry with this requestId. Deleting a subscription also deletes its entries.',
  },
  payment_not_found: {
    status: 404,
    message: 'There is no such payment.',
    when: 'The owner of the key has no payment with this id. It may be removed, or its renewal reverted.',
  },
  feed_not_found: {
    status: 404,
    message: 'There is no calendar feed with this id.',
    when: 'The owner of the key has no calendar feed with this id, or no calendar is at this link.',
  },
  reminder_not_found: {
    status: 404,
    message: 'There is no such rule.',
    when: 'The owner of the key has no rule of reminders with this id.',
  },
  delivery_not_found: {
    status: 404,
    message: 'There is no such delivery.',
    when: 'The owner of the key has no delivery with this id.',
  },
  key_not_found: {
    status: 404,
    message: 'There is no such key or session.',
    when: 'The owner of the key has no key or session with this id.',
  },
  session_not_found: {
    status: 404,
    message: 'There is no such session.',
    when: 'The user of the session, or the key that it was signed in with, has no session with this id.',
  },
  user_not_found: {
    status: 404,
    message: 'There is no such user.',
    when: 'The owner of the key has no user with this id.',
  },
  channel_not_found: {
    status: 404,
    message: 'There is no such channel.',
    when: 'The owner of the key has no channel with this id.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing at this path.',
    when: 'The service has no such path.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not support the method.',
    when: 'The path exists, but not for this method; the header Allow lists the supported ones.',
  },
  revert_conflict: {
    status: 409,
    message: 'The fields to revert have been changed since.',
    when: 'A later write changed fields of this update; `conflictingFields` names them. Nothing was changed.',
  },
  not_revertible: {
    status: 409,
    message: 'The audit entry cannot be reverted.',
    when: 'The audit entry records no update, or one that changed no field or that some 1,000 later entries follow; or the request made more than 1,000 changes, or none that can still be reverted.',
  },
  delivery_not_failed: {
    status: 409,
    message: 'The delivery has not failed.',
    when: 'A delivery was to be retried that is pending, sent, or skipped as restored, for a full queue or, except for a change of the last 30 days, as missed. Nothing was changed.',
  },
  ...ratesErrors,
  ...limitErrors,
  channel_disabled: {
    status: 409,
    message: 'The channel is disabled.',
    when: 'A delivery to a channel that is disabled or deleted was to be retried. Nothing was changed.',
  },
  not_active: {
    status: 409,
    message: 'The subscription is not active.',
    when: 'A payment of a paused or cancelled subscription was to be recorded. Nothing was changed.',
  },
  renewal_conflict: {
    status: 409,
    message: 'The next payment has another due date.',
    when: '`dueOn` is not the next payment date: another client has probably recorded the payment. `current` is the present state. Nothing was changed.',
  },
  not_due: {
    status: 409,
    message: 'No payment is due.',
    when: 'The next payment is due after today, and the request has no `dueOn`. Nothing was changed.',
  },
  not_renewable: {
    status: 409,
    message: 'The subscription has no further payment.',
    when: 'The next payment is due after the end of the subscription, or the one after it after 9999-12-31. Nothing was changed.',
  },
  user_exists: {
    status: 409,
    message: 'This name is not available.',
    when: 'A user was to be created or renamed, and a user of the server has the name, or one that looks like it, whoever that is. Nothing was changed.',
  },
  own_user: {
    status: 409,
    message: 'You are signed in as this user.',
    when: 'A session was to delete the user that it belongs to. Nothing was changed.',
  },
  last_admin: {
    status: 409,
    message: 'This user is the only admin of the owner.',
    when: 'The only user with the scope admin was to get another scope, or to be deleted while there are other users. Nothing was changed.',
  },
  precondition_failed: {
    status: 412,
    message: 'The subscription has been changed since: it does not match If-Match.',
    when: 'The record has none of the entity tags in If-Match; `current` is its present state. Nothing was changed.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is larger than 64 KiB.',
    when: 'The body is larger than 64 KiB (65536 bytes), or 256 KiB (262144 bytes) for a batch, or 10 MiB (10485760 bytes) for a file to import.',
  },
  ...importErrors,
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used for another request.',
    when: 'Within 24 hours the owner used the Idempotency-Key for another operation, record or body. Nothing was changed.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests.',
    when: 'The quota of the owner is exhausted, the address sent too many invalid keys, or too many sign-ins failed or wait; wait for Retry-After.',
  },
  internal_error: {
    status: 500,
    message: 'The server failed unexpectedly. The log has the error under this requestId.',
    when: 'The server failed unexpectedly.',
  },
  server_busy: {
    status: 503,
    message: 'The server is reading other files at the moment. Nothing was changed.',
    when: 'Files of imports in memory take 40 MiB, or others change the subscriptions while a file is read. Retry later. Nothing was changed.',
  },
  storage_unavailable: {
    status: 503,
    message: 'The storage is unavailable at the moment. Nothing was changed.',
    when: 'The database is locked, full, read-only or failing. Retry later. Nothing was changed, unless the message says that the outcome is not known.',
  },
} as const;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
