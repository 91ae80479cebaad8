import type { DraftOf, FieldTable, ViewOf } from '../../core/fields/fieldTable.ts';
import { statuses } from '../subscriptions/rules/limits.ts';

/** The fields of a calendar feed, as an admin of its owner creates it. */
export const feedFields = {
  id: { kind: 'uuid', isServerManaged: true, example: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00' },
  name: {
    kind: 'name',
    lengthMax: 80,
    isRequired: true,
    isTrimmed: true,
    description: 'The name of the calendar.',
    example: 'Bills',
    alsoCalled: ['label', 'title', 'description', 'calendarname'],
  },
  status: {
    kind: 'choice',
    default: 'active',
    words: statuses,
    typeName: 'Status',
    description: 'Only active subscriptions count toward spend. Every move between the three is allowed.',
    example: 'active',
    alsoCalled: ['state'],
  },
  category: {
    kind: 'label',
    lengthMax: 80,
    isNullable: true,
    isTrimmed: true,
    description: 'Only subscriptions of this category; null for all.',
    example: 'Streaming',
    alsoCalled: ['group', 'kind'],
  },
  tag: {
    kind: 'label',
    lengthMax: 40,
    isNullable: true,
    isTrimmed: true,
    description: 'Only subscriptions with this tag; null for all.',
    example: 'family',
    alsoCalled: ['tags'],
  },
  daysAhead: {
    kind: 'count',
    min: 30,
    max: 1100,
    default: 400,
    description: 'How many days after today it has.',
    example: 400,
    alsoCalled: ['days', 'horizondays', 'ahead'],
  },
  daysBack: {
    kind: 'count',
    min: 0,
    max: 400,
    default: 60,
    description: 'How many days before today it has.',
    example: 60,
    alsoCalled: ['dayspast', 'back'],
  },
  alarmDaysBefore: {
    kind: 'count',
    isNullable: true,
    min: 0,
    max: 30,
    description: 'An alarm at 9:00, so many days before a payment is due; null for none.',
    example: 1,
    alsoCalled: ['alarm', 'alarmdays', 'reminder', 'daysbefore'],
  },
  createdAt: { kind: 'instant', isServerManaged: true, example: '2026-06-16T08:00:00.000Z' },
  url: {
    kind: 'url',
    lengthMax: 2000,
    isServerManaged: true,
    isNullable: true,
    isOmittedWhenNull: true,
    description: 'The secret link: shown this once, and not in a dry run or a replayed answer.',
    example: 'https://duebook.example/feeds/dbk_f_….ics',
  },
} as const satisfies FieldTable;

/** What an admin sends to create a feed; each field has passed its own check. */
export type FeedDraft = DraftOf<typeof feedFields>;

const { url: _url, ...shownFields } = feedFields;

/** The fields of a feed in a list. */
export const feedEntryFields = shownFields satisfies FieldTable;

/** A feed, as its owner sees it. Instants are ISO 8601 UTC. */
export type FeedRecord = ViewOf<typeof feedEntryFields>;

/** What a feed has: its filters, its days and its alarms. */
export type FeedSettings = Omit<FeedRecord, 'id' | 'createdAt'>;

/** The settings of a new feed: those that were sent, and the others by default. */
export function feedSettingsOf(sent: FeedDraft): FeedSettings {
  const { status, daysAhead, daysBack } = feedFields;
  return {
    name: sent.name,
    status: sent.status ?? status.default,
    category: sent.category ?? null,
    tag: sent.tag ?? null,
    daysAhead: sent.daysAhead ?? daysAhead.default,
    daysBack: sent.daysBack ?? daysBack.default,
    alarmDaysBefore: sent.alarmDaysBefore ?? null,
  };
}

/** A feed; the order of its members is that of answers. */
export function feedRecord(id: string, settings: FeedSettings, createdAt: string): FeedRecord {
  const { name, status, category, tag, daysAhead, daysBack, alarmDaysBefore } = settings;
  return { id, name, status, category, tag, daysAhead, daysBack, alarmDaysBefore, createdAt };
}
