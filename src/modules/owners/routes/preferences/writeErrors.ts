import type { RevertWords } from '../../../audit/routes/revertErrors.ts';
import { staleMessage } from '../../../../core/http/responses/writeErrors.ts';
import { preferences } from './schema.ts';

const subject = 'The preferences have';

/** Messages for preferences that do not match If-Match. */
export const whenStale = staleMessage(subject);

/** What preferences say of the reverts of their updates. */
export const preferenceRevertWords: RevertWords = {
  record: preferences,
  subject,
  whenStale,
  restore: () => ({
    suggestedFix: 'Read the preferences, and PATCH the fields to restore.',
  }),
};
