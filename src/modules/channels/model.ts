import { Type, type Static } from '@sinclair/typebox';
import { draftOf, patchOf } from '../../core/fields/bodies.ts';
import { define, nullable } from '../../core/fields/define.ts';
import { Choice, Flag, HolderField, Instant, isMembers, Uuid } from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { Name } from '../../core/fields/textTypes.ts';
import { channelLanguages, channelTypes } from './rules/channelTypes.ts';
import {
  isListSetting,
  isSecretSetting,
  settingFactsOf,
  settingFields,
  settingNamesOf,
  type SettingName,
  type SettingsInBody,
} from './rules/settingFields.ts';

const settingNames = Object.keys(settingFields) as readonly SettingName[];

/** The settings in a body: texts, lists of texts, or null. Which a type of channel takes is checked with the type. */
const Settings = define<SettingsInBody>(
  'ChannelSettings',
  { type: 'object' },
  {
    check: (value) => isMembers(value) && Object.entries(value).every(([name, one]) => isSetting(name, one)),
    rule: () => 'an object with texts, or null for a setting to remove',
    fix: () => 'Send the settings of the type of channel, each as a text in quotes.',
  },
);

function isSetting(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return isListSetting(name) && value.every((item) => typeof item === 'string');
  return value === null || typeof value === 'string';
}

function sentSetting(name: SettingName) {
  const types = channelTypes.filter((type) => settingNamesOf(type).includes(name));
  const only = types.length === 1 ? `${types[0]}: ` : '';
  const orList = isListSetting(name) ? ' A list of texts is taken, too.' : '';
  return { type: ['string', 'null'], description: `${only}${settingFactsOf(name).description}${orList}` };
}

const serverManaged = ['id', 'userId', 'createdAt', 'updatedAt'];

/** What somebody sends to create a channel. */
export const ChannelDraft = draftOf(
  'ChannelDraft',
  {
    name: Name({
      maxLength: 80,
      description: 'The name to recognize the channel by.',
      examples: ['Phone'],
      alsoCalled: ['label', 'title'],
    }),
    type: named(
      'ChannelType',
      Choice(channelTypes, {
        description: 'The type of service. It cannot be changed.',
        examples: ['ntfy'],
        alsoCalled: ['kind', 'service', 'provider'],
      }),
    ),
    enabled: Type.Optional(
      Flag({
        byDefault: true,
        description: 'Whether reminders are sent to it. A test is sent in any case.',
        examples: [true],
        alsoCalled: ['active', 'isenabled', 'on'],
      }),
    ),
    language: Type.Optional(
      named(
        'ChannelLanguage',
        Choice(channelLanguages, {
          byDefault: 'en',
          description: 'The language of its messages.',
          examples: ['en'],
          alsoCalled: ['locale', 'lang'],
        }),
      ),
    ),
    settings: named(
      'ChannelSettings',
      Settings({
        properties: Object.fromEntries(settingNames.map((name) => [name, sentSetting(name)])),
        additionalProperties: false,
        description: 'What the type needs. Addresses and tokens are never shown again.',
      }),
    ),
  },
  { examples: [{ name: 'Phone', type: 'ntfy', settings: { topic: 'duebook-7Kx2' } }], serverManaged },
);

/** What somebody sends to change a channel. */
export const ChannelPatch = patchOf('ChannelPatch', Type.Omit(ChannelDraft, ['type']), {
  examples: [{ enabled: false }],
  serverManaged: [...serverManaged, 'type'],
});

const { settings: _settings, ...shownFields } = Type.Required(ChannelDraft).properties;
const shownSettings = settingNames.filter((name) => !isSecretSetting(name));
const secretNames = Type.Array(named('ChannelSecret', Choice(settingNames.filter(isSecretSetting))));

/** A channel as clients see it: without its secrets. */
export const Channel = named(
  'Channel',
  Type.Object(
    {
      id: Uuid({ examples: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00'] }),
      userId: HolderField,
      ...shownFields,
      host: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The host of the address, with its port; null for mail.',
      }),
      settings: Type.Object(Object.fromEntries(shownSettings.map((name) => [name, Type.Optional(Type.String())])), {
        additionalProperties: false,
        description: 'The settings that are not secret.',
      }),
      secretsSet: { ...secretNames, description: 'The secrets that are set.' },
      secretsMissing: {
        ...secretNames,
        description: 'The secrets to enter again before it sends anything: the host was changed, or their key is lost.',
      },
      createdAt: Instant({ description: 'ISO 8601, UTC.' }),
      updatedAt: Instant({ description: 'ISO 8601, UTC.' }),
      lastDelivery: Type.Optional(
        nullable(
          Type.Object(
            {
              state: Type.String({ description: 'sent, failed, or pending.' }),
              at: Instant({ description: 'When it was sent, or was to be sent.' }),
              lastStatus: nullable(Type.Integer()),
              lastError: nullable(Type.String()),
            },
            {
              additionalProperties: false,
              description:
                'Only in lists: the newest message that was sent or failed, or failed so far; null without one.',
            },
          ),
        ),
      ),
      failingSince: Type.Optional(
        nullable(
          Instant({
            description: 'Only in lists: when the first of the messages was to be sent that failed since one was sent.',
          }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

export type ChannelDraft = Static<typeof ChannelDraft>;
export type ChannelPatch = Static<typeof ChannelPatch>;
export type Channel = Static<typeof Channel>;

/** What the operations on channels share. */
export const channelRecords = recordsOf({
  one: 'channel',
  many: 'channels',
  path: '/api/v1/channels',
  missing: 'channel_not_found',
  exampleId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00',
});
