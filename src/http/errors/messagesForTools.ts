import type { ErrorCode } from './errorCatalogue.ts';

/** Messages for clients that call tools, where the default one names parts of HTTP. */
export const messagesForTools: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_host: 'The server was called under more than one host name.',
  server_busy: 'The server is receiving too much data at the moment. Nothing was changed.',
  invalid_json: 'The arguments are not a JSON object.',
  invalid_subscription_field: 'An argument is not writable.',
  invalid_subscription_id: 'The id is not a UUID.',
  invalid_audit_entry_id: 'The id is not a UUID.',
  unknown_field: 'An argument is not writable.',
  invalid_id: 'The id is not a UUID.',
  invalid_query: 'An argument is not valid.',
  unexpected_body: 'This tool takes no further arguments.',
  unexpected_if_match: 'ifMatch cannot be used here.',
  invalid_if_match: 'ifMatch is no entity tag.',
  empty_patch: 'No argument is a writable field.',
  unsupported_option: 'This tool takes no dryRun and no idempotencyKey.',
  invalid_idempotency_key: 'The idempotencyKey is not valid.',
  authentication_required: 'The server needs an API key.',
  origin_not_allowed: 'Pages of this origin may not call tools.',
  not_found: 'There is no such operation.',
  method_not_allowed: 'There is no such operation.',
  precondition_failed: 'The subscription has been changed since: it does not match ifMatch.',
  payload_too_large: 'The arguments are larger than 64 KiB.',
  idempotency_key_reused: 'This idempotencyKey was already used for another call.',
};
