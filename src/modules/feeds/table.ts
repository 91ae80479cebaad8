import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Status } from '../subscriptions/model.ts';
import { ownedByMember, owners } from '../../core/access/table.ts';

/** The calendar feeds. Of the token in the link of a feed, only the hash is stored. A revoked feed is deleted. */
export const feeds = sqliteTable(
  'feeds',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    // The user whose own it is; null for the household.
    userId: text('user_id'),
    hash: text('hash').notNull(),
    name: text('name').notNull(),
    status: text('status').$type<Status>().notNull(),
    // Null for the subscriptions of all categories, and with any tags.
    category: text('category'),
    tag: text('tag'),
    daysAhead: integer('days_ahead').notNull(),
    daysBack: integer('days_back').notNull(),
    // Null for no alarms.
    alarmDaysBefore: integer('alarm_days_before'),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    ownedByMember(table.userId, table.ownerId),
    uniqueIndex('feeds_id').on(table.id),
    uniqueIndex('feeds_hash').on(table.hash),
    index('feeds_by_owner').on(table.ownerId),
  ],
);
