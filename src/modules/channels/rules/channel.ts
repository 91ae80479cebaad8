import type { SealedSecrets, Texts } from '../../../core/secrets/sealed.ts';
import type { channels } from '../table.ts';
import type { Channel } from '../model.ts';
import type { ChannelType } from './channelTypes.ts';
import {
  isSecretSetting,
  settingFactsOf,
  settingFields,
  settingNamesOf,
  settingsOf,
  type SettingName,
  type SettingsInBody,
} from './settingFields.ts';

/** Settings that a client sends, by name; null removes one. */
export type SentSettings = Readonly<Record<string, string | null>>;

/** The settings in a body as texts: the items of a list with commas between them, and null for an empty list. */
export function textsIn(settings: SettingsInBody): SentSettings {
  return mapped(settings, (value) => {
    if (typeof value === 'string' || value === null) return value;
    return value.length === 0 ? null : value.join(',');
  });
}

/** A channel as it is stored, without its owner. `origin` is that of its address, such as `https://ntfy.sh`; null for mail. */
export type StoredChannel = Readonly<Omit<typeof channels.$inferSelect, 'sequence' | 'ownerId' | 'pausedUntil'>>;

/** A channel as the activity shows it, also to keys that may not read channels. */
export type ChannelAuditView = Omit<Channel, 'host' | 'settings'>;

/** What is wrong with settings. */
export type SettingFault =
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'missing' | 'invalid'; readonly name: SettingName };

/** What is wrong with the settings of a new channel; undefined when nothing is. */
export function faultInDraft(type: ChannelType, settings: SentSettings): SettingFault | undefined {
  const fault = faultInSettings(type, settings, []);
  if (fault !== undefined) return fault;
  const { needs, needsOneOf } = settingsOf[type];
  const given = completed(type, settings);
  const missing = needs.find((name) => typeof given[name] !== 'string');
  if (missing !== undefined) return { kind: 'missing', name: missing };
  const [first] = needsOneOf ?? [];
  const hasOne = needsOneOf === undefined || needsOneOf.some((name) => typeof given[name] === 'string');
  return hasOne || first === undefined ? undefined : { kind: 'missing', name: first };
}

/**
 * What is wrong with a change of settings; undefined when nothing is.
 *
 * @param kept the settings that null cannot remove; what a type of channel does not have, it can always do without
 */
export function faultInSettings(
  type: ChannelType,
  settings: SentSettings,
  kept: readonly SettingName[] = settingsOf[type].needs,
): SettingFault | undefined {
  const known: readonly string[] = settingNamesOf(type);
  for (const [name, value] of Object.entries(settings)) {
    if (value === null && Object.hasOwn(settingFields, name) && !known.includes(name)) continue;
    if (!known.includes(name)) return { kind: 'unknown', name };
    const setting = name as SettingName;
    const isFree = value === null ? !kept.includes(setting) : settingFactsOf(setting).allows(value);
    if (!isFree) return { kind: 'invalid', name: setting };
  }
  return undefined;
}

/** The settings of a new channel, with the address that its type has by default. */
export function completed(type: ChannelType, settings: SentSettings): SentSettings {
  const { defaultUrl } = settingsOf[type];
  return defaultUrl === undefined ? settings : { url: defaultUrl, ...withoutNulls(settings) };
}

/** Sent settings, those that are secrets apart from the others. */
export function partSecrets(settings: SentSettings): { readonly plain: SentSettings; readonly secret: SentSettings } {
  const entries = Object.entries(settings);
  return {
    plain: Object.fromEntries(entries.filter(([name]) => !isSecretSetting(name))),
    secret: Object.fromEntries(entries.filter(([name]) => isSecretSetting(name))),
  };
}

/** The origin of an address, such as `https://ntfy.sh`: who gets the secrets. */
export function originOfUrl(url: string): string {
  return new URL(url).origin;
}

/** Texts with a change of some; null removes one. In the order of the names, so that equal texts have equal JSON. */
export function changedTexts(texts: Texts, change: SentSettings): Texts {
  return inOrder(withoutNulls({ ...texts, ...change }));
}

/** A change of the secrets of a channel: those that are sent, encrypted, and null for those that are removed. */
export interface SecretChange {
  readonly secrets: SealedSecrets;
  /** The origin of the new address, if it is sent. */
  readonly origin?: string;
}

/**
 * The secrets of a channel after a change. Another origin gets none of the secrets that the earlier one got: those that are
 * not sent with the address are lost, and so the channel sends nothing until they are given again, or removed.
 */
export function changedSecrets(
  channel: Pick<StoredChannel, 'origin' | 'secrets' | 'unreadable'>,
  { secrets: sent, origin = channel.origin ?? undefined }: SecretChange,
): Pick<StoredChannel, 'origin' | 'secrets' | 'unreadable'> {
  const isMoved = origin !== undefined && origin !== channel.origin;
  const kept = isMoved ? mapped(channel.secrets, () => null) : channel.secrets;
  const secrets = Object.entries({ ...kept, ...sent }).filter(([name]) => sent[name] !== null);
  const unreadable = isMoved ? [] : channel.unreadable.filter((name) => !Object.hasOwn(sent, name));
  return { origin: origin ?? null, secrets: inOrder(Object.fromEntries(secrets)), unreadable };
}

/** The names of the secrets that must be given before the channel can send. */
export function missingSecrets({
  type,
  secrets,
  unreadable,
}: Pick<StoredChannel, 'type' | 'secrets' | 'unreadable'>): SettingName[] {
  const { needs, needsOneOf = [] } = settingsOf[type];
  const lost = Object.keys(secrets).filter((name) => secrets[name] === null);
  const needed = needs.filter((name) => isSecretSetting(name) && !Object.hasOwn(secrets, name));
  const hasOne = needsOneOf.length === 0 || needsOneOf.some((name) => Object.hasOwn(secrets, name));
  const all = new Set<string>([...lost, ...unreadable, ...needed, ...(hasOne ? [] : needsOneOf.slice(0, 1))]);
  return settingNamesOf(type).filter((name) => all.has(name));
}

/** A channel as clients see it. */
export function viewChannel(channel: StoredChannel): Channel {
  const { id, userId, name, type, enabled, language, origin, settings, secrets, createdAt, updatedAt } = channel;
  const secretsMissing = missingSecrets(channel);
  const isSet = (secret: SettingName) => Object.hasOwn(secrets, secret) && !secretsMissing.includes(secret);
  return {
    id,
    userId,
    name,
    type,
    enabled,
    language,
    host: origin === null ? null : new URL(origin).host,
    settings,
    secretsSet: settingNamesOf(type).filter(isSet),
    secretsMissing,
    createdAt,
    updatedAt,
  };
}

/** A channel as the activity shows it. */
export function viewInAudit(channel: StoredChannel): ChannelAuditView {
  const { host: _host, settings: _settings, ...shown } = viewChannel(channel);
  return shown;
}

function withoutNulls(settings: SentSettings): Texts {
  return Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function inOrder<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function mapped<Value, Other>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Other,
): Readonly<Record<string, Other>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
