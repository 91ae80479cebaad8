import { Type, type Static } from '@sinclair/typebox';
import { draftOf } from '../../core/fields/bodies.ts';
import { defaultsOf, inOrder, nullable } from '../../core/fields/define.ts';
import { HolderField, Instant, Label, Uuid, WholeNumber } from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { Name } from '../../core/fields/textTypes.ts';
import { Status } from '../subscriptions/model.ts';

/** What somebody sends to create a calendar feed. */
export const FeedDraft = draftOf(
  'FeedDraft',
  {
    name: Name({
      maxLength: 80,
      description: 'The name of the calendar.',
      examples: ['Bills'],
      alsoCalled: ['label', 'title', 'description', 'calendarname'],
    }),
    status: Type.Optional(Status),
    category: Type.Optional(
      nullable(
        Label({
          maxLength: 80,
          description: 'Only subscriptions of this category; null for all.',
          examples: ['Streaming'],
          alsoCalled: ['group', 'kind'],
        }),
      ),
    ),
    tag: Type.Optional(
      nullable(
        Label({
          maxLength: 40,
          description: 'Only subscriptions with this tag; null for all.',
          examples: ['family'],
          alsoCalled: ['tags'],
        }),
      ),
    ),
    daysAhead: Type.Optional(
      WholeNumber({
        minimum: 30,
        maximum: 1100,
        byDefault: 400,
        description: 'How many days after today it has.',
        examples: [400],
        alsoCalled: ['days', 'horizondays', 'ahead'],
      }),
    ),
    daysBack: Type.Optional(
      WholeNumber({
        minimum: 0,
        maximum: 400,
        byDefault: 60,
        description: 'How many days before today it has.',
        examples: [60],
        alsoCalled: ['dayspast', 'back'],
      }),
    ),
    alarmDaysBefore: Type.Optional(
      nullable(
        WholeNumber({
          minimum: 0,
          maximum: 30,
          description: 'An alarm at 9:00, so many days before a payment is due; null for none.',
          examples: [1],
          alsoCalled: ['alarm', 'alarmdays', 'reminder', 'daysbefore'],
        }),
      ),
    ),
  },
  { examples: [{ name: 'Bills', alarmDaysBefore: 1 }], serverManaged: ['id', 'userId', 'createdAt', 'url'] },
);

const feedProperties = {
  id: Uuid({ examples: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00'] }),
  userId: HolderField,
  ...Type.Required(FeedDraft).properties,
  createdAt: Instant({ description: 'ISO 8601, UTC.' }),
};

/** A feed, as its owner sees it. */
export const Feed = named('Feed', Type.Object(feedProperties, { additionalProperties: false }));

/** A feed in the answer to its creation. */
export const CreatedFeed = named(
  'CreatedFeed',
  Type.Object(
    {
      ...feedProperties,
      url: Type.Optional(
        Type.String({
          description: 'The secret link: shown this once, and not in a dry run or a replayed answer.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
);

export type FeedDraft = Static<typeof FeedDraft>;
export type FeedRecord = Static<typeof Feed>;

/** What a feed has: its filters, its days and its alarms. */
export type FeedSettings = Omit<FeedRecord, 'id' | 'userId' | 'createdAt'>;

/** The settings of a new feed: those that were sent, and the others by default. */
export function feedSettingsOf(sent: FeedDraft): FeedSettings {
  return { ...(defaultsOf(FeedDraft) as FeedSettings), ...sent };
}

/** A feed; the order of its members is that of answers. */
export function feedRecord(about: Pick<FeedRecord, 'id' | 'userId' | 'createdAt'>, settings: FeedSettings): FeedRecord {
  return inOrder(Feed, { ...settings, ...about });
}

/** What the operations on feeds share. */
export const feedRecords = recordsOf({
  one: 'feed',
  many: 'feeds',
  path: '/api/v1/feeds',
  missing: 'feed_not_found',
  exampleId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00',
});
