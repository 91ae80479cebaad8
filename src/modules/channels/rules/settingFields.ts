import { codePointLength, isCleanName, isCleanText } from '../../../core/text/text.ts';
import { areChangeEvents, changeEvents } from './changeEvents.ts';
import type { ChannelType } from './channelTypes.ts';

/** Settings as they are in a body, by name: those with commas may be lists, too, and null removes one. */
export type SettingsInBody = Readonly<Record<string, string | readonly string[] | null>>;

/** The facts of one setting of a channel. Its value is a text. */
export interface SettingFacts {
  readonly description: string;
  /** What a value must be, in words that follow "must be". */
  readonly rule: string;
  readonly example: string;
  readonly allows: (text: string) => boolean;
  /** It is written only: no answer, log or audit entry has it. */
  readonly isSecret?: true;
  /** Its text has commas between its items, so a client may send a list. */
  readonly isList?: true;
  /** Other words for it, without case, spaces, dashes and underscores. */
  readonly alsoCalled?: readonly string[];
}

// Printable ASCII without blanks: these become parts of headers and paths.
const tokenForm = /^[!-~]{1,500}$/;
const mailForm = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,190}$/;
const addressesMax = 5;
const addressForm = /^https?:\/\/[^\s\\@/?#]+([/?#][^\s\\]*)?$/i;
const whsecForm = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

/** Every setting of channels, by its name. {@link settingsOf} says which type has which. */
export const settingFields = {
  url: {
    description: 'The address of the service, or of the webhook: http or https, without a user name and password.',
    rule: 'an address that begins with https:// or http://, of at most 2000 characters, without spaces, backslashes, a user name or a password',
    example: 'https://ntfy.example.org',
    allows: (text) => text.length <= 2000 && isCleanText(text) && addressForm.test(text) && URL.canParse(text),
    isSecret: true,
    alsoCalled: ['address', 'server', 'host', 'endpoint', 'webhook', 'webhookurl', 'homeserver', 'baseurl'],
  },
  topic: {
    description: 'The topic of ntfy.',
    rule: '1 to 64 letters, digits, dashes and underscores',
    example: 'duebook-7Kx2',
    allows: (text) => /^[-_A-Za-z0-9]{1,64}$/.test(text),
    isSecret: true,
  },
  token: {
    description: 'The token that the service gave: of an app in Gotify, of a bot, of a user.',
    rule: '1 to 500 letters, digits and signs, without blanks',
    example: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
    allows: (text) => tokenForm.test(text),
    isSecret: true,
    alsoCalled: ['accesstoken', 'apptoken', 'bottoken', 'apikey', 'bearer'],
  },
  secret: {
    description: 'The key that signs webhooks, as Standard Webhooks have it. Without one, they are not signed.',
    rule: 'whsec_ and 24 to 64 bytes in Base64',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    allows: (text) => whsecForm.test(text) && isWhole(text.slice('whsec_'.length)),
    isSecret: true,
    alsoCalled: ['signingsecret', 'signingkey', 'webhooksecret'],
  },
  events: {
    description: `The changes that it gets, with commas between them: ${changeEvents.join(', ')}. Without them, it gets reminders only.`,
    rule: `one or more of ${changeEvents.join(', ')}, with commas between them`,
    example: 'subscription.created,subscription.deleted',
    allows: (text) => text.length <= 200 && isCleanText(text) && areChangeEvents(text),
    isList: true,
    alsoCalled: ['event', 'changes', 'topics'],
  },
  webhookId: {
    description: 'The id of a webhook trigger in Home Assistant.',
    rule: '1 to 200 letters, digits, dashes, dots and underscores',
    example: 'duebook-reminders-8f3a',
    allows: (text) => /^(?!\.{1,2}$)[-._~A-Za-z0-9]{1,200}$/.test(text),
    isSecret: true,
    alsoCalled: ['webhook', 'hookid'],
  },
  service: {
    description: 'The action in Home Assistant that notifies; notify.notify by default.',
    rule: 'the name of a notify action, such as notify.mobile_app_phone',
    example: 'notify.mobile_app_phone',
    allows: (text) => /^notify\.[a-z0-9_]{1,100}$/.test(text),
    alsoCalled: ['action', 'notifier'],
  },
  key: {
    description: 'The key of a configuration that the Apprise API keeps.',
    rule: '1 to 128 letters, digits, dashes and underscores',
    example: 'duebook',
    allows: (text) => /^[-_A-Za-z0-9]{1,128}$/.test(text),
    isSecret: true,
    alsoCalled: ['configkey', 'config'],
  },
  urls: {
    description: 'Apprise URLs with commas between them, for an Apprise API that keeps no configuration.',
    rule: 'Apprise URLs, of at most 2000 characters without blanks',
    example: 'mailtos://user:app-password@example.org',
    allows: (text) => /^[!-~]{3,2000}$/.test(text) && text.includes('://'),
    isSecret: true,
    isList: true,
    alsoCalled: ['appriseurl', 'appriseurls'],
  },
  tag: {
    description: 'The tag of those services in the Apprise configuration that get the message.',
    rule: '1 to 80 letters, digits, dashes, dots, commas, spaces and underscores',
    example: 'family',
    allows: (text) => /^[-., _A-Za-z0-9]{1,80}$/.test(text) && text.trim() !== '',
    isList: true,
    alsoCalled: ['tags'],
  },
  to: {
    description: 'The mail addresses, with commas between them; at most five.',
    rule: '1 to 5 mail addresses with commas between them',
    example: 'alex@example.org',
    allows: (text) => isCleanText(text) && areMailAddresses(mailAddressesOf(text)),
    isList: true,
    alsoCalled: ['address', 'email', 'mail', 'recipient', 'recipients'],
  },
  chatId: {
    description: 'The chat that the bot writes to: a number, or the @name of a channel.',
    rule: 'a number, or @ and the name of a channel',
    example: '-1001234567890',
    allows: (text) => /^(-?\d{1,20}|@\w{4,64})$/.test(text),
    alsoCalled: ['chat', 'recipient'],
  },
  threadId: {
    description: 'The topic of a group in Telegram.',
    rule: 'a number',
    example: '42',
    allows: (text) => /^[1-9]\d{0,9}$/.test(text),
    alsoCalled: ['thread', 'messagethreadid'],
  },
  roomId: {
    description: 'The id of the room in Matrix, which begins with an exclamation mark.',
    rule: 'the id of a room, such as !abc123:example.org',
    example: '!abc123:example.org',
    allows: (text) => text.startsWith('!') && codePointLength(text) <= 255 && isCleanName(text) && !/\s/.test(text),
    alsoCalled: ['room'],
  },
} as const satisfies Readonly<Record<string, SettingFacts>>;

/** The name of a setting. */
export type SettingName = keyof typeof settingFields;

/** Which settings a type of channel has. */
export interface TypeSettings {
  /** Those that it cannot do without. */
  readonly needs: readonly SettingName[];
  /** Those of which it needs one. */
  readonly needsOneOf?: readonly SettingName[];
  /** Those that it can do without. */
  readonly takes: readonly SettingName[];
  /** The address when none is given. */
  readonly defaultUrl?: string;
}

/** The settings of each type of channel. */
export const settingsOf: Readonly<Record<ChannelType, TypeSettings>> = {
  webhook: { needs: ['url'], takes: ['secret', 'events'] },
  ntfy: { needs: ['url', 'topic'], takes: ['token'], defaultUrl: 'https://ntfy.sh' },
  gotify: { needs: ['url', 'token'], takes: [] },
  email: { needs: ['to'], takes: [] },
  apprise: { needs: ['url'], takes: ['key', 'urls', 'tag'] },
  telegram: {
    needs: ['url', 'token', 'chatId'],
    takes: ['threadId'],
    defaultUrl: 'https://api.telegram.org',
  },
  discord: { needs: ['url'], takes: [] },
  slack: { needs: ['url'], takes: [] },
  matrix: { needs: ['url', 'token', 'roomId'], takes: [] },
  'home-assistant': { needs: ['url'], needsOneOf: ['webhookId', 'token'], takes: ['service'] },
};

/** All settings that a type of channel may have. */
export function settingNamesOf(type: ChannelType): readonly SettingName[] {
  const { needs, needsOneOf = [], takes } = settingsOf[type];
  return [...needs, ...needsOneOf, ...takes];
}

/** The facts of a setting. */
export function settingFactsOf(name: SettingName): SettingFacts {
  return settingFields[name];
}

/** Whether a setting is a secret; false for a name that is no setting. */
export function isSecretSetting(name: string): boolean {
  return Object.hasOwn(settingFields, name) && settingFactsOf(name as SettingName).isSecret === true;
}

/** Whether a setting may be a list; false for a name that is no setting. */
export function isListSetting(name: string): boolean {
  return Object.hasOwn(settingFields, name) && settingFactsOf(name as SettingName).isList === true;
}

/** The most people who get mails of an owner: the different addresses in all its channels. */
export const recipientsMax = 20;

/** The mail addresses in the setting `to`. */
export function mailAddressesOf(to: string): readonly string[] {
  return to.split(',').map((address) => address.trim());
}

/** Whether all addresses in a setting `to` are of some domains; with no domains, all are allowed. */
export function areAllowedRecipients(to: string, domains: readonly string[]): boolean {
  return domains.length === 0 || mailAddressesOf(to).every((address) => domains.includes(domainOf(address)));
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Who gets the mails of channels with these settings `to`. */
export function recipientsOf(settings: readonly string[]): ReadonlySet<string> {
  return new Set(settings.flatMap(mailAddressesOf).map((address) => address.toLowerCase()));
}

function areMailAddresses(addresses: readonly string[]): boolean {
  return addresses.length <= addressesMax && addresses.every((address) => mailForm.test(address));
}

/** Whether a text of the letters of Base64 has 24 to 64 bytes, and is complete. */
function isWhole(base64: string): boolean {
  const padding = base64.length - base64.replace(/=+$/, '').length;
  const bytes = (base64.length / 4) * 3 - padding;
  return base64.length % 4 === 0 && bytes >= 24 && bytes <= 64;
}
