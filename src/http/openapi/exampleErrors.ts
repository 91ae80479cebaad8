import { currencies, writableFields } from '../../domain/subscriptions/fields.ts';
import { errorCatalogue, type ErrorCode, type ErrorDetails } from '../responses/errors.ts';
import { exampleSubscription } from '../api/subscriptions/example.ts';
import { batchActions } from '../api/batch/schema.ts';
import { sorts } from '../api/subscriptions/schema.ts';

/** The request id that all examples have. */
export const exampleRequestId = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78';

// What the examples of errors tell beyond code and message.
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
  revert_conflict: {
    field: 'amount',
    suggestedFix: 'Look at the subscription as it is, and PATCH the fields that are to be put back.',
    conflictingFields: ['amount'],
  },
  invalid_pagination: { field: 'limit', suggestedFix: 'Send 100.' },
  invalid_query: { field: 'sort', suggestedFix: 'Send "name".', allowedValues: sorts },
  invalid_idempotency_key: {
    field: 'Idempotency-Key',
    suggestedFix: 'Send one key of 1 to 255 visible ASCII characters, such as a new UUID.',
  },
  idempotency_key_reused: {
    suggestedFix:
      'If this is a retry, look whether the first request was made; only a different request takes a new key.',
  },
  precondition_failed: {
    suggestedFix: 'Look at current; if the change is still right, send it again with If-Match: "9a3f0c55e1d2b784".',
    current: exampleSubscription,
  },
  unexpected_if_match: {
    field: 'If-Match',
    suggestedFix:
      'To change a recorded subscription, use PATCH /api/v1/subscriptions/{id}; to record a new one, which has no earlier version, leave If-Match out.',
  },
  unexpected_body: {
    suggestedFix: 'Send no body: ?dryRun=true in the path makes a dry run; If-Match and Idempotency-Key are headers.',
  },
  invalid_batch: {
    field: 'action',
    suggestedFix: 'Send "create".',
    allowedValues: batchActions,
    faults: [
      { index: 2, code: 'invalid_batch', field: 'action', message: 'action must be one of the allowed values.' },
    ],
  },
  empty_patch: { suggestedFix: 'Send at least one of the writable fields, with its new value.', writableFields },
};

/** The body that an error with this code may have. */
export function exampleError(code: ErrorCode) {
  const { message } = errorCatalogue[code];
  return { error: { code, message, ...exampleDetails[code] }, requestId: exampleRequestId };
}
