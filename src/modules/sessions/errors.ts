import { ApiError } from '../../core/http/errors/apiError.ts';

/** The errors of operations on sessions in the document. */
export const sessionErrorExamples = {
  sign_in_failed: { suggestedFix: 'Sign in with a one-time code: "duebook sign-in" prints one.' },
  session_required: { suggestedFix: 'Sign in with POST /api/v1/session, and send its token in X-Duebook-Session.' },
  unknown_host: {
    suggestedFix:
      'Add duebook.example.org to --allowed-hosts, or sign in once with the code that "duebook sign-in" prints.',
  },
  session_not_found: { suggestedFix: 'List your sessions (GET /api/v1/sessions) and take an id from there.' },
} as const;

/** The error for a session that is not one of the same user, or of the same key. */
export function unknownSession(): ApiError {
  return new ApiError('session_not_found', sessionErrorExamples.session_not_found);
}
