import type { WriteOptions } from '../../commands/origin.ts';
import { withoutApiKeys } from '../../domain/keys/apiKey.ts';
import { ApiError } from '../errors/apiError.ts';
import { unexpectedIfMatch } from './writeErrors.ts';

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
