import { faultInDraft, faultInSettings, type SentSettings, type SettingFault } from '../rules/channel.ts';
import type { ChannelType } from '../rules/channelTypes.ts';
import { areAllowedRecipients, settingFactsOf, settingNamesOf } from '../rules/settingFields.ts';
import { ApiError } from '../../../core/http/errors/apiError.ts';
import { nearestFieldOf, quotedName } from '../../../core/fields/suggestions.ts';

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
