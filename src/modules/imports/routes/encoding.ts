import { encodingLabelled, encodingNames, type EncodingName } from '../rules/files/encodings.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { nearestFieldOf, quotedName } from '../../../core/fields/suggestions.ts';

/** The encoding that a label means, such as `latin1`. Throws an ApiError for one that no file can have. */
export function encodingOf(label: string): EncodingName {
  const encoding = encodingLabelled(label);
  if (encoding !== undefined) return encoding;
  const meant = nearestFieldOf(label, encodingNames);
  throw new ApiError('invalid_query', {
    field: 'encoding',
    message: `encoding ${quotedName(label)} is not known.`,
    suggestedFix: meant === undefined ? 'Send one of the allowed values.' : `Send ${quotedName(meant)}.`,
    allowedValues: encodingNames,
  });
}
