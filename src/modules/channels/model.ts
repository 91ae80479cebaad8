import type { DraftOf, FieldTable } from '../../core/fields/fieldTable.ts';
import { channelLanguages, channelTypes } from './rules/channelTypes.ts';

/** The fields of a channel that every type has; its settings are those of {@link settingFields}. */
export const channelFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00' },
  name: {
    kind: 'name',
    lengthMax: 80,
    isRequired: true,
    isTrimmed: true,
    description: 'The name to recognize the channel by.',
    example: 'Phone',
    alsoCalled: ['label', 'title'],
  },
  type: {
    kind: 'choice',
    words: channelTypes,
    typeName: 'ChannelType',
    isRequired: true,
    description: 'The type of service. It cannot be changed.',
    example: 'ntfy',
    alsoCalled: ['kind', 'service', 'provider'],
  },
  enabled: {
    kind: 'flag',
    default: true,
    description: 'Whether reminders are sent to it. A test is sent in any case.',
    example: true,
    alsoCalled: ['active', 'isenabled', 'on'],
  },
  language: {
    kind: 'choice',
    words: channelLanguages,
    typeName: 'ChannelLanguage',
    default: 'en',
    description: 'The language of its messages.',
    example: 'en',
    alsoCalled: ['locale', 'lang'],
  },
  createdAt: { kind: 'instant', isServerManaged: true, example: '2027-06-16T12:00:00.000Z' },
  updatedAt: { kind: 'instant', isServerManaged: true, example: '2027-06-16T12:00:00.000Z' },
} as const satisfies FieldTable;

/** What an admin sends to create a channel, without its settings. */
export type ChannelDraft = DraftOf<typeof channelFields>;

const { type: _type, ...changeable } = channelFields;

/** The fields of a channel that can be changed. */
export const changeableChannelFields = {
  ...changeable,
  type: { ...channelFields.type, isServerManaged: true },
} as const;

/** A change of a channel by an admin, without its settings. */
export type ChannelPatch = Partial<DraftOf<typeof changeable>>;
