import { Type, type Static } from '@sinclair/typebox';
import { draftOf, patchOf } from '../../core/fields/bodies.ts';
import { nullable } from '../../core/fields/define.ts';
import {
  Choice,
  Flag,
  HolderField,
  Instant,
  TimeOfDay,
  Uuid,
  UuidList,
  WholeNumberList,
} from '../../core/fields/fieldTypes.ts';
import { recordsOf } from '../../core/fields/records.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { reminderEvents } from './rules/events.ts';

const leadTimes = (options: object) =>
  Type.Optional(
    nullable(WholeNumberList({ maxItems: 10, items: Type.Integer({ minimum: 0, maximum: 400 }), ...options })),
  );

/** What a client sends to create a rule that says when to remind of what. */
export const ReminderDraft = draftOf(
  'ReminderDraft',
  {
    subscriptionId: Type.Optional(
      nullable(
        Uuid({
          description: 'The subscription; null for all, and for budget.',
          examples: ['01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'],
          alsoCalled: ['subscription'],
        }),
      ),
    ),
    event: named(
      'ReminderEvent',
      Choice(reminderEvents, {
        description:
          'What to remind of. cancel_before is noticeBy, the last day for notice. budget is the first day of a month that will exceed monthlyBudget.',
        examples: ['renewal'],
        alsoCalled: ['type', 'kind', 'trigger'],
      }),
    ),
    daysBefore: leadTimes({
      description: 'How many days before the event; not for overdue. Default for budget: [0].',
      examples: [[3, 0]],
      alsoCalled: ['days', 'leadtimes', 'leaddays', 'before'],
    }),
    daysAfter: leadTimes({
      description: 'How many days after an unpaid due date; only for overdue.',
      examples: [[1]],
      alsoCalled: ['after'],
    }),
    at: Type.Optional(
      TimeOfDay({
        byDefault: '09:00',
        description: "The time of day in the server's time zone.",
        examples: ['09:00'],
        alsoCalled: ['time', 'timeofday', 'hour'],
      }),
    ),
    channelIds: Type.Optional(
      nullable(
        UuidList({
          maxItems: 20,
          description: 'The channels, all of the household or all of one user; null for all of them.',
          examples: [['01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00']],
          alsoCalled: ['channels', 'channel', 'channelid', 'to'],
        }),
      ),
    ),
    enabled: Type.Optional(
      Flag({
        byDefault: true,
        description: 'Whether it reminds.',
        examples: [true],
        alsoCalled: ['active', 'on', 'isenabled'],
      }),
    ),
  },
  {
    examples: [{ event: 'renewal', daysBefore: [3, 0] }],
    serverManaged: ['id', 'userId', 'channelCount', 'createdAt'],
  },
);

/** What a client sends to change a rule. */
export const ReminderPatch = patchOf('ReminderPatch', ReminderDraft, { examples: [{ at: '18:30' }] });

/** A rule as clients see it. */
export const Reminder = named(
  'Reminder',
  Type.Object(
    {
      id: Uuid({ examples: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00'] }),
      userId: HolderField,
      ...Type.Required(ReminderDraft).properties,
      channelCount: Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'The number of enabled channels that get it; with 0, nothing is sent.',
      }),
      createdAt: Instant({ description: 'ISO 8601, UTC.' }),
      subscriptionName: Type.Optional(
        nullable(Type.String({ description: 'Only in lists: its present name; null for a rule of all.' })),
      ),
    },
    { additionalProperties: false },
  ),
);

export type ReminderDraft = Static<typeof ReminderDraft>;
export type ReminderPatch = Static<typeof ReminderPatch>;
export type ReminderView = Static<typeof Reminder>;

/** What the operations on rules share. */
export const reminderRecords = recordsOf({
  one: 'rule',
  many: 'rules',
  path: '/api/v1/reminders',
  missing: 'reminder_not_found',
  exampleId: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00',
});
