import { Type } from '@sinclair/typebox';
import type { SettingsInBody } from '../rules/channel.ts';
import { changeableChannelFields, channelFields } from '../model.ts';
import { channelTypes } from '../rules/channelTypes.ts';
import { failureReasons } from '../../../core/outgoing/message.ts';
import {
  isListSetting,
  isSecretSetting,
  settingFactsOf,
  settingFields,
  settingNamesOf,
  type SettingName,
} from '../rules/settingFields.ts';
import { exactly, oneOf, requestId } from '../../../core/http/openapi/components.ts';
import { bodyOf } from '../../../core/fields/bodies.ts';
import { answerSchemaOf, bodyPropertiesOf } from '../../../core/fields/fieldSchemas.ts';
import { define } from '../../../core/fields/define.ts';
import { isMembers } from '../../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../../core/fields/records.ts';
import { named } from '../../../core/fields/schemaMarks.ts';

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

function typesWith(name: SettingName): string {
  const types = channelTypes.filter((type) => settingNamesOf(type).includes(name));
  return types.length === 1 ? `${types[0]}: ` : '';
}

const sentSettings = Object.fromEntries(
  settingNames.map((name) => [
    name,
    { type: ['string', 'null'], description: `${typesWith(name)}${settingFactsOf(name).description}${orList(name)}` },
  ]),
);

function orList(name: SettingName): string {
  return isListSetting(name) ? ' A list of texts is taken, too.' : '';
}

const settings = named(
  'ChannelSettings',
  Settings({
    properties: sentSettings,
    additionalProperties: false,
    description: 'What the type needs. Addresses and tokens are never shown again.',
  }),
);

/** The body that creates a channel. */
export const ChannelDraftBody = named(
  'ChannelDraft',
  Type.Object(
    { ...bodyPropertiesOf(channelFields), settings },
    {
      additionalProperties: false,
      examples: [{ name: 'Phone', type: 'ntfy', settings: { topic: 'duebook-7Kx2' } }],
      ...bodyOf(channelFields),
    },
  ),
);

/** The body that changes a channel. */
export const ChannelPatchBody = named(
  'ChannelPatch',
  Type.Partial(Type.Object({ ...bodyPropertiesOf(changeableChannelFields), settings }), {
    additionalProperties: false,
    minProperties: 1,
    examples: [{ enabled: false }],
    ...bodyOf(changeableChannelFields),
  }),
);

/** What the operations on channels share. */
export const channels = recordsOf({
  one: 'channel',
  many: 'channels',
  path: '/api/v1/channels',
  missing: 'channel_not_found',
  exampleId: channelFields.id.example,
});

const { createdAt, updatedAt, ...firstFields } = answerSchemaOf(channelFields).properties;
const shownSettings = settingNames.filter((name) => !isSecretSetting(name));
const secretNames = Type.Array(named('ChannelSecret', oneOf(settingNames.filter(isSecretSetting))));
const reason = named('ChannelFailure', oneOf(failureReasons));
const outcome = named('ChannelTestOutcome', oneOf(['sent', 'failed']));

/** A channel in an answer. */
export const channel = named(
  'Channel',
  Type.Object(
    {
      ...firstFields,
      host: Type.Unsafe({
        type: ['string', 'null'],
        description: 'The host of the address, with its port; null for mail.',
      }),
      settings: exactly(Object.fromEntries(shownSettings.map((name) => [name, Type.Optional(Type.String())])), {
        description: 'The settings that are not secret.',
      }),
      secretsSet: { ...secretNames, description: 'The secrets that are set.' },
      secretsMissing: {
        ...secretNames,
        description: 'The secrets to enter again before it sends anything: the host was changed, or their key is lost.',
      },
      createdAt,
      updatedAt,
    },
    { additionalProperties: false },
  ),
);

/** The answer to a test. */
export const testAnswer = named(
  'ChannelTestAnswer',
  exactly({
    data: exactly({
      outcome,
      status: Type.Optional(Type.Integer({ description: 'The status that the receiver answered.' })),
      reason: Type.Optional(reason),
      isPermanent: Type.Optional(
        Type.Boolean({ description: 'Whether it fails until the channel or a setting is changed.' }),
      ),
    }),
    requestId,
  }),
);
