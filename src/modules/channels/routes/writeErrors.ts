import type { ClientResult } from '../../commands.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { rateLimitHeaders, shownWait, type RateLimitState } from '../../../core/http/pipeline/rateLimiter.ts';
import type { RevertWords } from '../../audit/errors.ts';
import { sharedErrorOf, staleMessage } from '../../../core/http/responses/writeErrors.ts';
import { channel, channels } from './schema.ts';

const subject = 'The channel has';
// The longest that most tests take.
const testSeconds = 10;
const whenStale = staleMessage(subject);

/** The error that says why a write of a channel stored nothing. */
export function channelErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, false, whenStale);
  if (shared !== undefined) return shared;
  if (result.outcome === 'tooManyChannels')
    return new ApiError('too_many_channels', { suggestedFix: tooManyChannelsFix });
  if (result.outcome === 'tooManyChangeChannels')
    return new ApiError('too_many_webhooks', { suggestedFix: tooManyFix });
  if (result.outcome === 'tooManyRecipients')
    return new ApiError('too_many_recipients', { suggestedFix: tooManyRecipientsFix });
  return channelNotFound();
}

/** What to do when there are too many channels. */
export const tooManyChannelsFix = 'Delete a channel that is not needed any more.';

/** What to do when too many channels get changes. */
export const tooManyFix = 'Remove settings.events from another channel (null), or delete it.';

/** What to do when too many people get mails. */
export const tooManyRecipientsFix =
  'Remove addresses from settings.to of this channel or of another one of type email, or delete that one.';

/** The error for a channel that the owner does not have. */
export function channelNotFound(): ApiError {
  return channels.notFound();
}

/** The error for one test too many. @param span of the limit, such as `in a minute` */
export function tooManyTests(state: RateLimitState, span: string): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    {
      message: `At most ${state.limit} tests may be sent ${span}.`,
      suggestedFix: `Wait ${shownWait(state.retryAfterSeconds)}.`,
    },
    { ...rateLimitHeaders(state), 'retry-after': String(state.retryAfterSeconds) },
  );
}

/** The error for a test of a channel whose last test has no result yet. */
export function testUnderWay(): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    { message: 'Another test of this channel is under way.', suggestedFix: `Wait ${shownWait(testSeconds)}.` },
    { 'retry-after': String(testSeconds) },
  );
}

/** What channels say of reverts that are refused. */
export const channelRevertWords: RevertWords = {
  record: channel,
  subject,
  whenStale,
  restore: () => ({
    suggestedFix: 'List the channels, and PATCH the fields to restore.',
  }),
};
