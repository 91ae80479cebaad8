import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ReminderEvent } from './rules/events.ts';
import { ownedByMember, owners } from '../../core/access/table.ts';
import { subscriptions } from '../subscriptions/table.ts';

/** The rules that say when to remind of what. A rule of one subscription is deleted with it. */
export const reminders = sqliteTable(
  'reminders',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    // The user whose own it is; null for the household.
    userId: text('user_id'),
    // Null for all.
    subscriptionId: text('subscription_id').references(() => subscriptions.id, { onDelete: 'cascade' }),
    event: text('event').$type<ReminderEvent>().notNull(),
    daysBefore: text('days_before', { mode: 'json' }).$type<readonly number[]>(),
    daysAfter: text('days_after', { mode: 'json' }).$type<readonly number[]>(),
    at: text('at').notNull(),
    // Null for all.
    channelIds: text('channel_ids', { mode: 'json' }).$type<readonly string[]>(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull(),
    // What was due before is none of its reminders: it was made, or moved by a change.
    activeSince: text('active_since').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    ownedByMember(table.userId, table.ownerId),
    index('reminders_by_owner').on(table.ownerId, table.sequence),
    index('reminders_by_subscription').on(table.subscriptionId),
  ],
);

/** The instant until which the reminders of an owner are deliveries. */
export const reminderProgress = sqliteTable('reminder_progress', {
  ownerId: integer('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  plannedUntil: text('planned_until').notNull(),
});

/** When backups were restored. A restore writes it before the upgrade of an older database. */
export const restores = sqliteTable('restores', { restoredAt: text('restored_at').primaryKey() });
