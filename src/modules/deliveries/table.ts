import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ChangeEventName } from '../channels/rules/changeEvents.ts';
import type { ReminderEvent } from '../reminders/rules/events.ts';
import type { DeliveryError, DeliveryState } from './rules/delivery.ts';
import { owners } from '../../core/access/table.ts';

/** The messages to channels. Each is stored before it is sent. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    // The channel may be deleted since.
    channelId: text('channel_id').notNull(),
    // When it is due.
    moment: text('moment').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    attempts: integer('attempts').notNull(),
    lastStatus: integer('last_status'),
    lastError: text('last_error').$type<DeliveryError>(),
    // Null unless it is pending.
    nextAttemptAt: text('next_attempt_at'),
    sentAt: text('sent_at'),
    createdAt: text('created_at').notNull(),
    // 1 for a change, which waits for the reminders of its channel.
    isChange: integer('is_change').notNull().default(0),
  },
  (table) => [
    index('deliveries_by_owner').on(table.ownerId, table.sequence),
    index('deliveries_by_channel').on(table.channelId, table.moment),
    index('deliveries_by_sending').on(table.channelId, table.sentAt),
    index('deliveries_pending')
      .on(table.channelId, table.nextAttemptAt)
      .where(sql`${table.state} = 'pending'`),
    index('deliveries_pending_reminders')
      .on(table.channelId, table.nextAttemptAt)
      .where(sql`${table.state} = 'pending' AND ${table.isChange} = 0`),
    // Those that failed so far.
    index('deliveries_failing')
      .on(table.channelId, table.moment)
      .where(sql`${table.attempts} > 0 AND ${table.state} IN ('pending', 'failed')`),
    index('deliveries_by_time').on(table.createdAt),
    index('deliveries_by_state').on(table.state),
  ],
);

/** The reminders of a delivery: each of a rule, an event of a subscription and a lead time is sent to a channel once. */
export const deliveryItems = sqliteTable(
  'delivery_items',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    deliverySequence: integer('delivery_sequence')
      .notNull()
      .references(() => deliveries.sequence, { onDelete: 'cascade' }),
    ruleId: text('rule_id').notNull(),
    // Empty for a reminder of the budget.
    subscriptionId: text('subscription_id').notNull(),
    event: text('event').$type<ReminderEvent>().notNull(),
    dueOn: text('due_on').notNull(),
    days: integer('days').notNull(),
    channelId: text('channel_id').notNull(),
    // 1 for one that was not due any more when the message was sent, which is without it.
    isLeftOut: integer('is_left_out').notNull().default(0),
  },
  (table) => [
    uniqueIndex('delivery_items_once').on(
      table.ruleId,
      table.subscriptionId,
      table.event,
      table.dueOn,
      table.days,
      table.channelId,
    ),
    index('delivery_items_by_delivery').on(table.deliverySequence),
  ],
);

/** The changes that deliveries tell webhooks of, one each. Those of one record are sent to a channel in their order. */
export const deliveryChanges = sqliteTable(
  'delivery_changes',
  {
    deliverySequence: integer('delivery_sequence')
      .primaryKey()
      .references(() => deliveries.sequence, { onDelete: 'cascade' }),
    channelId: text('channel_id').notNull(),
    // The record may be deleted since.
    entityId: text('entity_id').notNull(),
    event: text('event').$type<ChangeEventName>().notNull(),
    // What is sent, as JSON; null once it was sent, or cannot be sent any more.
    dataJson: text('data_json'),
  },
  (table) => [
    index('delivery_changes_by_entity').on(table.channelId, table.entityId, table.deliverySequence),
    index('delivery_changes_with_data')
      .on(table.deliverySequence)
      .where(sql`${table.dataJson} IS NOT NULL`),
  ],
);
