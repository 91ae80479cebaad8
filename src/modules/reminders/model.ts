import type { DraftOf, FieldTable, ViewOf } from '../../core/fields/fieldTable.ts';

/** What reminders are about. */
export const reminderEvents = ['renewal', 'trial_end', 'cancel_before', 'end', 'overdue'] as const;

/** What a reminder is about. */
export type ReminderEvent = (typeof reminderEvents)[number];

const leadTimes = { kind: 'counts', isNullable: true, itemsMax: 10, min: 0, max: 400 } as const;

/** The fields of a rule that says when to remind of what. */
export const reminderFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00' },
  subscriptionId: {
    kind: 'uuid',
    isNullable: true,
    description: 'The subscription; null for all.',
    example: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
    alsoCalled: ['subscription'],
  },
  event: {
    kind: 'choice',
    words: reminderEvents,
    typeName: 'ReminderEvent',
    isRequired: true,
    description: 'What to remind of. cancel_before is noticeBy, the last day for notice.',
    example: 'renewal',
    alsoCalled: ['type', 'kind', 'trigger'],
  },
  daysBefore: {
    ...leadTimes,
    description: 'How many days before the event; not for overdue.',
    example: [3, 0],
    alsoCalled: ['days', 'leadtimes', 'leaddays', 'before'],
  },
  daysAfter: {
    ...leadTimes,
    description: 'How many days after an unpaid due date; only for overdue.',
    example: [1],
    alsoCalled: ['after'],
  },
  at: {
    kind: 'time',
    default: '09:00',
    description: "The time of day in the server's time zone.",
    example: '09:00',
    alsoCalled: ['time', 'timeofday', 'hour'],
  },
  channelIds: {
    kind: 'ids',
    isNullable: true,
    itemsMax: 20,
    description: 'The channels; null for all.',
    example: ['01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00'],
    alsoCalled: ['channels', 'channel', 'channelid', 'to'],
  },
  enabled: {
    kind: 'flag',
    default: true,
    description: 'Whether it reminds.',
    example: true,
    alsoCalled: ['active', 'on', 'isenabled'],
  },
  channelCount: {
    kind: 'count',
    isServerManaged: true,
    min: 0,
    max: 1000,
    description: 'The number of enabled channels that get it; with 0, nothing is sent.',
    example: 1,
  },
  createdAt: { kind: 'instant', isServerManaged: true, example: '2026-06-16T12:00:00.000Z' },
} as const satisfies FieldTable;

/** What a client sends to create a rule. */
export type ReminderDraft = DraftOf<typeof reminderFields>;

/** A change of a rule. */
export type ReminderPatch = Partial<ReminderDraft>;

/** A rule as clients see it. Instants are ISO 8601 UTC. */
export type ReminderView = ViewOf<typeof reminderFields>;
