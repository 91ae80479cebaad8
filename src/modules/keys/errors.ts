import type { ApiError } from '../../core/http/errors/apiError.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import type { ClientResult } from '../commands.ts';
import { keyRecords } from './model.ts';

/** The error that says why a write of a key or a session stored nothing. */
export function keyErrorOf(result: ClientResult): ApiError {
  return sharedErrorOf(result, 'The key or session has') ?? keyRecords.notFound();
}
