import type { RevertWords } from '../audit/errors.ts';
import type { ErrorExamples } from '../../core/http/openapi/errorResponses.ts';
import { staleMessage } from '../../core/http/responses/writeErrors.ts';
import { Preferences } from './model.ts';

const subject = 'The preferences have';

/** The message for preferences that do not match If-Match. */
export const whenStale = staleMessage(subject);

/** What preferences say of the reverts of their updates. */
export const preferenceRevertWords: RevertWords = {
  record: Preferences,
  subject,
  whenStale,
  restore: () => ({
    suggestedFix: 'Read the preferences, and PATCH the fields to restore.',
  }),
};

/** The errors of a faulty field in the document. */
export const preferenceErrorExamples: ErrorExamples = {
  invalid_field: {
    message: 'autoRenew must be true or false.',
    field: 'autoRenew',
    suggestedFix: 'Send true or false, without quotes.',
  },
  unknown_field: {
    message: 'There is no field "autorenewal".',
    field: 'autorenewal',
    suggestedFix: 'Rename "autorenewal" to "autoRenew".',
    writableFields: ['autoRenew', 'householdName'],
  },
};
