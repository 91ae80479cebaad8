import { changeEvents, type ChangeEventName, eventsIn } from '../../../modules/channels/rules/changeEvents.ts';
import type { ChannelType } from '../../../modules/channels/rules/channelTypes.ts';
import {
  isSecretSetting,
  type SettingName,
  settingNamesOf,
  settingsOf,
} from '../../../modules/channels/rules/settingFields.ts';
import type { Schemas } from '../../api/answers.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';

export type Channel = Schemas['Channel'];

/** The types, the most usual at home first. */
export const typesInOrder: readonly ChannelType[] = [
  'ntfy',
  'email',
  'telegram',
  'home-assistant',
  'gotify',
  'discord',
  'slack',
  'matrix',
  'apprise',
  'webhook',
];

/** The words of a control: what it is for, and where to find what belongs there. */
interface Hint {
  readonly label: PlainMessageKey;
  readonly help?: PlainMessageKey;
}

const server = 'reminders.set.server';
const webhook = 'reminders.set.webhook';
const token = 'reminders.set.token';

const hints: Readonly<Record<ChannelType, Readonly<Partial<Record<SettingName, Hint>>>>> = {
  webhook: {
    url: { label: webhook, help: 'reminders.set.webhook.help' },
    secret: { label: 'reminders.set.secret', help: 'reminders.set.secret.help' },
    events: { label: 'reminders.set.events', help: 'reminders.set.events.help' },
  },
  ntfy: {
    url: { label: server },
    topic: { label: 'reminders.set.topic', help: 'reminders.set.topic.help' },
    token: { label: token, help: 'reminders.set.token.ntfy' },
  },
  gotify: { url: { label: server }, token: { label: token, help: 'reminders.set.token.gotify' } },
  email: { to: { label: 'reminders.set.to', help: 'reminders.set.to.help' } },
  apprise: {
    url: { label: server, help: 'reminders.set.server.apprise' },
    key: { label: 'reminders.set.key', help: 'reminders.set.key.help' },
    urls: { label: 'reminders.set.urls', help: 'reminders.set.urls.help' },
    tag: { label: 'reminders.set.tag', help: 'reminders.set.tag.help' },
  },
  telegram: {
    url: { label: server },
    token: { label: token, help: 'reminders.set.token.telegram' },
    chatId: { label: 'reminders.set.chatId', help: 'reminders.set.chatId.help' },
    threadId: { label: 'reminders.set.threadId', help: 'reminders.set.threadId.help' },
  },
  discord: { url: { label: webhook, help: 'reminders.set.discord.help' } },
  slack: { url: { label: webhook, help: 'reminders.set.slack.help' } },
  matrix: {
    url: { label: server, help: 'reminders.set.server.matrix' },
    token: { label: token, help: 'reminders.set.token.matrix' },
    roomId: { label: 'reminders.set.roomId', help: 'reminders.set.roomId.help' },
  },
  'home-assistant': {
    url: { label: server, help: 'reminders.set.server.home-assistant' },
    webhookId: { label: 'reminders.set.webhookId', help: 'reminders.set.webhookId.help' },
    token: { label: token, help: 'reminders.set.token.home-assistant' },
    service: { label: 'reminders.set.service', help: 'reminders.set.service.help' },
  },
};

/** A control of the form of a channel. */
export interface SettingControl extends Hint {
  readonly name: SettingName;
  /** Nobody should read it over a shoulder. The address of a server is stored like a secret, but is typed in sight. */
  readonly isHidden: boolean;
  readonly isRequired: boolean;
  readonly defaultUrl: string | undefined;
}

/** The controls of the form of a type of channel, in their order; what can be left out comes last. */
export function controlsOf(type: ChannelType): readonly SettingControl[] {
  const { needs, defaultUrl } = settingsOf[type];
  const controls = settingNamesOf(type).map((name): SettingControl => {
    const isDefaulted = name === 'url' && defaultUrl !== undefined;
    const hint = hints[type][name] ?? { label: `reminders.fault.${name}` as const };
    return {
      ...hint,
      name,
      isHidden: isSecretSetting(name) && hint.label !== server,
      isRequired: needs.includes(name) && !isDefaulted,
      defaultUrl: isDefaulted ? defaultUrl : undefined,
    };
  });
  return controls.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** The changes that the setting `events` names, and that setting for chosen ones: in the order of the choice. */
export const chosenEvents = {
  in: (setting: string | undefined): readonly ChangeEventName[] => {
    const named = eventsIn(setting ?? '');
    return changeEvents.filter((event) => named.includes(event));
  },
  asSetting: (chosen: readonly string[]): string => changeEvents.filter((event) => chosen.includes(event)).join(','),
};

/** What is typed into the form of a channel, by setting; an empty text is none. */
export type Typed = Readonly<Partial<Record<SettingName, string>>>;

/** Settings as they are sent; null removes one. */
export type Sent = Partial<Record<SettingName, string | null>>;

export function settingsToCreate(type: ChannelType, typed: Typed): Sent {
  const given = controlsOf(type).map(({ name }) => [name, typed[name]?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}

/**
 * The settings of a channel that change. An empty secret stays as it is; another setting that was emptied is removed, and so
 * are the secrets in `removed`.
 */
export function settingsToChange(channel: Channel, typed: Typed, removed: ReadonlySet<SettingName>): Sent {
  const changes = controlsOf(channel.type).flatMap(({ name }): (readonly [SettingName, string | null])[] => {
    const text = typed[name]?.trim() ?? '';
    if (isSecretSetting(name)) {
      if (text !== '') return [[name, text]];
      return removed.has(name) ? [[name, null]] : [];
    }
    const before = shownSetting(channel, name);
    if (text === before) return [];
    return [[name, text === '' ? null : text]];
  });
  return Object.fromEntries(changes);
}

/** The value of a setting that is no secret; empty when it is not set. */
export function shownSetting({ settings }: Pick<Channel, 'settings'>, name: SettingName): string {
  const shown: Readonly<Partial<Record<string, string>>> = settings;
  return shown[name] ?? '';
}

/** Whether a typed address leads to another host than the channel has, so that its other secrets are lost. */
export function isMoved({ host }: Pick<Channel, 'host'>, typed: Typed): boolean {
  const url = typed.url?.trim() ?? '';
  return url !== '' && URL.canParse(url) && new URL(url).host !== host;
}

/** What the form of a channel that exists says about a secret. */
export type SecretState = 'kept' | 'again' | undefined;

/** Whether a secret of a channel stays when nothing is typed, or has to be given again; undefined when there is none. */
export function secretState(channel: Channel, name: SettingName, typed: Typed): SecretState {
  const known: readonly string[] = [...channel.secretsSet, ...channel.secretsMissing];
  if (!known.includes(name)) return undefined;
  const missing: readonly string[] = channel.secretsMissing;
  const isLost = missing.includes(name) || (name !== 'url' && isMoved(channel, typed));
  return isLost ? 'again' : 'kept';
}
