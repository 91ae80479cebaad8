import type { ClientResult } from '../commands.ts';
import { ApiError } from '../../core/http/errors/apiError.ts';
import { rateLimitHeaders, shownWait, type RateLimitState } from '../../core/http/pipeline/rateLimiter.ts';
import type { RevertWords } from '../audit/errors.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import { nearestFieldOf, quotedName } from '../../core/fields/suggestions.ts';
import { faultInDraft, faultInSettings, type SentSettings, type SettingFault } from './rules/channel.ts';
import type { ChannelType } from './rules/channelTypes.ts';
import { areAllowedRecipients, settingFactsOf, settingNamesOf } from './rules/settingFields.ts';
import { Channel, channelRecords } from './model.ts';

const subject = 'The channel has';
// The longest that most tests take.
const testSeconds = 10;

/** The error that says why a write of a channel stored nothing. */
export function channelErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, subject);
  if (shared !== undefined) return shared;
  if (result.outcome === 'tooManyChannels')
    return new ApiError('too_many_channels', { suggestedFix: tooManyChannelsFix });
  if (result.outcome === 'tooManyChangeChannels')
    return new ApiError('too_many_webhooks', { suggestedFix: tooManyWebhooksFix });
  if (result.outcome === 'tooManyRecipients')
    return new ApiError('too_many_recipients', { suggestedFix: tooManyRecipientsFix });
  return channelRecords.notFound();
}

/** What to do when there are too many channels. */
export const tooManyChannelsFix = 'Delete a channel that is not needed any more.';

/** What to do when too many channels get changes. */
export const tooManyWebhooksFix = 'Remove settings.events from another channel (null), or delete it.';

/** What to do when too many people get mails. */
export const tooManyRecipientsFix =
  'Remove addresses from settings.to of this channel or of another one of type email, or delete that one.';

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
  record: Channel,
  subject,
  restore: () => ({
    suggestedFix: 'List the channels, and PATCH the fields to restore.',
  }),
};

/** Refuses settings with which no channel of a type can be created. Errors repeat no value. */
export function refuseFaultySettings(type: ChannelType, settings: SentSettings, mailAllow: readonly string[]): void {
  throwFault(type, faultInDraft(type, settings));
  refuseForbiddenRecipients(settings, mailAllow);
}

/** Refuses a change of settings that a channel of a type cannot have. */
export function refuseFaultyChange(type: ChannelType, settings: SentSettings, mailAllow: readonly string[]): void {
  throwFault(type, faultInSettings(type, settings));
  refuseForbiddenRecipients(settings, mailAllow);
}

function refuseForbiddenRecipients({ to }: SentSettings, mailAllow: readonly string[]): void {
  if (typeof to !== 'string' || areAllowedRecipients(to, mailAllow)) return;
  const domains = mailAllow.join(', ');
  throw new ApiError('invalid_field', {
    field: 'settings.to',
    message: `settings.to may have only addresses of ${domains}: this server sends mails to no other domain.`,
    suggestedFix: `Send addresses of ${domains}, or ask the operator of the server to add the domain to --mail-allow.`,
  });
}

function throwFault(type: ChannelType, fault: SettingFault | undefined): void {
  if (fault === undefined) return;
  if (fault.kind === 'unknown') throw unknownSetting(type, fault.name);
  const field = `settings.${fault.name}`;
  const { rule, example } = settingFactsOf(fault.name);
  const isMissing = fault.kind === 'missing';
  throw new ApiError('invalid_field', {
    field,
    message: isMissing ? `${field} is missing: a channel of type ${type} needs it.` : `${field} must be ${rule}.`,
    suggestedFix: `Send ${field}: ${rule}, such as ${JSON.stringify(example)}.`,
  });
}

function unknownSetting(type: ChannelType, name: string): ApiError {
  const names = settingNamesOf(type);
  const alsoCalled = Object.fromEntries(names.map((one) => [one, settingFactsOf(one).alsoCalled ?? []]));
  const meant = nearestFieldOf(name, names, alsoCalled);
  const shown = quotedName(name);
  const remedy = meant === undefined ? `Remove ${shown} from settings` : `Rename ${shown} in settings to "${meant}"`;
  return new ApiError('unknown_field', {
    field: `settings.${name.slice(0, 80)}`,
    message: `A channel of type ${type} has no setting ${shown}.`,
    suggestedFix: `${remedy}; allowed: ${names.join(', ')}.`,
    writableFields: names.map((one) => `settings.${one}`).toSorted(),
  });
}
