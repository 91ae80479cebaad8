import { ApiError } from '../../core/http/errors/apiError.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import type { RevertWords } from '../audit/errors.ts';
import type { ClientResult } from '../commands.ts';
import { User, userRecords } from './model.ts';

const subject = 'The user has';

/** The errors of writes of users in the document. */
export const userErrorExamples = {
  ...userRecords.errorExample,
  user_exists: { field: 'name', suggestedFix: 'Send another name.' },
  last_admin: { field: 'scope', suggestedFix: 'Give another user the scope admin first.' },
  own_user: { suggestedFix: 'Sign in as another user, or use an API key of scope admin.' },
} as const;

/** The error that says why a write of a user stored nothing. */
export function userErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, subject);
  if (shared !== undefined) return shared;
  return result.outcome === 'conflict' ? conflictError(result.reason) : userRecords.notFound();
}

/** The error for a name that another user has, or that looks like it. */
export function nameTaken(): ApiError {
  return new ApiError('user_exists', userErrorExamples.user_exists);
}

/** What users say of the reverts of their updates. */
export const userRevertWords: RevertWords = {
  record: User,
  subject,
  conflict: conflictError,
  conflictCodes: ['user_exists', 'last_admin'],
  restore: () => ({
    suggestedFix: 'List the users, and PATCH the fields to restore.',
  }),
};

function conflictError(reason: Extract<ClientResult, { outcome: 'conflict' }>['reason']): ApiError {
  if (reason === 'ownUser') return new ApiError('own_user', userErrorExamples.own_user);
  if (reason === 'lastAdmin') return new ApiError('last_admin', userErrorExamples.last_admin);
  if (reason === 'adminOfOthers') {
    const suggestedFix = 'Give another user the scope admin first. To delete all users, delete this one last.';
    return new ApiError('last_admin', { suggestedFix });
  }
  return nameTaken();
}
