import type { ClientResult } from '../commands.ts';
import { importRecords } from './model.ts';
import type { ImportFault } from './rules/importTypes.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import { shownWait } from '../../core/http/pipeline/rateLimiter.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';

const busySeconds = 5;

/** The error for a file that cannot be read. */
export function unreadableImport({ field, message, suggestedFix, reason }: ImportFault): ApiError {
  return new ApiError('unreadable_import', { field, message, suggestedFix, reason });
}

/** The error for a file with faulty records, with the report beside it: the member `import` as JSON in UTF-8. */
export function importRefused(
  { failed, rows }: { readonly failed: number; readonly rows: number },
  report: Uint8Array,
): ApiError {
  const message = failed === 1 ? `One of ${rows} records is faulty.` : `${failed} of ${rows} records are faulty.`;
  const suggestedFix =
    'Correct the records whose outcome is failed in import.results, or leave them out with onError=skip.';
  return new ApiError('import_refused', { message, suggestedFix }, {}, report);
}

/** The error for an import while another one of the owner, or too many of others, are under way. */
export function importUnderWay(isOwn: boolean): ApiError {
  const message = isOwn ? 'Another import is under way.' : 'Other imports are under way.';
  return new ApiError(
    'rate_limit_exceeded',
    { message, suggestedFix: `Wait ${shownWait(busySeconds)}, and import again.` },
    { 'retry-after': String(busySeconds) },
  );
}

/** The error for a file while the server keeps as many bytes of other files as it can. */
export function tooManyFiles(): ApiError {
  return new ApiError(
    'server_busy',
    { suggestedFix: `Wait ${shownWait(busySeconds)}, and import again.` },
    { 'retry-after': String(busySeconds) },
  );
}

/** The error for an import whose subscriptions others changed again and again while it was prepared. */
export function importOvertaken(): ApiError {
  return new ApiError(
    'server_busy',
    {
      message: 'The subscriptions were changed while the file was read. Nothing was changed by the import.',
      suggestedFix: `Wait ${shownWait(busySeconds)}, and import again.`,
    },
    { 'retry-after': String(busySeconds) },
  );
}

/** What can be done so that an import can be undone. */
export const fixOfChanged =
  'Undo what was changed since (listActivity with subscriptionId), or delete the reminders of these subscriptions, or the subscriptions, if the user wants that.';

/** The error for a revert that stored nothing. */
export function importErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result);
  if (shared !== undefined) return shared;
  if (result.outcome === 'alreadyReverted')
    return new ApiError('already_reverted', {
      suggestedFix: `It was reverted at ${result.revertedAt}: nothing is left to do.`,
    });
  if (result.outcome === 'importChanged') {
    return new ApiError('import_changed', {
      changed: result.changed,
      suggestedFix: fixOfChanged,
    });
  }
  return importRecords.notFound();
}
