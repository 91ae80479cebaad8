import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { SealedSecrets, Texts } from '../../core/secrets/sealed.ts';
import type { ChannelLanguage, ChannelType } from './rules/channelTypes.ts';
import { ownedByMember, owners } from '../../core/access/table.ts';

/** The channels through which owners get messages. */
export const channels = sqliteTable(
  'channels',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    // The user whose own it is; null for the household.
    userId: text('user_id'),
    name: text('name').notNull(),
    type: text('type').$type<ChannelType>().notNull(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull(),
    language: text('language').$type<ChannelLanguage>().notNull(),
    // The origin of the address, which answers show; null for mail.
    origin: text('origin'),
    // The settings that are no secrets.
    settings: text('settings_json', { mode: 'json' }).$type<Texts>().notNull(),
    // The encrypted secrets. One that was lost with its host is null, until it is given again or removed.
    secrets: text('secrets_json', { mode: 'json' }).$type<SealedSecrets>().notNull(),
    // The names of the secrets whose key is lost.
    unreadable: text('unreadable_json', { mode: 'json' }).$type<readonly string[]>().notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    // Until when nothing is sent, because the receiver asked for a pause.
    pausedUntil: text('paused_until'),
  },
  (table) => [
    ownedByMember(table.userId, table.ownerId),
    index('channels_by_owner').on(table.ownerId, table.sequence),
    // Those that get changes: each write looks here.
    index('channels_with_events')
      .on(table.ownerId)
      .where(sql`${table.enabled} = 1 AND json_extract(${table.settings}, '$.events') IS NOT NULL`),
    check('channels_language', sql`${table.language} in ('en', 'de')`),
  ],
);
