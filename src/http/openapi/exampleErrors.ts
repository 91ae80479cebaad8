import { currencies, writableFields } from '../../domain/subscriptions/fields.ts';
import { errorCatalogue, type ErrorCode } from '../responses/errorCatalogue.ts';
import type { ErrorDetails } from '../responses/errors.ts';
import { exampleSubscription } from '../api/subscriptions/example.ts';
import { batchActions } from '../api/batch/schema.ts';
import { sorts } from '../api/subscriptions/schema.ts';

/** The request id of all examples. */
export const exampleRequestId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78';

// The members of example errors beyond code and message.
const exampleDetails: Readonly<Partial<Record<ErrorCode, ErrorDetails>>> = {
  invalid_subscription: {
    message: 'currency must be one of the allowed values.',
    field: 'currency',
    suggestedFix: 'Send "USD".',
    allowedValues: currencies,
  },
  invalid_subscription_field: {
    message: 'There is no field "notificationsEnabled".',
    field: 'notificationsEnabled',
    suggestedFix: 'Rename "notificationsEnabled" to "notificationEnabled".',
    writableFields,
  },
  invalid_subscription_id: { field: 'id', suggestedFix: 'Take the id from the list of subscriptions.' },
  invalid_audit_entry_id: { field: 'id', suggestedFix: 'Take the id of the entry from the audit trail.' },
  invalid_field: {
    message: 'autoRenew must be true or false.',
    field: 'autoRenew',
    suggestedFix: 'Send true or false, without quotes.',
  },
  unknown_field: {
    message: 'There is no field "autorenewal".',
    field: 'autorenewal',
    suggestedFix: 'Rename "autorenewal" to "autoRenew".',
    writableFields: ['autoRenew'],
  },
  invalid_id: { field: 'id', suggestedFix: 'Send a UUID such as 0198c5a4-7c1e-7d3a-9b55-3f6f1f0a2b4c.' },
  revert_conflict: {
    field: 'amount',
    suggestedFix: 'Read the subscription, and PATCH the fields to restore.',
    conflictingFields: ['amount'],
  },
  not_active: {
    message: 'The subscription is paused.',
    suggestedFix: 'Ask the user whether it goes on; if so, PATCH its status to "active" first.',
  },
  renewal_conflict: {
    message: 'The next payment is due on 2026-07-15, not on 2026-06-15.',
    field: 'dueOn',
    suggestedFix:
      'Do nothing: the payment due on 2026-06-15 is probably recorded already, since lastPaymentDate is 2026-06-15.',
    current: exampleSubscription,
  },
  not_due: {
    message: 'The next payment is due on 2026-07-15.',
    suggestedFix: 'Do nothing until then; if the user has already paid it, send "dueOn": "2026-07-15".',
  },
  not_renewable: { suggestedFix: 'Do nothing: no payment is due any more.' },
  invalid_pagination: { field: 'limit', suggestedFix: 'Send 100.' },
  invalid_query: { field: 'sort', suggestedFix: 'Send "name".', allowedValues: sorts },
  invalid_idempotency_key: {
    field: 'Idempotency-Key',
    suggestedFix: 'Send one key of 1 to 255 visible ASCII characters, such as a new UUID.',
  },
  idempotency_key_reused: {
    suggestedFix:
      'If this is a retry, check whether the first request succeeded; use a new key only for a different request.',
  },
  precondition_failed: {
    suggestedFix: 'Read current; if the change is still right, send it again with If-Match: "9a3f0c55e1d2b784".',
    current: exampleSubscription,
  },
  unexpected_if_match: {
    field: 'If-Match',
    suggestedFix:
      'To change a recorded subscription, use PATCH /api/v1/subscriptions/{id}; to record a new one, remove If-Match.',
  },
  unexpected_body: {
    suggestedFix: 'Send no body: use ?dryRun=true for a dry run, and the headers If-Match and Idempotency-Key.',
  },
  invalid_batch: {
    field: 'action',
    suggestedFix: 'Send "create".',
    allowedValues: batchActions,
    faults: [
      { index: 2, code: 'invalid_batch', field: 'action', message: 'action must be one of the allowed values.' },
    ],
  },
  unsupported_option: { suggestedFix: 'Send the request without the header Idempotency-Key.' },
  sign_in_failed: { suggestedFix: 'Sign in with a one-time code: "duebook sign-in" prints one.' },
  session_required: { suggestedFix: 'Sign in with POST /api/v1/session, and send its token in X-Duebook-Session.' },
  unknown_host: {
    suggestedFix:
      'Add duebook.example.org to --allowed-hosts, or sign in once with the code that "duebook sign-in" prints.',
  },
  key_not_found: { suggestedFix: 'List the keys (GET /api/v1/keys) and take an id from there.' },
  session_not_found: { suggestedFix: 'List your sessions (GET /api/v1/sessions) and take an id from there.' },
  user_not_found: { suggestedFix: 'List the users (GET /api/v1/users) and take an id from there.' },
  user_exists: { field: 'name', suggestedFix: 'Send another name.' },
  own_user: { suggestedFix: 'Sign in as another user, or use an API key of scope admin.' },
  empty_patch: { suggestedFix: 'Send at least one of the writable fields, with its new value.', writableFields },
};

/** An example body of an error with this code. */
export function exampleError(code: ErrorCode) {
  const { message } = errorCatalogue[code];
  return { error: { code, message, ...exampleDetails[code] }, requestId: exampleRequestId };
}
